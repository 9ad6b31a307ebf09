"""The outbox: messages as data, sent in order after the commit that stored them."""
