"""Exact odds of the packs of NEOM solo: by formula and by enumeration, which share no code."""
