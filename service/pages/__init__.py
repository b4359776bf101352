"""Pages a person plays on: drawn here, with a little script."""
