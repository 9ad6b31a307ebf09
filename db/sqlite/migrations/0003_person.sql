-- A person's Discord id is called `person` everywhere: `user` is a reserved word in PostgreSQL and means the role there.
ALTER TABLE seats RENAME COLUMN user TO person;
ALTER TABLE people RENAME COLUMN user TO person;
ALTER TABLE sittings RENAME COLUMN user TO person;
ALTER TABLE vacations RENAME COLUMN user TO person;
ALTER TABLE outbox RENAME COLUMN user TO person;
ALTER TABLE bans RENAME COLUMN user TO person;
ALTER TABLE ratings RENAME COLUMN user TO person;
ALTER TABLE results RENAME COLUMN user TO person;
