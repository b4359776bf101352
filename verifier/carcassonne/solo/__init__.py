"""The Solo Variant of 2020: its rules, goals, scenarios, and the questions asked of both keys."""
