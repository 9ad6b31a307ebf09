"""The components of a game: `content.toml` beside its modules, read once and checked."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

C = TypeVar("C", bound=Struct)


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a list in `content.toml`; the part of its id before a dot says what it belongs to."""

    id: str

    @property
    def code(self) -> str:
        """The code that a person types: `time-mage` for `sylvan.time_mage`."""
        return self.id.rpartition(".")[2].replace("_", "-")


class Named(Item, frozen=True):
    """An entry with a displayed name."""

    name: str


def load(package: str, shape: type[C]) -> C:
    """Load the package's `content.toml` as a struct of this type; raises ValueError if the file is faulty."""
    return checked(tomllib.loads(files(package).joinpath("content.toml").read_text(encoding="utf-8")), shape)


def checked(raw: dict[str, Any], shape: type[C]) -> C:
    """The content as a struct of this type; raises ValueError if two entries of a list have the same typed code."""
    content = msgspec.convert(raw, shape, strict=True)
    for field in shape.__struct_fields__:
        entries = getattr(content, field)
        ids = [one.id.replace("_", "-") for one in entries if isinstance(one, Item)] if type(entries) is tuple else []
        if len(set(ids)) != len(ids):
            raise ValueError(f"content.toml: two of {field} have the same id")
    return content
