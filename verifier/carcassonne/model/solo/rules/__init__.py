"""The rules as constraints, one module for each step of a turn; each rule is stated once."""
