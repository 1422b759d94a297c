"""Full screens and dialogs of the terminal client."""
