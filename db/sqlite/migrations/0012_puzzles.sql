-- Due rows and messages of a server, which belong to no match. New ids go on after those that were given before.
CREATE TABLE due_of_all (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    match   INTEGER REFERENCES matches,
    payload TEXT    NOT NULL,
    guild   INTEGER,
    UNIQUE (match, kind),
    UNIQUE (guild, kind),
    CHECK ((match IS NULL) <> (guild IS NULL))
);
INSERT INTO due_of_all (id, at, kind, match, payload) SELECT id, at, kind, match, payload FROM due;
DELETE FROM sqlite_sequence WHERE name = 'due_of_all';
UPDATE sqlite_sequence SET name = 'due_of_all' WHERE name = 'due';
DROP TABLE due;
ALTER TABLE due_of_all RENAME TO due;
CREATE INDEX due_by_time ON due (at);

CREATE TABLE outbox_of_all (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    match      INTEGER REFERENCES matches,
    channel    INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    payload    TEXT    NOT NULL,
    nonce      TEXT    NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
    not_before INTEGER NOT NULL,
    attempts   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    sent_at    INTEGER,
    message    INTEGER,
    trouble    TEXT,
    failed     TEXT,
    person     INTEGER,
    revision   INTEGER NOT NULL DEFAULT 0,
    shown      INTEGER,
    obstacle   TEXT CHECK (obstacle IN ('forbidden', 'gone', 'refused')),
    guild      INTEGER,
    CHECK ((match IS NULL) <> (guild IS NULL))
);
INSERT INTO outbox_of_all (
    id, match, channel, kind, payload, nonce, not_before, attempts, created_at, sent_at, message, trouble, failed, person,
    revision, shown, obstacle
) SELECT
    id, match, channel, kind, payload, nonce, not_before, attempts, created_at, sent_at, message, trouble, failed, person,
    revision, shown, obstacle
FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'outbox_of_all';
UPDATE sqlite_sequence SET name = 'outbox_of_all' WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE outbox_of_all RENAME TO outbox;
CREATE INDEX outbox_of_match ON outbox (match);
CREATE INDEX unsent_by_channel ON outbox (channel, id) WHERE sent_at IS NULL AND failed IS NULL;
CREATE INDEX outdated_by_channel ON outbox (channel, id) WHERE shown < revision;
CREATE INDEX outbox_of_guild ON outbox (guild) WHERE guild IS NOT NULL;

-- When the person was shown the solution of a puzzle that they had not solved.
ALTER TABLE exercises ADD COLUMN shown_at INTEGER;

-- How strong somebody is at the puzzles of a game, and what each puzzle has counted: once, by the first try.
CREATE TABLE puzzle_ratings (
    person  INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    mu      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    puzzles INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) WITHOUT ROWID;
CREATE TABLE puzzle_results (
    person   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    item     TEXT    NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    mu       REAL    NOT NULL,
    mu_after REAL    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (person, game, item)
) WITHOUT ROWID;

-- The puzzle of each day (counted from the epoch, UTC), and who has solved it when.
CREATE TABLE daily_puzzles (
    day  INTEGER PRIMARY KEY,
    game TEXT    NOT NULL,
    item TEXT    NOT NULL
);
CREATE TABLE daily_solvers (
    day    INTEGER NOT NULL,
    person INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (day, person)
) WITHOUT ROWID;
CREATE INDEX days_of_solver ON daily_solvers (person, day);

-- Where servers have the puzzle of the day posted. `posted`: the day of the last post. `stopped`: why that has ended,
-- empty while it goes on.
CREATE TABLE daily_posts (
    guild    INTEGER PRIMARY KEY,
    channel  INTEGER NOT NULL,
    hour     INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    zone     TEXT    NOT NULL,
    language TEXT    NOT NULL,
    posted   INTEGER,
    stopped  TEXT    NOT NULL DEFAULT ''
);
