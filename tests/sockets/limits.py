"""Discord's documented limits from limits.toml, and checks of requests against them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

JSON = dict[str, Any]

LIMITS: JSON = tomllib.loads(Path(__file__).with_name("limits.toml").read_text("utf-8"))
PERMISSIONS: dict[str, int] = {
    **LIMITS["permissions"],
    "manage_channels": 4,
    "add_reactions": 6,
    "manage_messages": 13,
    "use_application_commands": 31,
}
ROW, BUTTON, SELECT, INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = (
    1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 17, 18,
)  # fmt: skip
SELECTS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6
IN_A_MESSAGE = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_A_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
V2 = 1 << 15
COMMAND_NAME = re.compile(r"[-_'\w]+")


class Refusal(Exception):
    """Discord's answer to a request that it refuses."""

    def __init__(self, status: int, code: int, message: str, errors: JSON | None = None) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".strip())
        self.status = status
        self.body: JSON = {"message": message, "code": code, **({"errors": errors} if errors else {})}


def invalid(path: str, why: str) -> Refusal:
    """Status 400, invalid form body, with the path and the reason."""
    errors: JSON = {"_errors": [{"code": "INVALID", "message": why}]}
    for part in reversed(path.split(".")):
        errors = {part: errors}
    return Refusal(400, 50035, "Invalid Form Body", errors)


def need(ok: object, path: str, why: str) -> None:
    """Refuse with 400 unless the condition is true."""
    if not ok:
        raise invalid(path, why)


def known(what: Mapping[str, Any], fields: Sequence[str], path: str) -> None:
    """Refuse fields that Discord does not know."""
    unknown = sorted(set(what) - set(fields))
    need(not unknown, path, f"unknown fields {unknown}")


def length(value: Any, limit: int | Sequence[int], path: str) -> None:
    """Refuse a text or a list whose length is outside [least, most], or above `limit`."""
    least, most = (0, limit) if isinstance(limit, int) else limit
    need(isinstance(value, str | list), path, f"a text or a list is needed, not {value!r}")
    need(least <= len(value) <= most, path, f"must be between {least} and {most} in length, not {len(value)}")


def within(value: Mapping[str, Any], names: Mapping[str, int | Sequence[int]], path: str) -> None:
    """Refuse texts in these fields that are too long or too short; absent fields are accepted."""
    for name, limit in names.items():
        if value.get(name) is not None:
            length(value[name], limit, f"{path}.{name}")


def walk(components: Sequence[JSON]) -> Iterator[JSON]:
    """Every component, nested ones included, in reading order."""
    for one in components:
        yield one
        yield from walk(one.get("components", ()))
        yield from walk([one[name] for name in ("accessory", "component") if name in one])


def check_message(data: JSON, fields: str, files: Mapping[str, bytes], kept: Sequence[str], flags: int) -> None:
    """Refuse a message that Discord would not accept; `kept`: names of attachments that exist already."""
    limit = LIMITS["message"]
    known(data, limit[fields], "message")
    v2 = flags & V2
    content, embeds, components = data.get("content"), data.get("embeds") or [], data.get("components") or []
    if content:
        length(content, limit["content"], "content")
    length(embeds, limit["embeds"], "embeds")
    need(not v2 or not (content or embeds), "flags", "a message of components takes no content and no embeds")
    for number, embed in enumerate(embeds):
        check_embed(embed, f"embeds.{number}")
    if (nonce := data.get("nonce")) is not None:
        length(str(nonce), limit["nonce"], "nonce")
    check_mentions(data.get("allowed_mentions") or {})
    names = [*kept, *files]
    need(len(names) <= limit["attachments"], "attachments", f"{len(names)} attachments")
    for name, held in files.items():
        if len(held) > limit["attachment_bytes"]:
            raise Refusal(413, 40005, f"Request entity too large: {name}")
    for number, attachment in enumerate(data.get("attachments") or []):
        within(attachment, {"description": limit["attachment_description"]}, f"attachments.{number}")
    check_components(components, names, v2=bool(v2))


def check_embed(embed: JSON, path: str) -> None:
    """Refuse an embed that is too long."""
    limit = LIMITS["embed"]
    within(embed, {name: limit[name] for name in ("title", "description")}, path)
    fields = embed.get("fields", [])
    length(fields, limit["fields"], f"{path}.fields")
    for number, one in enumerate(fields):
        within(one, {"name": limit["field_name"], "value": limit["field_value"]}, f"{path}.fields.{number}")
    texts = [embed.get("title"), embed.get("description"), embed.get("footer", {}).get("text")]
    texts += [text for one in fields for text in (one["name"], one["value"])]
    need(sum(len(text or "") for text in texts) <= limit["total"], path, "the embed is too long")


def check_mentions(allowed: JSON) -> None:
    """Refuse a contradictory `allowed_mentions`."""
    known(allowed, ("parse", "users", "roles", "replied_user"), "allowed_mentions")
    for name in ("users", "roles"):
        length(allowed.get(name) or [], LIMITS["message"]["mentions"], f"allowed_mentions.{name}")
        both = name in (allowed.get("parse") or []) and allowed.get(name)
        need(not both, f"allowed_mentions.{name}", "either all or these may be pinged")


def check_components(components: Sequence[JSON], files: Sequence[str], *, v2: bool) -> None:
    """Refuse components that Discord would not accept in a message with these files."""
    limit = LIMITS["message"]
    everything = list(walk(components))
    if v2:
        need(len(everything) <= limit["components"], "components", f"{len(everything)} components")
        words = sum(len(one.get("content", "")) for one in everything if one.get("type") == TEXT)
        need(words <= limit["text"], "components", f"{words} characters of text")
    else:
        need(len(components) <= limit["rows"], "components", f"{len(components)} rows")
    ids = [one["custom_id"] for one in everything if one.get("custom_id") is not None]
    double = sorted({one for one in ids if ids.count(one) > 1})
    need(not double, "components", f"custom ids must be unique, not {double}")
    for number, one in enumerate(components):
        allowed = IN_A_MESSAGE if v2 else (ROW,)
        need(one.get("type") in allowed, f"components.{number}", f"type {one.get('type')} cannot stand here")
        check_component(one, f"components.{number}", files)


def check_component(one: JSON, path: str, files: Sequence[str]) -> None:
    """Refuse a component that Discord would not accept, or one inside it."""
    kind = one.get("type")
    need(str(kind) in LIMITS["components"]["types"], path, f"unknown type {kind}")
    assert isinstance(kind, int)
    known(one, LIMITS["components"]["types"][str(kind)], path)
    if "custom_id" in one:
        length(one["custom_id"], LIMITS["components"]["custom_id"], f"{path}.custom_id")
    if kind == ROW:
        check_row(one, path)
    elif kind == BUTTON:
        check_button(one, path)
    elif kind in SELECTS:
        check_select(one, path)
    elif kind == TEXT:
        length(one.get("content"), (1, LIMITS["message"]["text"]), f"{path}.content")
    elif kind == GALLERY:
        length(one.get("items"), LIMITS["gallery"]["items"], f"{path}.items")
        for item in one["items"]:
            check_media(item.get("media"), files, path)
            within(item, {"description": LIMITS["gallery"]["description"]}, path)
    elif kind in (THUMBNAIL, FILE):
        check_media(one.get("media" if kind == THUMBNAIL else "file"), files, path)
        within(one, {"description": LIMITS["gallery"]["description"]}, path)
    elif kind == SECTION:
        length(one.get("components"), LIMITS["section"]["texts"], f"{path}.components")
        need(one.get("accessory", {}).get("type") in (BUTTON, THUMBNAIL), path, "a section needs an accessory")
    elif kind == CONTAINER:
        length(one.get("components"), (1, LIMITS["message"]["components"]), f"{path}.components")
        inside = [child.get("type") for child in one["components"]]
        need(all(child in IN_A_CONTAINER for child in inside), path, f"a container cannot hold {inside}")
        colour = one.get("accent_color")
        need(colour is None or 0 <= colour <= 0xFFFFFF, f"{path}.accent_color", "no color")
    for number, child in enumerate(one.get("components", ())):
        check_component(child, f"{path}.components.{number}", files)
    if "accessory" in one:
        check_component(one["accessory"], f"{path}.accessory", files)


def check_row(one: JSON, path: str) -> None:
    """Refuse a row that is empty, too full, or mixed."""
    inside = [child.get("type") for child in one.get("components", ())]
    buttons = set(inside) == {BUTTON} and len(inside) <= LIMITS["components"]["row_buttons"]
    select = len(inside) == 1 and inside[0] in (*SELECTS, INPUT)
    need(buttons or select, path, f"a row cannot hold {inside}")


def check_button(one: JSON, path: str) -> None:
    """Refuse a button without a label, or with fields that its style does not have."""
    style = one.get("style")
    need(style in range(1, 7), f"{path}.style", f"unknown style {style}")
    need(one.get("label") or one.get("emoji") or style == PREMIUM, path, "a button needs a label or an emoji")
    within(one, LIMITS["button"], path)
    named = "url" if style == LINK else "sku_id" if style == PREMIUM else "custom_id"
    others = {"url", "sku_id", "custom_id"} - {named}
    need(one.get(named) and not any(one.get(other) for other in others), path, f"a button of style {style}: {named}")


def check_select(one: JSON, path: str) -> None:
    """Refuse a select with missing, too many, duplicate or too long options."""
    limit = LIMITS["select"]
    need(one.get("custom_id"), f"{path}.custom_id", "required")
    within(one, {"placeholder": limit["placeholder"]}, path)
    if one["type"] != SELECT:
        return
    options = one.get("options")
    length(options, (1, limit["options"]), f"{path}.options")
    assert options is not None
    values = [option.get("value") for option in options]
    need(len(set(values)) == len(values), f"{path}.options", f"the values must be unique: {values}")
    for number, option in enumerate(options):
        where = f"{path}.options.{number}"
        known(option, ("label", "value", "description", "emoji", "default"), where)
        need("label" in option and "value" in option, where, "label and value are required")
        within(option, {name: limit[name] for name in ("label", "value", "description")}, where)
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    need(0 <= least <= most <= len(options), path, f"between {least} and {most} of {len(options)} options")


def check_media(media: JSON | None, files: Sequence[str], path: str) -> None:
    """Refuse a picture that is neither attached nor a web address."""
    address = (media or {}).get("url", "")
    name = address.removeprefix("attachment://")
    need(address.startswith(("https://", "http://")) or name in files, path, f"{address!r} is none of {list(files)}")


def check_modal(data: JSON) -> None:
    """Refuse a modal that Discord would not open."""
    limit = LIMITS["modal"]
    known(data, ("custom_id", "title", "components"), "modal")
    for name in ("custom_id", "title", "components"):
        length(data.get(name), limit[name], name)
    for number, outer in enumerate(data["components"]):
        path = f"components.{number}"
        need(outer.get("type") in (ROW, LABEL, TEXT), path, f"a modal cannot hold {outer.get('type')}")
        if outer["type"] == LABEL:
            within(outer, {"label": limit["label_label"], "description": limit["label_description"]}, path)
        for inner in walk([outer]):
            known(inner, LIMITS["components"]["types"].get(str(inner.get("type")), ()), path)
            if inner["type"] == INPUT:
                length(inner.get("custom_id"), LIMITS["components"]["custom_id"], f"{path}.custom_id")
                lengths = {"label": limit["input_label"], "value": limit["input_value"]}
                within(inner, {**lengths, "placeholder": limit["input_placeholder"]}, path)
                need(0 <= inner.get("min_length", 0) <= inner.get("max_length", 4000) <= 4000, path, "lengths")


def check_choices(choices: Sequence[JSON]) -> None:
    """Refuse suggestions that Discord would not show."""
    limit = LIMITS["autocomplete"]
    length(choices, limit["choices"], "choices")
    for number, choice in enumerate(choices):
        known(choice, ("name", "name_localizations", "value"), f"choices.{number}")
        length(choice.get("name"), limit["name"], f"choices.{number}.name")
        if isinstance(choice.get("value"), str):
            length(choice["value"], limit["value"], f"choices.{number}.value")


def check_commands(commands: Sequence[JSON]) -> None:
    """Refuse commands that Discord would not register."""
    limit = LIMITS["command"]
    for type_, most in ((1, limit["global"]), (2, limit["context_menus"]), (3, limit["context_menus"])):
        names = [one["name"] for one in commands if one.get("type", 1) == type_]
        need(len(names) <= most, "commands", f"{len(names)} commands of type {type_}")
        need(len(set(names)) == len(names), "commands", f"the names must be unique: {names}")
    for number, command in enumerate(commands):
        path = f"{number}"
        if command.get("type", 1) == 1:
            check_option(command, path)
        else:
            length(command.get("name"), limit["name"], f"{path}.name")
        need(characters(command) <= limit["characters"], path, f"{characters(command)} characters")


def check_option(option: JSON, path: str) -> None:
    """Refuse a command, group or option with an invalid name or description, or with too many parts."""
    limit = LIMITS["command"]
    names = {"en": option.get("name"), **(option.get("name_localizations") or {})}
    for locale, name in names.items():
        length(name, limit["name"], f"{path}.name")
        fits = isinstance(name, str) and COMMAND_NAME.fullmatch(name) and name == name.lower()
        need(fits, f"{path}.name", f"{name!r} is no name")
        need(locale == "en" or locale in limit["locales"], f"{path}.name_localizations", f"unknown {locale}")
    for described in (option.get("description"), *(option.get("description_localizations") or {}).values()):
        length(described, limit["description"], f"{path}.description")
    inner, choices = option.get("options") or [], option.get("choices") or []
    length(inner, limit["options"], f"{path}.options")
    length(choices, limit["choices"], f"{path}.choices")
    need(not (choices and option.get("autocomplete")), path, "choices and autocomplete exclude each other")
    needed = [one.get("required", False) for one in inner if one.get("type") not in (1, 2)]
    need(needed == sorted(needed, reverse=True), f"{path}.options", "required options come first")
    for choice in choices:
        length(choice.get("name"), limit["choice_name"], f"{path}.choices")
        if isinstance(choice.get("value"), str):
            length(choice["value"], limit["choice_value"], f"{path}.choices")
    called = [one.get("name") for one in inner]
    need(len(set(called)) == len(called), f"{path}.options", f"the names must be unique: {called}")
    for number, one in enumerate(inner):
        check_option(one, f"{path}.options.{number}")


def characters(option: JSON) -> int:
    """The number of characters of a command that count toward its limit: for every text its longest translation, nested
    options included.
    """
    total = 0
    for name in ("name", "description"):
        texts = [option.get(name) or "", *(option.get(f"{name}_localizations") or {}).values()]
        total += max(len(one) for one in texts)
    total += sum(len(str(one["value"])) + characters(one) for one in option.get("choices") or [])
    return total + sum(characters(one) for one in option.get("options") or [])
