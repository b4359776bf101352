"""Answering requests in processes that can be stopped, see :mod:`.pool`."""
