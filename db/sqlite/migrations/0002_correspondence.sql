-- How long the players may think, what is left of it, and whether the result counts for the ladder.
ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN timing TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
-- The match that this one is a rematch of.
ALTER TABLE matches ADD COLUMN origin INTEGER REFERENCES matches;

-- Who sat where from which version on; `seats` says who sits there now.
CREATE TABLE sittings (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    seat  INTEGER NOT NULL,
    since INTEGER NOT NULL CHECK (since >= 0),
    user  INTEGER
);
CREATE INDEX sittings_of_seat ON sittings (match, seat, since);
CREATE INDEX sittings_of_person ON sittings (user) WHERE user IS NOT NULL;
INSERT INTO sittings (match, seat, since, user)
    SELECT match, seat, 0, user FROM seats JOIN matches ON id = match WHERE status IN ('live', 'over');

-- When no clock runs: nobody's (the bot was down), a person's, a match's. An open end: until further notice.
CREATE TABLE outages (
    starts INTEGER NOT NULL,
    ends   INTEGER NOT NULL CHECK (ends >= starts)
);
CREATE INDEX outages_by_end ON outages (ends);
CREATE TABLE vacations (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    user   INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    ends   INTEGER NOT NULL CHECK (ends >= starts)
);
CREATE INDEX vacations_of_person ON vacations (user, ends);
CREATE TABLE pauses (
    match  INTEGER NOT NULL REFERENCES matches,
    starts INTEGER NOT NULL,
    ends   INTEGER CHECK (ends >= starts),
    PRIMARY KEY (match, starts)
) WITHOUT ROWID;

-- The last time at which the bot is known to have been running.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
);

-- What a seat has prepared: answers to what the others may play, and answers it always gives.
CREATE TABLE plans (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES matches,
    seat  INTEGER NOT NULL,
    kind  TEXT    NOT NULL,
    steps TEXT    NOT NULL,
    since INTEGER NOT NULL
);
CREATE INDEX plans_of_seat ON plans (match, seat);

-- A message to a person instead of a channel; `channel` then only keeps the order.
ALTER TABLE outbox ADD COLUMN user INTEGER;

ALTER TABLE people ADD COLUMN notices TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN remind TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN quiet TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT '';

ALTER TABLE guilds ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE guilds ADD COLUMN channels TEXT NOT NULL DEFAULT '[]';
ALTER TABLE guilds ADD COLUMN thread INTEGER NOT NULL DEFAULT 0 CHECK (thread IN (0, 1));

CREATE TABLE bans (
    guild INTEGER NOT NULL,
    user  INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (guild, user)
) WITHOUT ROWID;

-- `guild` 0: everywhere. One row per finished match and seat in `results`, for whom it counts.
CREATE TABLE ratings (
    game    TEXT    NOT NULL,
    guild   INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    mu      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    matches INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, guild, user)
) WITHOUT ROWID;
CREATE TABLE results (
    match INTEGER NOT NULL REFERENCES matches,
    seat  INTEGER NOT NULL,
    user  INTEGER,
    place INTEGER NOT NULL CHECK (place > 0),
    tied  INTEGER NOT NULL CHECK (tied IN (0, 1)),
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_person ON results (user) WHERE user IS NOT NULL;
-- What finished matches were for their players is found out at the first start.
INSERT INTO due (at, kind, match, payload) SELECT ended_at, 'result', id, '{}' FROM matches WHERE status = 'over';
