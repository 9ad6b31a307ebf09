-- Lessons and puzzles that somebody has begun: what is picked in the present try, how many went wrong, when it was solved.
CREATE TABLE exercises (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    person     INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    item       TEXT    NOT NULL,
    picks      TEXT    NOT NULL,
    tries      INTEGER NOT NULL,
    revision   INTEGER NOT NULL,
    begun_at   INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    solved_at  INTEGER,
    UNIQUE (person, kind, game, item)
);
