-- Due rows and messages of a server, which belong to no match.
ALTER TABLE due ALTER COLUMN match DROP NOT NULL;
ALTER TABLE due ADD COLUMN guild BIGINT;
ALTER TABLE due ADD UNIQUE (guild, kind);
ALTER TABLE due ADD CHECK ((match IS NULL) <> (guild IS NULL));
ALTER TABLE outbox ALTER COLUMN match DROP NOT NULL;
ALTER TABLE outbox ADD COLUMN guild BIGINT;
ALTER TABLE outbox ADD CHECK ((match IS NULL) <> (guild IS NULL));
CREATE INDEX outbox_of_guild ON outbox (guild) WHERE guild IS NOT NULL;

-- When the person was shown the solution of a puzzle that they had not solved.
ALTER TABLE exercises ADD COLUMN shown_at BIGINT;

-- How strong somebody is at the puzzles of a game, and what each puzzle has counted: once, by the first try.
CREATE TABLE puzzle_ratings (
    person  BIGINT NOT NULL,
    game    TEXT COLLATE "C" NOT NULL,
    mu      DOUBLE PRECISION NOT NULL,
    sigma   DOUBLE PRECISION NOT NULL,
    puzzles BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE TABLE puzzle_results (
    person   BIGINT NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,
    item     TEXT COLLATE "C" NOT NULL,
    won      BIGINT NOT NULL CHECK (won IN (0, 1)),
    mu       DOUBLE PRECISION NOT NULL,
    mu_after DOUBLE PRECISION NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (person, game, item)
);

-- The puzzle of each day (counted from the epoch, UTC), and who has solved it when.
CREATE TABLE daily_puzzles (
    day  BIGINT PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    item TEXT COLLATE "C" NOT NULL
);
CREATE TABLE daily_solvers (
    day    BIGINT NOT NULL,
    person BIGINT NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (day, person)
);
CREATE INDEX days_of_solver ON daily_solvers (person, day);

-- Where servers have the puzzle of the day posted. `posted`: the day of the last post. `stopped`: why that has ended,
-- empty while it goes on.
CREATE TABLE daily_posts (
    guild    BIGINT PRIMARY KEY,
    channel  BIGINT NOT NULL,
    hour     BIGINT NOT NULL CHECK (hour BETWEEN 0 AND 23),
    zone     TEXT   NOT NULL,
    language TEXT   NOT NULL,
    posted   BIGINT,
    stopped  TEXT   NOT NULL DEFAULT ''
);
