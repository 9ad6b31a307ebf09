-- A message in a channel is edited when what it shows has changed: `revision` counts the changes, `shown` is the one
-- that Discord shows. NULL: never edited (again). Of running and open matches, the newest message of each kind is.
ALTER TABLE outbox ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN shown INTEGER;
UPDATE outbox SET shown = 0 WHERE id IN (
    SELECT max(outbox.id) FROM outbox JOIN matches ON matches.id = outbox.match
    WHERE outbox.person IS NULL AND matches.status IN ('open', 'live') GROUP BY outbox.match, outbox.kind
);
CREATE INDEX outdated_by_channel ON outbox (channel, id) WHERE shown < revision;
