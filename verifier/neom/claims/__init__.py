"""Scenarios of NEOM: their claims, read from documents and put to both keys."""
