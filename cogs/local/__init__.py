"""The local table: the very same bot against SimCord, played in a browser on loopback, without a token.

SimCord keeps Discord in memory; what must survive a restart (matches) is in our own database, so guild, channels,
people and threads come back under their old ids. This package alone leans on SimCord's insides, and `checks` says so
when a release moves them.

    table     opens the local table, keeps its clock, closes it
    world     the server, its channels and people
    env       SimCord's environment for people: waits as long as the bot works
    server    one loopback server for all channels
    channel   the pages of one channel: whose click is next, what has changed
    window    which messages a page shows, projected once
    commands  command names in the reader's language
    typed     commands that are typed as one line
    start     the first screen: play, rules
    page      SimCord's page with our files and lines in it
    checks    whether SimCord is the one that all this was written against
"""

from cogs.local.errors import LocalTableError
from cogs.local.table import serve
from cogs.local.world import KnownPlace, set_languages

__all__ = ["KnownPlace", "LocalTableError", "serve", "set_languages"]
