"""The REST API, version 10: every request is checked against the limits, then changes the world."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.sockets.gateway import Gateway
from tests.sockets.limits import (
    LIMITS,
    PERMISSIONS,
    Refusal,
    check_choices,
    check_commands,
    check_message,
    check_modal,
    invalid,
    known,
    length,
    need,
    walk,
)
from tests.sockets.world import (
    BOT_PERMISSIONS,
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    FORUM,
    JSON,
    LOADING,
    NEWS,
    NEWS_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
    Channel,
    Interaction,
    Message,
    World,
    moment,
    snowflake,
)

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
DURATIONS = LIMITS["thread"]["archive_minutes"]


@dataclass
class Call:
    """A request."""

    ids: dict[str, str]
    query: dict[str, str]
    data: Any
    files: dict[int, tuple[str, bytes]]
    """Uploaded files by the number in their field's name."""
    received: float
    interaction: Interaction | None = field(default=None)

    def id(self, name: str) -> int:
        """A snowflake from the path."""
        return int(self.ids[name])


Handler = Callable[["Rest", Call], Awaitable[Any]]
ROUTES: list[tuple[str, str, Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Register the handler of a route; its result is the answer, None an empty one."""

    def register(handler: Handler) -> Handler:
        ROUTES.append((method, path, handler))
        return handler

    return register


class Rest:
    """The routes that the bot uses."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway

    # The bot itself

    @route("GET", "/users/@me")
    async def me(self, _: Call) -> JSON:
        return self.world.bot.payload() | {"verified": True, "mfa_enabled": False, "email": None}

    @route("GET", "/users/{user}")
    async def user(self, call: Call) -> JSON:
        found = self.world.users.get(call.id("user"))
        if found is None:
            raise Refusal(404, 10013, "Unknown User")
        return found.payload()

    @route("GET", "/oauth2/applications/@me")
    @route("GET", "/applications/@me")
    async def application(self, _: Call) -> JSON:
        owner = next(user for user in self.world.users.values() if not user.bot)
        return {
            "id": str(self.world.application),
            "name": "Arena Post",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": owner.payload(),
            "team": None,
            "verify_key": "0" * 64,
            "flags": 1 << 23,
            "integration_types_config": {"0": {}},
        }

    @route("GET", "/gateway/bot")
    async def gateway_address(self, _: Call) -> JSON:
        limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": self.gateway.concurrency}
        return {"url": self.gateway.address, "shards": self.gateway.shards, "session_start_limit": limit}

    # Commands and emojis

    @route("GET", "/applications/{application}/commands")
    async def commands(self, _: Call) -> list[JSON]:
        return self.world.commands

    @route("PUT", "/applications/{application}/commands")
    async def sync(self, call: Call) -> list[JSON]:
        check_commands(call.data)
        before = {(one["name"], one["type"]): one["id"] for one in self.world.commands}
        self.world.commands = [
            {
                "default_member_permissions": None,
                "dm_permission": True,
                "nsfw": False,
                "description": "",
                "options": [],
                **command,
                "type": command.get("type", 1),
                "id": before.get((command["name"], command.get("type", 1)), str(snowflake())),
                "application_id": str(self.world.application),
                "version": str(snowflake()),
            }
            for command in call.data
        ]
        self.world.syncs += 1
        return self.world.commands

    @route("GET", "/applications/{application}/guilds/{guild}/commands/{command}/permissions")
    async def command_settings(self, _: Call) -> JSON:
        """The server's settings for a command: none."""
        raise Refusal(404, 10066, "Unknown application command permissions")

    @route("GET", "/applications/{application}/emojis")
    async def emojis(self, _: Call) -> JSON:
        return {"items": self.world.emojis}

    @route("POST", "/applications/{application}/emojis")
    async def add_emoji(self, call: Call) -> JSON:
        limit = LIMITS["emoji"]
        known(call.data, ("name", "image"), "emoji")
        need(re.match(limit["name"], call.data.get("name", "")), "name", "2 to 32 letters, digits or underscores")
        need(call.data["name"] not in [one["name"] for one in self.world.emojis], "name", "already taken")
        need(str(call.data.get("image")).startswith("data:image/"), "image", "no picture")
        need(len(call.data["image"]) * 3 / 4 <= limit["bytes"], "image", "too large")
        need(len(self.world.emojis) < limit["count"], "emoji", "too many")
        made = {
            "id": str(snowflake()),
            "name": call.data["name"],
            "roles": [],
            "user": self.world.bot.payload(),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self.world.emojis.append(made)
        return made

    # Channels

    @route("GET", "/channels/{channel}")
    async def channel(self, call: Call) -> JSON:
        return self.world.channel_payload(self._place(call))

    @route("PATCH", "/channels/{channel}")
    async def edit_channel(self, call: Call) -> JSON:
        place = self._place(call)
        need(place.is_thread, "channel", "only threads are edited here")
        known(call.data, ("name", "archived", "locked", "auto_archive_duration", "applied_tags", "invitable"), "thread")
        if place.owner != self.world.bot.id or "locked" in call.data or place.locked:
            self._may(place, "manage_threads")
        length(call.data.get("name", place.name), LIMITS["thread"]["name"], "name")
        length(call.data.get("applied_tags", []), LIMITS["thread"]["tags"], "applied_tags")
        place.name = call.data.get("name", place.name)
        place.archived = call.data.get("archived", place.archived)
        place.locked = call.data.get("locked", place.locked)
        place.applied_tags = call.data.get("applied_tags", place.applied_tags)
        payload = self.world.channel_payload(place)
        await self.gateway.dispatch("THREAD_UPDATE", payload)
        return payload

    @route("DELETE", "/channels/{channel}")
    async def delete_channel(self, call: Call) -> JSON:
        place = self._place(call)
        self._may(place, "manage_threads" if place.is_thread else "manage_channels")
        return await self.remove(place)

    async def remove(self, place: Channel) -> JSON:
        """Remove the channel and notify the bot."""
        payload = self.world.channel_payload(place)
        del self.world.channels[place.id]
        await self.gateway.dispatch("THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE", payload)
        return payload

    @route("POST", "/channels/{channel}/threads")
    async def start_thread(self, call: Call) -> JSON:
        parent, limit = self._place(call), LIMITS["thread"]
        known(call.data, limit["fields"], "thread")
        length(call.data.get("name"), limit["name"], "name")
        minutes = call.data.get("auto_archive_duration")
        need(minutes is None or minutes in DURATIONS, "auto_archive_duration", f"one of {DURATIONS}")
        if parent.type == FORUM:
            return await self._start_post(call, parent)
        kind = call.data.get("type", 12)
        self._may(parent, "create_public_threads" if kind != 12 else "create_private_threads")
        fits = {TEXT: (PUBLIC_THREAD, 12), NEWS: (NEWS_THREAD,)}.get(parent.type, ())
        if kind not in fits:
            raise Refusal(400, 50024, "Cannot execute action on this channel type")
        return await self._announce(self.world.thread(parent, call.data["name"], self.world.bot.id, kind))

    async def _start_post(self, call: Call, parent: Channel) -> JSON:
        """A thread in a forum begins with its first message."""
        self._may(parent, "send_messages")
        length(call.data.get("applied_tags", []), LIMITS["thread"]["tags"], "applied_tags")
        listed = {one["id"] for one in parent.tags}
        need(set(call.data.get("applied_tags", [])) <= listed, "applied_tags", "unknown tag")
        first = self._compose(call, call.data.get("message") or {}, "fields", parent)
        place = self.world.thread(parent, call.data["name"], self.world.bot.id)
        place.applied_tags = call.data.get("applied_tags", [])
        first.channel, first.id = place.id, place.id
        self._keep(place, first)
        return await self._announce(place) | {"message": self.world.message_payload(first)}

    async def _announce(self, place: Channel) -> JSON:
        payload = self.world.channel_payload(place)
        await self.gateway.dispatch("THREAD_CREATE", payload | {"newly_created": True})
        return payload

    @route("POST", "/channels/{channel}/messages/{message}/threads")
    async def start_thread_from(self, call: Call) -> JSON:
        parent = self._place(call)
        message = self._message(call, parent)
        known(call.data, LIMITS["thread"]["fields"], "thread")
        length(call.data.get("name"), LIMITS["thread"]["name"], "name")
        self._may(parent, "create_public_threads")
        place = Channel(message.id, PUBLIC_THREAD, call.data["name"], parent.guild, parent.id, self.world.bot.id)
        self.world.channels[place.id] = place
        return await self._announce(place)

    @route("POST", "/users/@me/channels")
    async def open_dm(self, call: Call) -> JSON:
        person = int(call.data["recipient_id"])
        if person not in self.world.users or self.world.users[person].bot:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return self.world.channel_payload(self.world.dm(person))

    @route("PUT", "/channels/{channel}/thread-members/{user}")
    async def add_member(self, call: Call) -> None:
        self._may(self._place(call), "send_messages_in_threads")

    @route("DELETE", "/users/@me/guilds/{guild}")
    async def leave(self, call: Call) -> None:
        guild = self.world.guilds.pop(call.id("guild"))
        await self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)})

    # Messages

    @route("POST", "/channels/{channel}/messages")
    async def send(self, call: Call) -> JSON:
        place = self._place(call)
        if place.type not in (TEXT, NEWS, VOICE, STAGE, DM) and not place.is_thread:
            raise Refusal(400, 50008, "Cannot send messages in a non-text channel")
        if place.recipient is not None and not self.world.users[place.recipient].takes_dms:
            raise Refusal(403, 50007, "Cannot send messages to this user")
        self._may(place, "send_messages_in_threads" if place.is_thread else "send_messages")
        if call.files:
            self._may(place, "attach_files")
        if place.archived and place.locked:
            raise Refusal(400, 50083, "Thread is archived")
        nonce = call.data.get("nonce")
        if nonce is not None and call.data.get("enforce_nonce"):
            before = self.world.remembered(place.id, str(nonce))
            if before is not None:
                self.world.repeated_nonces += 1
                return self.world.message_payload(before, nonce=True)
        if place.archived:
            self.world.violations.append(f"a message into the archived thread {place.id}")
            raise Refusal(400, 50083, "Thread is archived")
        made = self._compose(call, call.data, "fields", place)
        self._keep(place, made)
        if nonce is not None:
            self.world.nonces[place.id, str(nonce)] = (made.id, time.time())
        return self.world.message_payload(made, nonce=True)

    @route("GET", "/channels/{channel}/messages")
    async def history(self, call: Call) -> list[JSON]:
        place = self._place(call)
        self._may(place, "read_message_history")
        limit = int(call.query.get("limit", 50))
        need(1 <= limit <= 100, "limit", "between 1 and 100")
        found = sorted(place.messages)
        if "before" in call.query:
            found = [id_ for id_ in found if id_ < int(call.query["before"])]
        if "after" in call.query:
            found = [id_ for id_ in found if id_ > int(call.query["after"])][:limit]
        return [self.world.message_payload(place.messages[id_]) for id_ in reversed(found[-limit:])]

    @route("GET", "/channels/{channel}/messages/{message}")
    async def message(self, call: Call) -> JSON:
        place = self._place(call)
        self._may(place, "read_message_history")
        return self.world.message_payload(self._message(call, place))

    @route("PATCH", "/channels/{channel}/messages/{message}")
    async def edit(self, call: Call) -> JSON:
        place = self._place(call)
        message = self._message(call, place)
        if message.author != self.world.bot.id:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        if place.archived:
            raise Refusal(400, 50083, "Thread is archived")
        if call.files:
            self._may(place, "attach_files")
        self._change(call, message, call.data, "edit_fields")
        return self.world.message_payload(message)

    @route("DELETE", "/channels/{channel}/messages/{message}")
    async def delete(self, call: Call) -> None:
        place = self._place(call)
        message = self._message(call, place)
        if message.author != self.world.bot.id:
            self._may(place, "manage_messages")
        else:
            place.withdrawn.add(message.id)
        message.deleted = True
        del place.messages[message.id]

    # Interactions

    @route("POST", "/interactions/{interaction}/{token}/callback")
    async def callback(self, call: Call) -> JSON | None:
        """The first answer, which is allowed within three seconds and once."""
        world = self.world
        found = call.interaction = self._interaction(call)
        waited = call.received - found.created
        if waited > LIMITS["interaction"]["first_answer_seconds"]:
            if not found.held_up:
                world.violations.append(f"the first answer to {describe(found)} took {waited:.1f} s")
            raise Refusal(404, 10062, "Unknown interaction")
        if found.callback is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        type_, data = call.data.get("type"), call.data.get("data") or {}
        known(call.data, ("type", "data"), "callback")
        self._fits(found, type_)
        place = world.channels[found.channel]
        if type_ == CHOICES:
            check_choices(data.get("choices", []))
            found.choices = data.get("choices", [])
        elif type_ == MODAL:
            check_modal(data)
            found.modal = data
        elif type_ == MESSAGE:
            found.original = self._compose(call, data, "webhook_fields", place)
            self._keep_answer(place, found.original)
        elif type_ == DEFERRED_MESSAGE:
            flags = data.get("flags", 0) & EPHEMERAL | LOADING
            found.original = Message(snowflake(), place.id, world.bot.id, flags=flags)
            self._keep_answer(place, found.original)
        else:
            assert found.source is not None
            found.original = found.source
            if type_ == UPDATE:
                self._change(call, found.source, data, "webhook_fields")
        found.callback, found.acknowledged = type_, call.received
        found.was_acknowledged.set()
        if type_ not in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
            found.answer(found.original)
        if call.query.get("with_response", "").lower() not in ("1", "true"):
            return None
        body: JSON = {"interaction": {"id": str(found.id), "type": found.type}}
        if found.original is not None:
            body["interaction"] |= {
                "response_message_id": str(found.original.id),
                "response_message_loading": type_ == DEFERRED_MESSAGE,
                "response_message_ephemeral": found.original.ephemeral,
            }
            body["resource"] = {"type": type_}
            if type_ in (MESSAGE, UPDATE):
                body["resource"]["message"] = world.message_payload(found.original)
        return body

    def _fits(self, found: Interaction, type_: Any) -> None:
        """Refuse an answer that is not allowed for this kind of interaction."""
        allowed = {
            2: (MESSAGE, DEFERRED_MESSAGE, MODAL),
            3: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL),
            4: (CHOICES,),
            5: (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE),
        }[found.type]
        need(type_ in allowed, "type", f"answer {type_} to an interaction of type {found.type}")
        if type_ in (DEFERRED_UPDATE, UPDATE):
            need(found.source is not None, "type", "there is no message to update")

    @route("POST", "/webhooks/{application}/{token}")
    async def follow_up(self, call: Call) -> JSON:
        found = self._answerable(call)
        place = self.world.channels[found.channel]
        if found.callback == DEFERRED_MESSAGE and found.thinking and found.original is not None:
            # The first follow-up replaces “thinking …” and keeps its visibility.
            made = found.original
            private = made.flags & EPHEMERAL
            self._change(call, made, call.data, "webhook_fields")
            made.flags = made.flags & ~EPHEMERAL | private
            made.edits, made.edited_at = 0, None
        else:
            made = self._compose(call, call.data, "webhook_fields", place)
            self._keep_answer(place, made)
        found.followups.append(made)
        found.answer(made)
        return self.world.message_payload(made)

    @route("GET", "/webhooks/{application}/{token}/messages/{message}")
    async def answer_message(self, call: Call) -> JSON:
        return self.world.message_payload(self._answer_of(call))

    @route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
    async def edit_answer(self, call: Call) -> JSON:
        found = self._answerable(call)
        message = self._answer_of(call)
        self._change(call, message, call.data, "webhook_fields")
        found.answer(message)
        return self.world.message_payload(message)

    @route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
    async def delete_answer(self, call: Call) -> None:
        found = self._answerable(call)
        message = self._answer_of(call)
        message.deleted = True
        self.world.channels[found.channel].messages.pop(message.id, None)
        found.answer(message)

    def _interaction(self, call: Call) -> Interaction:
        found = self.world.interactions.get(call.ids["token"])
        if found is None or found.expired:
            raise Refusal(404, 10062, "Unknown interaction")
        return found

    def _answerable(self, call: Call) -> Interaction:
        """The interaction of a token that is still valid and was acknowledged."""
        found = self.world.interactions.get(call.ids["token"])
        if found is None or found.expired:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if call.received - found.created > LIMITS["interaction"]["token_seconds"]:
            self.world.violations.append(f"an answer to {describe(found)} after its token has expired")
            raise Refusal(401, 50027, "Invalid Webhook Token")
        call.interaction = found
        if found.callback is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        return found

    def _answer_of(self, call: Call) -> Message:
        found = self._answerable(call)
        wanted = call.ids["message"]
        if wanted == "@original":
            message = found.original
        else:
            message = next((one for one in found.followups if str(one.id) == wanted), None)
        if message is None or message.deleted:
            raise Refusal(404, 10008, "Unknown Message")
        return message

    # Helpers of several routes

    def _place(self, call: Call) -> Channel:
        found = self.world.channels.get(call.id("channel"))
        if found is None:
            raise Refusal(404, 10003, "Unknown Channel")
        self._may(found, "view_channel")
        return found

    def _may(self, place: Channel, name: str) -> None:
        """Refuse what the bot has no permission for; using a permission missing in the README is a violation."""
        bit = 1 << PERMISSIONS.get(name, 63)
        if place.guild is None or self.world.permissions(self.world.bot.id, place) & bit:
            return
        if not bit & BOT_PERMISSIONS:
            self.world.violations.append(f"{name} is needed in channel {place.id}, which the README does not name")
        raise Refusal(403, *((50001, "Missing Access") if name == "view_channel" else (50013, "Missing Permissions")))

    def _message(self, call: Call, place: Channel) -> Message:
        found = place.messages.get(call.id("message"))
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    def _keep(self, place: Channel, message: Message) -> None:
        place.messages[message.id] = message
        place.last_message = message.id

    def _keep_answer(self, place: Channel, message: Message) -> None:
        if not message.ephemeral:
            self._keep(place, message)

    def _compose(self, call: Call, data: JSON, fields: str, place: Channel) -> Message:
        """Create a message of the bot in the channel."""
        made = Message(snowflake(), place.id, self.world.bot.id, flags=data.get("flags") or 0)
        self._apply(call, made, data, fields)
        if not (made.content or made.components or made.embeds or made.attachments):
            raise Refusal(400, 50006, "Cannot send an empty message")
        made.nonce = None if data.get("nonce") is None else str(data["nonce"])
        made.first_components = made.components
        allowed = data.get("allowed_mentions") or {"parse": ["users"]}
        texts = [made.content, *(one.get("content", "") for one in walk(made.components))]
        named = {int(one) for one in re.findall(r"<@!?(\d+)>", "\n".join(texts))}
        listed = {int(one) for one in allowed.get("users") or []}
        made.mentions = sorted(named if "users" in (allowed.get("parse") or []) else named & listed)
        return made

    def _change(self, call: Call, message: Message, data: JSON, fields: str) -> None:
        """Edit the message."""
        self._apply(call, message, data, fields)
        message.flags &= ~LOADING
        message.edits += 1
        message.edited_at = moment()
        if not message.first_components:
            message.first_components = message.components

    def _apply(self, call: Call, message: Message, data: JSON, fields: str) -> None:
        """Check the new content, then show it."""
        flags = message.flags | (data.get("flags") or 0)
        if message.flags & COMPONENTS_V2 and data.get("content"):
            raise invalid("content", "a message of components takes no content")
        listed: list[JSON] | None = data.get("attachments")
        wanted = {str(one.get("id")) for one in listed} if listed is not None else None
        kept = [one for one in message.attachments if wanted is None or one["id"] in wanted]
        uploads = dict(call.files.values())
        names = [str(one["filename"]) for one in kept]
        check_message(data, fields, uploads, names, flags)
        if message.flags & COMPONENTS_V2 and "components" not in data and listed is not None:
            shown = [one["media"]["url"] for one in walk(message.components) if "media" in one]
            need(not shown or names, "attachments", "pictures of the message are taken away")
        described = {str(one.get("id")): one for one in listed or []}
        for number, (name, held) in sorted(call.files.items()):
            details = described.get(str(number), {})
            named = details.get("filename", name)
            kept.append(self.world.attachment(named, held, message.channel, details.get("description")))
        message.attachments, message.flags = kept, flags
        message.content = data.get("content", message.content) or ""
        message.embeds = data.get("embeds", message.embeds) or []
        if "components" in data:
            addresses = {f"attachment://{one['filename']}": one["url"] for one in kept}
            message.components = [settle(one, addresses) for one in data["components"] or []]


def settle(component: JSON, addresses: dict[str, str]) -> JSON:
    """The component as Discord stores it: with the addresses of its pictures."""

    def settled(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: settled(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [settled(inner) for inner in value]
        return addresses.get(value, value) if isinstance(value, str) else value

    made: JSON = settled(component)
    return made


def describe(interaction: Interaction) -> str:
    """The interaction for a list of violations."""
    data = interaction.payload.get("data", {})
    return f"{data.get('custom_id') or data.get('name')} (type {interaction.type})"
