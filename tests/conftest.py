"""Settings of all tests."""

from hypothesis import settings

# The same examples every time, however busy the machine: a red test is red for everybody.
settings.register_profile("meepleproof", deadline=None, derandomize=True)
settings.load_profile("meepleproof")
