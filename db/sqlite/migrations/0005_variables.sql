-- What the bot has to remember about itself from one start to the next.
CREATE TABLE variables (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
