"""A function for compiled code to call: only running Python lets signals in."""


def let_signals_in() -> None:
    """Do nothing; a pending KeyboardInterrupt is raised on the way."""
