"""The command line: its group, its commands, and what they share."""
