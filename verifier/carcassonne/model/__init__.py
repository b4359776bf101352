"""Key two: the rules of each game written once as constraints, read in more than one way."""
