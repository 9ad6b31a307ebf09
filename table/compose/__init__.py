"""Messages of the outbox composed as data: the channel's boards, offers and notices, and direct messages."""
