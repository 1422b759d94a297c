"""Reviews of Horns Up: the judge's chances, luck by drawing again, decisions by playing on."""
