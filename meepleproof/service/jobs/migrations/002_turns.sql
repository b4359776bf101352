-- Leases are kept by beats: whoever works on a job counts them up, and one whose count stands still
-- has lost its worker. No clock is asked, as clocks jump.
ALTER TABLE jobs RENAME COLUMN until TO beats;

-- Places in the queue are numbers counted up, no times; those of before go on to be the lowest.
ALTER TABLE jobs RENAME COLUMN queued TO place;

CREATE INDEX jobs_by_place ON jobs (place);

CREATE INDEX jobs_by_owner ON job_owners (owner, job);

-- When an owner was served last with a job of a kind, as numbers counted up: whoever has waited
-- longest is next.
CREATE TABLE owner_turns (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    served BIGINT NOT NULL,
    PRIMARY KEY (owner, kind)
);

-- What came of each candidate of a generation that has not ended, so that nobody does it again.
-- versions says by which code it was found.
CREATE TABLE job_journals (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    candidate BIGINT NOT NULL,
    versions TEXT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (job, candidate)
);
