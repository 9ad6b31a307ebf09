"""The job that reads an imported file and replays it."""

from __future__ import annotations

from table.matches import import_record
from workers.job import Work


def import_job(data: bytes) -> Work[import_record.ImportedMatch]:
    """The match in the file. Raises UserError with the fault."""
    yield from ()
    return import_record.import_record(import_record.read(data))
