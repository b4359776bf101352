"""The service: an HTTP API, jobs that survive restarts, and pages to play on."""
