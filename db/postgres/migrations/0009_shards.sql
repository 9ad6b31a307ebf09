-- Down-time is noted for each shard: a match belongs to shard (guild >> 22) % shards, one without a server to shard 0.
-- What was noted before is of shard 0 of 1: of all matches.
ALTER TABLE alive DROP CONSTRAINT alive_one_check;
ALTER TABLE alive RENAME COLUMN one TO shards;
ALTER TABLE alive ADD COLUMN shard BIGINT NOT NULL DEFAULT 0;
ALTER TABLE alive DROP CONSTRAINT alive_pkey;
ALTER TABLE alive ADD PRIMARY KEY (shards, shard);
ALTER TABLE alive ADD CHECK (shard >= 0 AND shard < shards);
ALTER TABLE outages ADD COLUMN shards BIGINT NOT NULL DEFAULT 1 CHECK (shards > 0);
ALTER TABLE outages ADD COLUMN shard BIGINT NOT NULL DEFAULT 0 CHECK (shard >= 0);

-- What only one process does at a time, until when, and who did it before and has not given it back.
CREATE TABLE leases (
    name   TEXT COLLATE "C" PRIMARY KEY,
    owner  TEXT   NOT NULL,
    until  BIGINT NOT NULL,
    former TEXT   NOT NULL DEFAULT ''
);
