"""Where a database is: a file of SQLite or an address of PostgreSQL."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

_POSTGRES = ("postgresql://", "postgres://")
_SECRET = re.compile(r"(?i)([?&](?:password|sslpassword)=)[^&]*")


class PostgresAddress(Struct, frozen=True):
    """A connection URI as libpq reads it; as text it is without the password."""

    url: str

    def __str__(self) -> str:
        password = urlsplit(self.url).password
        shown = self.url.replace(f":{password}@", "@", 1) if password else self.url
        return _SECRET.sub(r"\1…", shown)


Address = Path | PostgresAddress


def parse(address: Path | PostgresAddress | str) -> Address:
    """The address of a path, of `sqlite:PATH` or of `postgresql://…`."""
    if not isinstance(address, str):
        return address
    if address.startswith(_POSTGRES):
        return PostgresAddress(address)
    return Path(address.removeprefix("sqlite:"))
