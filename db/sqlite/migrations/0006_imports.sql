-- The log of a match that was played is never deleted; that of one that was imported may be, with the match.
DROP TRIGGER moves_are_never_deleted;
CREATE TRIGGER moves_are_never_deleted BEFORE DELETE ON moves WHEN NOT EXISTS (
    SELECT 1 FROM matches WHERE matches.id = OLD.match AND status = 'over' AND created_at = ended_at
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match = matches.id AND joined_at IS NOT NULL)
) BEGIN
    SELECT RAISE(ABORT, 'moves are append-only');
END;
