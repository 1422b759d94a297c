"""Reviews of Raise Your Horns!: exact, in fractions, round by round."""
