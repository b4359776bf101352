"""The service: an HTTP API, jobs that outlive it, and pages to play on."""
