"""Long work: kept in a database, done by worker processes, ended exactly once."""
