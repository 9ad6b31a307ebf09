-- What kind of trouble the latest attempt to send a message met; until now its text began with a word for it.
ALTER TABLE outbox ADD COLUMN obstacle TEXT CHECK (obstacle IN ('forbidden', 'gone', 'refused'));
UPDATE outbox SET obstacle = 'forbidden' WHERE trouble LIKE '403%';
UPDATE outbox SET obstacle = 'gone', trouble = substr(trouble, 6) WHERE trouble LIKE 'gone %';
UPDATE outbox SET obstacle = 'refused', trouble = substr(trouble, 5) WHERE trouble LIKE 'bad %';
