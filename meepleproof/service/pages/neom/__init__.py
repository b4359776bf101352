"""The pages of NEOM."""
