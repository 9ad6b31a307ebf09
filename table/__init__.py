"""The application without Discord: matches, clocks, offers, computer players, exercises, notices and the outbox."""
