-- A checksum of what a row holds, so that a letter that has changed on the disk is found. NULL: stored before.
ALTER TABLE matches ADD COLUMN checksum BIGINT;
ALTER TABLE moves ADD COLUMN checksum BIGINT;
ALTER TABLE outbox ADD COLUMN checksum BIGINT;
ALTER TABLE due ADD COLUMN checksum BIGINT;
ALTER TABLE people ADD COLUMN checksum BIGINT;
ALTER TABLE guilds ADD COLUMN checksum BIGINT;
ALTER TABLE reviews ADD COLUMN checksum BIGINT;
