-- Reviews of finished matches. `version` and `reviewer` say what was reviewed and by which reviewer: a review of something
-- else is made anew.
CREATE TABLE reviews (
    match    BIGINT PRIMARY KEY REFERENCES matches,
    version  BIGINT NOT NULL,
    reviewer BIGINT NOT NULL,
    review   TEXT   NOT NULL,
    at       BIGINT NOT NULL
);

-- Whether players may ask for hints, and the hints that they were given: one for each question.
ALTER TABLE matches ADD COLUMN hints BIGINT NOT NULL DEFAULT 0 CHECK (hints IN (0, 1));
CREATE TABLE hints (
    match   BIGINT NOT NULL REFERENCES matches,
    seat    BIGINT NOT NULL CHECK (seat >= 0),
    version BIGINT NOT NULL,
    codes   TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (match, seat, version)
);
