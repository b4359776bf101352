"""One module for each subcommand, imported only when that subcommand runs."""
