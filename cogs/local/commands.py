"""Command names in the reader's language, as Discord shows them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from simcord.preview import _commands


def in_language(word: Mapping[str, Any], field: str, language: str) -> str:
    """The name or description of a command, option or choice in a Discord language; the default one if it has none."""
    return str((word.get(f"{field}_localizations") or {}).get(language) or word.get(field, ""))


def translate_entry(entry: dict[str, Any], command: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A command of SimCord's catalog with translated names and descriptions; its path and options keep their ids."""
    names, node = [in_language(command, "name", language)], command
    for part in entry["path"][1:]:
        node = next(child for child in node["options"] if child["name"] == part)
        names.append(in_language(node, "name", language))
    options = {option["name"]: option for option in node.get("options") or ()}
    return {
        **entry,
        "invocation": " ".join(names),
        "otherName": entry["invocation"],
        "description": in_language(node, "description", language),
        "options": [_translate_option(shown, options[shown["name"]], language) for shown in entry["options"]],
    }


def _translate_option(shown: dict[str, Any], option: Mapping[str, Any], language: str) -> dict[str, Any]:
    choices = [
        {**given, "name": in_language(choice, "name", language)}
        for given, choice in zip(shown["choices"], option.get("choices") or (), strict=True)
    ]
    return {
        **shown,
        "label": in_language(option, "name", language),
        "description": in_language(option, "description", language),
        "choices": choices,
    }


@contextlib.contextmanager
def translated_commands(languages: Mapping[int, str]) -> Iterator[None]:
    """Context manager: translate SimCord's command catalog, and build it once per reader and channel."""
    build, authorize = _commands.build_catalog, _commands._authorized_catalog
    made: dict[tuple[int, int], tuple[list[int], dict[str, Any]]] = {}

    def build_translated(preview: Any, page: Any) -> dict[str, Any]:
        commands = preview.env.backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
        known = made.get((page.viewer.id, page.channel_id))
        if known is not None and known[0] == [id(command) for command in commands]:
            return known[1]
        catalog = build(preview, page)
        by_id = {str(command["id"]): command for command in commands}
        language = languages.get(page.viewer.id, "en-US")
        entries = [translate_entry(entry, by_id[entry["commandId"]], language) for entry in catalog["entries"]]
        catalog = {**catalog, "entries": entries, "fingerprint": f"{catalog['fingerprint']}-{language}"}
        if catalog["application"] is not None:  # its picture belongs to one page, the catalog to all
            catalog["application"] = {**catalog["application"], "avatarAssetId": None}
        made[page.viewer.id, page.channel_id] = [id(command) for command in commands], catalog
        return catalog

    vars(_commands)["build_catalog"] = build_translated
    vars(_commands)["_authorized_catalog"] = lambda _preview, page: page.command_catalog
    try:
        yield
    finally:
        vars(_commands)["build_catalog"] = build
        vars(_commands)["_authorized_catalog"] = authorize
