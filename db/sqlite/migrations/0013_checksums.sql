-- A checksum of what a row holds, so that a letter that has changed on the disk is found. NULL: not known.
ALTER TABLE matches ADD COLUMN checksum INTEGER;
ALTER TABLE moves ADD COLUMN checksum INTEGER;
ALTER TABLE outbox ADD COLUMN checksum INTEGER;
ALTER TABLE due ADD COLUMN checksum INTEGER;
ALTER TABLE people ADD COLUMN checksum INTEGER;
ALTER TABLE guilds ADD COLUMN checksum INTEGER;
ALTER TABLE reviews ADD COLUMN checksum INTEGER;

-- What is there is taken to be right. `arena_checksum` is a function of ours (db/sqlite/opening.py).
UPDATE matches SET checksum = arena_checksum(
    guild, channel, parent, game, options, seats, seed, seed_hash, rules_version, status,
    version, position, to_move, language, palette, result, clock, rated, origin, hints
);
DROP TRIGGER moves_are_never_changed;
UPDATE moves SET checksum = arena_checksum(match, seq, seat, kind, codes, note, at);
CREATE TRIGGER moves_are_never_changed BEFORE UPDATE ON moves BEGIN
    SELECT RAISE(ABORT, 'moves are append-only');
END;
UPDATE outbox SET checksum = arena_checksum(match, kind, payload, nonce, created_at, person, guild);
UPDATE due SET checksum = arena_checksum(kind, match, payload, guild);
UPDATE people SET checksum = arena_checksum(person, language, palette, notices, remind, quiet, zone);
UPDATE guilds SET checksum = arena_checksum(guild, language, clock, channels, thread);
UPDATE reviews SET checksum = arena_checksum(match, version, reviewer, review, at);
