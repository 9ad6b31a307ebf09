"""Collects everything that the bot sends and checks it against Discord's limits and for unwanted pings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcord.backend.models import Message

from db.address import PostgresAddress
from db.rows import Person as Wishes
from table.notices.notification_settings import not_before
from tests.support.db.look import look
from tests.support.quick_simcord import walk_components
from tests.support.world import Person, World

_BUTTON, _SELECT, _TEXT, _GALLERY = 2, 3, 10, 12
_MESSAGE_CALLBACKS, _CHOICES_CALLBACK = (4, 7), 8
_MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Sent:
    """One thing that the bot sent: a message, an edit, or suggestions."""

    to: int | None
    """The person whose interaction it answers; None for other posts of the bot."""
    body: Mapping[str, Any]

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk_components(self.body.get("components") or []))

    @property
    def private(self) -> bool:
        """Whether it is private, like all answers of this bot except a board requested in public."""
        return self.to is not None

    @property
    def words(self) -> list[str]:
        """Everything readable in it, alt texts included."""
        found = [str(self.body.get("content") or "")]
        for part in self.components:
            found += [str(part.get(key) or "") for key in ("content", "label", "placeholder")]
            found += [str(option["label"]) for option in part.get("options", [])]
            found += [str(item.get("description") or "") for item in part.get("items", [])]
        found += [str(choice["name"]) for choice in self.body.get("choices", [])]
        return [words for words in found if words]


_ASKED = {
    "play": """SELECT person FROM seats JOIN matches ON matches.id = match, json_each(to_move)
               WHERE match = :match AND status = 'live' AND seat = json_each.value""",
    "join": """SELECT invited FROM seats JOIN matches ON id = match
               WHERE match = :match AND status = 'open' AND person IS NULL AND invited IS NOT NULL""",
    "accept": """SELECT person FROM seats JOIN offers USING (match)
                 WHERE match = :match AND seat != by_seat AND kind IN ('draw', 'undo', 'pause')""",
    "rematch": """SELECT person FROM seats JOIN matches ON id = match
                  WHERE match = :match AND status = 'over' AND person IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM moves WHERE moves.match = :match AND seq = version
                                  AND moves.seat = seats.seat AND kind != 'timeout'
                                  AND coalesce(json_extract(note, '$.prepared'), 0) = 0)""",
    "claim": """SELECT person FROM seats JOIN matches ON id = match WHERE match = :match AND status = 'live'
                AND (seat NOT IN (SELECT value FROM json_each(to_move)) OR json_array_length(to_move) > 1)""",
    "takeover": """SELECT json_extract(detail, '$.user') FROM offers WHERE match = :match AND kind = 'substitute'
                   UNION SELECT person FROM seats JOIN offers USING (match)
                   WHERE match = :match AND kind = 'substitute'
                   AND by_seat != json_extract(detail, '$.seat')
                   AND seat NOT IN (by_seat, json_extract(detail, '$.seat'))""",
}
"""By button: a query for the people whom a message with this button may ping."""


class MessageWatch:
    """All messages, edits and suggestions that the bot sent in one world."""

    def __init__(self, world: World, database: Path | PostgresAddress) -> None:
        self.world, self.database = world, database
        self.wrong_pings: list[str] = []
        self._users: dict[str, int] = {}
        world.env.backend.subscribers.append(self._notice)

    def _notice(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self._users[str(payload["token"])] = int((payload.get("member") or payload)["user"]["id"])
        elif event == "MESSAGE_CREATE":
            message = self.world.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            is_message = message.type in (0, 19, 20)  # without “… has started a thread”
            if is_message and message.author_id == self.world.env.backend.bot_user.id:
                self._look_for_pings(message)

    def _look_for_pings(self, message: Message) -> None:
        """Check, as the message is sent, that everybody pinged has to act in this match, as the message says."""
        text = " / ".join(part["content"] for part in walk_components(message.components) if part["type"] == _TEXT)
        if message.mention_everyone or message.ping_role_ids:
            self.wrong_pings.append(f"a crowd is pinged: {text}{message.content}")
        if not message.ping_user_ids:
            return
        unasked = {*message.ping_user_ids} - self._allowed(message) | self._unwilling(message)
        if unasked:
            names = [name for name, person in self.world.people.items() if person.id in unasked]
            self.wrong_pings.append(f"{names} pinged without being asked: {text}{message.content}")

    def _unwilling(self, message: Message) -> set[int]:
        """The pinged people who do not want notices, or not at this hour."""
        now = int(self.world.env.now().timestamp())
        people = [
            Wishes(person=user, language=language, notices=notices, quiet=quiet, zone=zone)
            for user, language, notices, quiet, zone in look(
                self.database, "SELECT person, language, notices, quiet, zone FROM people"
            )
        ]
        unwilling = {one.person for one in people if one.notices == "none" or not_before(one, now) != now}
        return unwilling & {*message.ping_user_ids}

    def _allowed(self, message: Message) -> set[int]:
        """The people whom the message may ping: those to act, those notified of the end, the recipient of a private
        message."""
        recipients = self.world.env.backend.channels[message.channel_id].recipient_ids
        if recipients:
            return set(recipients)
        ids = [str(part.get("custom_id") or "") for part in walk_components(message.components)]
        found = re.search(r"ap:press:(play|join|accept|rematch|claim|takeover):(\d+):", " ".join(ids))
        if found is None:
            return set()
        return {int(row[0]) for row in look(self.database, _ASKED[found[1]], match=int(found[2]))}

    def sent(self, to: Person | None = None, *, public: bool = False) -> Iterator[Sent]:
        """Yield everything sent, everything that answered this person, or everything posted in public."""
        for request in self.world.env.backend.http_requests:
            one = self._read(request.method, request.path, request.json)
            if one is not None and (to is None or one.to == to.id) and not (public and one.private):
                yield one

    def _read(self, method: str, path: str, body: Any) -> Sent | None:
        if not isinstance(body, dict) or method not in ("POST", "PATCH", "PUT"):
            return None
        if method == "POST" and re.fullmatch(r"/channels/\d+/messages", path):
            return Sent(None, body)
        if path.startswith("/interactions/"):
            kind = body.get("type")
            data = body.get("data") or {}
            if kind not in (*_MESSAGE_CALLBACKS, _CHOICES_CALLBACK):
                return None
            return Sent(self._users[path.split("/")[3]], data)
        if path.startswith("/webhooks/"):
            return Sent(self._users[path.split("/")[3]], body)
        return None

    def check(self) -> None:
        """Fail if somebody was pinged without reason, or Discord would refuse something that was sent."""
        assert not self.wrong_pings, self.wrong_pings
        for one in self.sent():
            assert not (found := list(too_much(one))), (found, json.dumps(one.body, ensure_ascii=False)[:2000])
        for messages in self.world.env.backend.messages.values():
            for message in messages.values():
                assert all(file["size"] < 10 * _MEBIBYTE for file in message.attachments)


def too_much(one: Sent) -> Iterator[str]:
    """Yield the parts that exceed Discord's limits, and pictures without alt text."""
    body, parts = one.body, one.components
    if len(body.get("content") or "") > 2000:
        yield "more than 2,000 characters"
    if sum(len(part["content"]) for part in parts if part["type"] == _TEXT) > 4000:
        yield "more than 4,000 characters in the layout"
    if len(parts) > 40:
        yield "more than 40 components"
    ids = [part["custom_id"] for part in parts if part.get("custom_id")]
    if len(set(ids)) != len(ids):
        yield "a custom id twice"
    yield from (f"custom id too long: {one}" for one in ids if len(one) > 100)
    for part in parts:
        if part["type"] == _BUTTON and not 1 <= len(part.get("label") or "") <= 80:
            yield "a button's label"
        if part["type"] == _SELECT:
            yield from _in_select(part)
        if part["type"] == _GALLERY:
            yield from (
                "alternative text" for item in part["items"] if not 1 <= len(item.get("description") or "") <= 1024
            )
    for file in body.get("attachments") or []:
        if str(file.get("filename", "")).endswith(".png") and not 1 <= len(file.get("description") or "") <= 1024:
            yield "a picture's description"
    choices = body.get("choices") or []
    if len(choices) > 25:
        yield "more than 25 suggestions"
    if any(not 1 <= len(str(choice[key])) <= 100 for choice in choices for key in ("name", "value")):
        yield "a suggestion's length"


def _in_select(part: Mapping[str, Any]) -> Iterator[str]:
    options = part["options"]
    if not 1 <= len(options) <= 25:
        yield "the number of a select's options"
    if any(not 1 <= len(option[key]) <= 100 for option in options for key in ("label", "value")):
        yield "an option's length"
    if len({option["value"] for option in options}) != len(options):
        yield "an option twice"
    if len(part.get("placeholder") or "") > 150:
        yield "a placeholder's length"
