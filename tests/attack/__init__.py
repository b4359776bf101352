"""Attacks on a running service: see :mod:`tests.attack.__main__`."""
