"""Long work as jobs: stored in a database, done by worker processes, ended exactly once."""
