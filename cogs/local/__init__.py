"""The local table: the same bot against SimCord, played in a browser on loopback, without a token.

SimCord keeps Discord in memory. Matches have to survive a restart and are in our own database, so the server, channels,
people and threads are recreated with their old ids. Only this package uses SimCord's internals; `checks` reports a
release that changes them.

    table     opens the local table, keeps its clock, closes it
    world     the server, its channels and people
    env       SimCord's environment for people: waits as long as the bot works
    server    one loopback server for all channels
    channel   the pages of one channel: the order of clicks, and what has changed
    window    the messages that a page shows, each projected once
    commands  command names in the reader's language
    typed     commands that are typed as one line
    start     the first screen: play, rules
    page      SimCord's page with our files and lines in it
    checks    whether SimCord has the internals that this package needs
"""

from cogs.local.errors import LocalTableError
from cogs.local.table import serve
from cogs.local.world import KnownPlace, set_languages

__all__ = ["KnownPlace", "LocalTableError", "serve", "set_languages"]
