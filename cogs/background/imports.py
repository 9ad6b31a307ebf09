"""The job that reads an imported file and replays it."""

from __future__ import annotations

from cogs.background.job import Work
from table import archive


def replayed(data: bytes) -> Work[archive.ImportedMatch]:
    """The match in the file; refused with its fault."""
    yield from ()
    return archive.import_record(archive.read(data))
