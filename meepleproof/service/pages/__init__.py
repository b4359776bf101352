"""The pages to play on: HTML from here, with a little script."""
