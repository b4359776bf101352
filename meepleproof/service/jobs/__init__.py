"""Long work as jobs: stored in a database, done by worker processes, ended exactly once."""

from meepleproof.service.jobs.job import Job, Kind, OverQuota, QueueFull, State, Unreachable, job_id
from meepleproof.service.jobs.pool import WorkerPool
from meepleproof.service.jobs.store import Jobs, open_jobs

__all__ = [
    "Job",
    "Jobs",
    "Kind",
    "OverQuota",
    "QueueFull",
    "State",
    "Unreachable",
    "WorkerPool",
    "job_id",
    "open_jobs",
]
