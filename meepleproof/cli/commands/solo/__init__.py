"""Commands that ask about the Solo Variant alone."""
