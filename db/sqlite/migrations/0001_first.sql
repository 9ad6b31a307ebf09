-- "ArPo": tells our file from any other SQLite database.
PRAGMA application_id = 1098010735;

-- AUTOINCREMENT: an id printed on an old button never comes to mean another match.
CREATE TABLE matches (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    guild         INTEGER,
    channel       INTEGER NOT NULL,
    parent        INTEGER,
    game          TEXT    NOT NULL,
    options       TEXT    NOT NULL,
    seats         INTEGER NOT NULL CHECK (seats > 0),
    seed          TEXT    NOT NULL,
    seed_hash     TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('open', 'live', 'over', 'cancelled')),
    version       INTEGER NOT NULL CHECK (version >= 0),
    position      TEXT    NOT NULL,
    to_move       TEXT    NOT NULL,
    language      TEXT    NOT NULL,
    palette       TEXT    NOT NULL,
    result        TEXT    NOT NULL,
    creator       INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    ended_at      INTEGER
);
CREATE UNIQUE INDEX one_match_per_channel ON matches (channel) WHERE status IN ('open', 'live');
CREATE INDEX matches_in_channel ON matches (channel);
CREATE INDEX unfinished_matches ON matches (status, guild) WHERE status IN ('open', 'live');

CREATE TABLE seats (
    match     INTEGER NOT NULL REFERENCES matches,
    seat      INTEGER NOT NULL CHECK (seat >= 0),
    user      INTEGER,
    invited   INTEGER,
    joined_at INTEGER,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_per_person ON seats (match, user) WHERE user IS NOT NULL;
CREATE INDEX seats_of_person ON seats (user) WHERE user IS NOT NULL;
CREATE INDEX invitations_of_person ON seats (invited) WHERE invited IS NOT NULL;

CREATE TABLE moves (
    match INTEGER NOT NULL REFERENCES matches,
    seq   INTEGER NOT NULL CHECK (seq > 0),
    seat  INTEGER,
    kind  TEXT    NOT NULL,
    codes TEXT    NOT NULL,
    note  TEXT    NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE TRIGGER moves_are_never_changed BEFORE UPDATE ON moves BEGIN
    SELECT RAISE(ABORT, 'moves are append-only');
END;
CREATE TRIGGER moves_are_never_deleted BEFORE DELETE ON moves BEGIN
    SELECT RAISE(ABORT, 'moves are append-only');
END;
-- Also stops INSERT OR REPLACE, which deletes without asking the trigger above.
CREATE TRIGGER moves_have_no_gaps BEFORE INSERT ON moves
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM moves WHERE match = NEW.match) BEGIN
    SELECT RAISE(ABORT, 'moves are numbered without gaps');
END;

CREATE TABLE drafts (
    match      INTEGER NOT NULL REFERENCES matches,
    seat       INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    codes      TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;

CREATE TABLE offers (
    match      INTEGER NOT NULL REFERENCES matches,
    kind       TEXT    NOT NULL,
    by_seat    INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    detail     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (match, kind)
) WITHOUT ROWID;

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    match      INTEGER NOT NULL REFERENCES matches,
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
    failed     TEXT
);
CREATE INDEX outbox_of_match ON outbox (match);
CREATE INDEX unsent_by_channel ON outbox (channel, id) WHERE sent_at IS NULL AND failed IS NULL;

-- AUTOINCREMENT: a replaced deadline gets an id of its own, so finishing the old one cannot remove the new.
CREATE TABLE due (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    match   INTEGER NOT NULL REFERENCES matches,
    payload TEXT    NOT NULL,
    UNIQUE (match, kind)
);
CREATE INDEX due_by_time ON due (at);

CREATE TABLE people (
    user     INTEGER PRIMARY KEY,
    language TEXT    NOT NULL,
    palette  TEXT    NOT NULL
);

CREATE TABLE guilds (
    guild    INTEGER PRIMARY KEY,
    language TEXT    NOT NULL
);

CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
);
CREATE INDEX interactions_by_time ON interactions (at);
