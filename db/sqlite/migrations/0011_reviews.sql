-- Reviews of finished matches. `version` and `reviewer` say what was reviewed and by which reviewer: a review of something
-- else is made anew.
CREATE TABLE reviews (
    match    INTEGER PRIMARY KEY REFERENCES matches,
    version  INTEGER NOT NULL,
    reviewer INTEGER NOT NULL,
    review   TEXT    NOT NULL,
    at       INTEGER NOT NULL
);

-- Whether players may ask for hints, and the hints that they were given: one for each question.
ALTER TABLE matches ADD COLUMN hints INTEGER NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
CREATE TABLE hints (
    match   INTEGER NOT NULL REFERENCES matches,
    seat    INTEGER NOT NULL CHECK (seat >= 0),
    version INTEGER NOT NULL,
    codes   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (match, seat, version)
) WITHOUT ROWID;
