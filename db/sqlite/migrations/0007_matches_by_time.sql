-- What somebody has opened or imported within a day is counted.
CREATE INDEX matches_by_time ON matches (created_at);
