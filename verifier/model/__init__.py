"""Key two: the rules written once as constraints, read in more than one way."""
