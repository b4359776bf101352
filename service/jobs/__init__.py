"""Long work: kept in a database, done by worker processes, ended exactly once."""

from service.jobs.job import Job, Kind, OverQuota, QueueFull, State, Unreachable, job_id
from service.jobs.pool import Workshop
from service.jobs.store import Jobs, open_jobs

__all__ = [
    "Job",
    "Jobs",
    "Kind",
    "OverQuota",
    "QueueFull",
    "State",
    "Unreachable",
    "Workshop",
    "job_id",
    "open_jobs",
]
