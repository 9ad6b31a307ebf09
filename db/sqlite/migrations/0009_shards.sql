-- Down-time is noted for each shard: a match belongs to shard (guild >> 22) % shards, one without a server to shard 0.
-- What was noted before, and what one process on SQLite notes, is of shard 0 of 1: of all matches.
CREATE TABLE heartbeats (
    shards INTEGER NOT NULL CHECK (shards > 0),
    at     INTEGER NOT NULL,
    shard  INTEGER NOT NULL CHECK (shard >= 0 AND shard < shards),
    PRIMARY KEY (shards, shard)
);
INSERT INTO heartbeats (shards, shard, at) SELECT 1, 0, at FROM alive;
DROP TABLE alive;
ALTER TABLE heartbeats RENAME TO alive;
ALTER TABLE outages ADD COLUMN shards INTEGER NOT NULL DEFAULT 1 CHECK (shards > 0);
ALTER TABLE outages ADD COLUMN shard INTEGER NOT NULL DEFAULT 0 CHECK (shard >= 0);

-- What only one process does at a time, until when, and who did it before and has not given it back.
CREATE TABLE leases (
    name   TEXT PRIMARY KEY,
    owner  TEXT    NOT NULL,
    until  INTEGER NOT NULL,
    former TEXT    NOT NULL DEFAULT ''
) WITHOUT ROWID;
