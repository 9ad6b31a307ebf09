"""The address of a database: an SQLite file or a PostgreSQL URL."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct

from db.errors import UnreadableAddress

_SCHEMES = ("postgresql://", "postgres://")
_ANOTHER_NOTATION = re.compile(
    r"""(?isx) \s*["']*\s* (?:
        postgres[\w+]*: | [a-z][\w+.-]*://                           # a URL that libpq does not know
        | (?:.*\s)?(?:host|hostaddr|dbname|user|port|service)\s*=     # libpq's keywords
        | .*password\s*=
    )"""
)
_CREDENTIALS = re.compile(r"(?is)(?![a-z]:[\\/])(?:/{2,})?[^/\\]*:.*@")
"""Matches user:password@host without a scheme."""

_CHARACTERS = r"(?:[\w.~+-]|%[0-9A-Fa-f]{2})*"
_HOST = rf"(?:\[[0-9A-Fa-f:.]+(?:%25\w+)?\]|{_CHARACTERS})(?::\d*)?"
_PLAIN = re.compile(
    rf"(?:(?P<user>{_CHARACTERS})(?::(?P<password>[^@/]*))?@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?:/(?P<database>{_CHARACTERS}))?(?:\?(?P<query>[^@]*))?"
)
"""An address with one possible reading. libpq accepts more, and may take part of a password for a host name."""
_VALUE = re.compile(r"[\w.,:/~%+-]*")
_PUBLIC = {"connect_timeout", "dbname", "host", "hostaddr", "port", "sslmode", "target_session_attrs", "user"}
_SECRET = {"password", "sslpassword"}
UNSHOWN = (
    "what PostgreSQL says is not shown, since it may quote a part of the password; write special characters of the "
    "password percent-encoded, for example %23 for #, %2F for /, %3F for ? and %40 for @"
)


class PostgresAddress(Struct, frozen=True):
    """A connection URI as libpq reads it. Its text form never contains the password."""

    url: str

    def __str__(self) -> str:
        scheme, found = self._read()
        if found is None:
            return f"{scheme}…"
        user = f"{found['user']}@" if found["user"] is not None else ""
        database = f"/{found['database']}" if found["database"] is not None else ""
        query = f"?{'&'.join(_shown(found['query']))}" if found["query"] is not None else ""
        return f"{scheme}{user}{found['hosts']}{database}{query}"

    def __repr__(self) -> str:
        return f"PostgresAddress({str(self)!r})"

    @property
    def database(self) -> str:
        """The database name as written in the address; empty if the address is ambiguous."""
        found = self._read()[1]
        return found["database"] or "" if found else ""

    def without_secrets(self, said: str) -> str:
        """The message of PostgreSQL or its driver; `UNSHOWN` if it may quote a secret of the address."""
        found = self._read()[1]
        if found is None:
            return UNSHOWN
        rest = said
        for public in (found["user"], found["hosts"], found["database"]):
            if public:
                rest = rest.replace(f'"{public}"', "").replace(f"'{public}'", "")
        return UNSHOWN if any(secret in rest for secret in _secrets(found)) else said

    def _read(self) -> tuple[str, re.Match[str] | None]:
        """The scheme and the parts; the parts are None if the address is ambiguous."""
        scheme = next((one for one in _SCHEMES if self.url.startswith(one)), _SCHEMES[0])
        found = _PLAIN.fullmatch(self.url.removeprefix(scheme))
        # A password with a question mark and an equals sign may be a misplaced query string.
        if found and re.search(r"\?.*=", found["password"] or "", re.DOTALL):
            found = None
        return scheme, found


Address = Path | PostgresAddress


def parse(address: Path | PostgresAddress | str) -> Address:
    """The address of a path, of `sqlite:PATH` or of `postgresql://…`; raises UnreadableAddress."""
    if not isinstance(address, str):
        return address
    stripped = address.strip().strip("\"'").strip()
    if stripped.startswith(_SCHEMES):
        return PostgresAddress(stripped)
    file = address.removeprefix("sqlite:")
    # File names are logged, so reject text that may contain a password.
    if _ANOTHER_NOTATION.match(file) or (file == address and _CREDENTIALS.match(file)):
        raise UnreadableAddress
    return Path(file)


def _shown(query: str) -> Iterator[str]:
    """The query parameters up to the first one that may hold a secret."""
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if name not in _PUBLIC or not _VALUE.fullmatch(value):
            yield f"{name}=…" if name in _SECRET else "…"
            return
        yield part


def _secrets(found: re.Match[str]) -> Iterator[str]:
    """The secrets of the address, percent-encoded and decoded."""
    values = [found["password"] or ""]
    for part in (found["query"] or "").split("&"):
        name, _, value = part.partition("=")
        if name not in _PUBLIC:
            values.append(value)
    for value in filter(None, values):
        yield from (value, unquote(value))
