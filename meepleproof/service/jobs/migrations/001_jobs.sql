-- Times are milliseconds since 1970. A job that is running has a lease: the name of who works on
-- it and the time until which nobody else may.
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('verification', 'generation')),
    request TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    progress TEXT NOT NULL DEFAULT '{}',
    result TEXT,
    problem TEXT,
    again INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    lease TEXT,
    until BIGINT,
    created BIGINT NOT NULL,
    queued BIGINT NOT NULL,
    ended BIGINT,
    CHECK ((state = 'running') = (lease IS NOT NULL)),
    CHECK ((lease IS NULL) = (until IS NULL)),
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL)),
    CHECK ((state = 'done') = (result IS NOT NULL)),
    CHECK ((state = 'failed') = (problem IS NOT NULL))
);

CREATE INDEX jobs_in_turn ON jobs (state, queued, id);

CREATE TABLE job_owners (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    PRIMARY KEY (job, owner)
);
