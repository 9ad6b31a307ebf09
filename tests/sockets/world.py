"""The data of a fake Discord: people, servers, channels, messages, commands, interactions. No sockets here."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.sockets.limits import LIMITS, PERMISSIONS

JSON = dict[str, Any]

EPOCH = 1420070400000
TEXT, DM, VOICE, NEWS, STAGE, FORUM = 0, 1, 2, 5, 13, 15
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
EPHEMERAL, COMPONENTS_V2, LOADING = 1 << 6, 1 << 15, 1 << 7
KEPT_FILES = 400
"""Number of attachments whose bytes are kept."""

_counter = itertools.count(1)


def snowflake() -> int:
    """A new id, greater than all earlier ones."""
    return (int(time.time() * 1000) - EPOCH << 22) | next(_counter) & 0x3FFFFF


def moment(at: float | None = None) -> str:
    """A time in Discord's format."""
    return datetime.fromtimestamp(time.time() if at is None else at, UTC).isoformat()


def bits(*names: str) -> int:
    """Permissions as a number."""
    return sum(1 << PERMISSIONS[name] for name in names)


BOT_PERMISSIONS = bits(*LIMITS["permissions"])
"""The permissions that the README names."""
PEOPLE_PERMISSIONS = BOT_PERMISSIONS & ~bits("manage_threads") | bits("use_application_commands", "add_reactions")


@dataclass
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    takes_dms: bool = True

    def payload(self) -> JSON:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
        }


@dataclass
class Guild:
    """A server: everybody has no permissions by default; people and the bot have a role each."""

    id: int
    name: str
    owner: int
    bot_role: int
    people_role: int
    members: dict[int, int] = field(default_factory=dict)
    """Permissions of each member, the bot included."""
    bot_permissions: int = BOT_PERMISSIONS
    locale: str = "en-US"
    system_channel: int | None = None

    def role(self, id_: int, name: str, permissions: int, position: int, tags: JSON | None = None) -> JSON:
        return {
            "id": str(id_),
            "name": name,
            "permissions": str(permissions),
            "position": position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": bool(tags),
            "mentionable": False,
            "flags": 0,
            **({"tags": tags} if tags else {}),
        }


@dataclass
class Channel:
    """A channel, a thread, or a person's private messages."""

    id: int
    type: int
    name: str
    guild: int | None
    parent: int | None = None
    owner: int | None = None
    recipient: int | None = None
    archived: bool = False
    locked: bool = False
    hidden_from: set[int] = field(default_factory=set)
    """People (and the bot) who cannot see the channel."""
    tags: list[JSON] = field(default_factory=list)
    applied_tags: list[str] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    """Messages that their authors have deleted."""
    last_message: int | None = None

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


@dataclass
class Message:
    """A message in its current state."""

    id: int
    channel: int
    author: int
    content: str = ""
    components: list[JSON] = field(default_factory=list)
    embeds: list[JSON] = field(default_factory=list)
    attachments: list[JSON] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    mentions: list[int] = field(default_factory=list)
    """The people whom it pinged."""
    edits: int = 0
    edited_at: str | None = None
    deleted: bool = False
    first_components: list[JSON] = field(default_factory=list)
    """The components as first sent."""

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)


@dataclass
class Interaction:
    """An action of a person, and the state of the bot's answer."""

    id: int
    token: str
    type: int
    user: int
    channel: int
    created: float
    payload: JSON
    source: Message | None = None
    """The message with the control that was used."""
    acknowledged: float | None = None
    callback: int | None = None
    """The type of the first answer."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: JSON | None = None
    choices: list[JSON] | None = None
    expired: bool = False
    held_up: bool = False
    """Whether the scenario has kept the bot from answering in time."""
    may_repeat: bool = False
    """Whether a second first answer is allowed: the bot did not learn of its first one, or got the interaction twice.
    """
    was_acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    was_answered: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is something to read: a message, an edit, a modal, or choices."""
    answers: int = 0
    shown: tuple[str, list[JSON]] = ("", [])
    """Content and components of the newest answer when it was sent."""
    given_up: bool = False

    @property
    def thinking(self) -> bool:
        """Whether the person sees that the bot is thinking."""
        return self.callback == 5 and self.answers == 0

    def answer(self, message: Message | None = None) -> None:
        """Record an answer that the person can read."""
        self.answers += 1
        if message is not None:
            self.shown = (message.content, message.components)
        self.was_answered.set()

    def give_up(self) -> None:
        """Stop waiting for an answer, because the bot has ended."""
        self.given_up = True
        self.was_acknowledged.set()
        self.was_answered.set()


class World:
    """All data of this fake Discord."""

    def __init__(self, *, nonce_seconds: float = LIMITS["nonce"]["seconds"]) -> None:
        self.nonce_seconds = nonce_seconds
        self.bot = User(snowflake(), "Arena Post", bot=True)
        self.application = self.bot.id
        self.token = f"{'T' * 26}.{'G' * 6}.{'x' * 38}"
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: list[JSON] = []
        self.syncs = 0
        self.emojis: list[JSON] = []
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[int, str], tuple[int, float]] = {}
        self.repeated_nonces = 0
        self.cdn = ""
        """The base address of attachments."""
        self.files: OrderedDict[int, bytes] = OrderedDict()
        self.violations: list[str] = []
        """The bot's violations of Discord's rules."""

    # People and places

    def person(self, name: str, *, locale: str = "en-US") -> User:
        """Add a person."""
        made = User(snowflake(), name, locale=locale)
        self.users[made.id] = made
        return made

    def guild(self, name: str, *people: User, system_channel: bool = False) -> Guild:
        """Add a server with these people and the bot."""
        made = Guild(snowflake(), name, people[0].id, snowflake(), snowflake())
        made.members = {one.id: PEOPLE_PERMISSIONS for one in people}
        made.members[self.bot.id] = made.bot_permissions
        self.guilds[made.id] = made
        if system_channel:
            made.system_channel = self.channel(made, "general").id
        return made

    def channel(self, guild: Guild, name: str, type_: int = TEXT, hidden_from: tuple[User, ...] = ()) -> Channel:
        """Add a channel to the server."""
        made = Channel(snowflake(), type_, name, guild.id, hidden_from={one.id for one in hidden_from})
        self.channels[made.id] = made
        return made

    def thread(self, parent: Channel, name: str, owner: int, type_: int = PUBLIC_THREAD) -> Channel:
        """Add a thread to the channel."""
        made = Channel(snowflake(), type_, name, parent.guild, parent=parent.id, owner=owner)
        self.channels[made.id] = made
        return made

    def dm(self, person: int) -> Channel:
        """The private messages between the bot and the person."""
        for one in self.channels.values():
            if one.recipient == person:
                return one
        made = Channel(snowflake(), DM, "", None, recipient=person)
        self.channels[made.id] = made
        return made

    def permissions(self, user: int, channel: Channel) -> int:
        """The member's permissions in the channel."""
        if channel.guild is None:
            return BOT_PERMISSIONS
        place = self.channels.get(channel.parent or 0, channel)
        may = self.guilds[channel.guild].members.get(user, 0)
        return 0 if user in place.hidden_from or user in channel.hidden_from else may

    # Payloads

    def guild_payload(self, guild: Guild) -> JSON:
        """The server's data for GUILD_CREATE."""
        here = [one for one in self.channels.values() if one.guild == guild.id]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner),
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "description": None,
            "banner": None,
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": guild.locale,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [
                guild.role(guild.id, "@everyone", 0, 0),
                guild.role(guild.people_role, "people", PEOPLE_PERMISSIONS, 1),
                guild.role(guild.bot_role, "Arena Post", guild.bot_permissions, 2, {"bot_id": str(self.bot.id)}),
            ],
            "application_id": None,
            "system_channel_id": None if guild.system_channel is None else str(guild.system_channel),
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "max_members": 500000,
            "joined_at": moment(),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [self.member_payload(guild, self.bot.id)],
            "channels": [self.channel_payload(one) for one in here if not one.is_thread],
            "threads": [self.channel_payload(one) for one in here if one.is_thread and not one.archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "incidents_data": None,
        }

    def member_payload(self, guild: Guild, user: int, channel: Channel | None = None) -> JSON:
        """The member's data, with their permissions if the channel is given."""
        role = guild.bot_role if user == self.bot.id else guild.people_role
        may = {} if channel is None else {"permissions": str(self.permissions(user, channel))}
        return {
            "user": self.users[user].payload(),
            "nick": None,
            "avatar": None,
            "roles": [str(role)],
            "joined_at": moment(),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "communication_disabled_until": None,
            "flags": 0,
            **may,
        }

    def channel_payload(self, channel: Channel) -> JSON:
        """The channel's data."""
        base: JSON = {
            "id": str(channel.id),
            "type": channel.type,
            "flags": 0,
            "last_message_id": None if channel.last_message is None else str(channel.last_message),
        }
        if channel.type == DM:
            assert channel.recipient is not None
            return {**base, "recipients": [self.users[channel.recipient].payload()]}
        base |= {"guild_id": str(channel.guild), "name": channel.name, "rate_limit_per_user": 0}
        base["parent_id"] = None if channel.parent is None else str(channel.parent)
        if channel.is_thread:
            return base | {
                "owner_id": str(channel.owner),
                "message_count": len(channel.messages),
                "total_message_sent": len(channel.messages),
                "member_count": 1,
                "applied_tags": channel.applied_tags,
                "thread_metadata": {
                    "archived": channel.archived,
                    "auto_archive_duration": 4320,
                    "archive_timestamp": moment(),
                    "create_timestamp": moment(),
                    "locked": channel.locked,
                },
            }
        base |= {
            "position": 0,
            "nsfw": False,
            "topic": None,
            "permission_overwrites": [
                {"id": str(one), "type": 1, "allow": "0", "deny": str(bits("view_channel"))}
                for one in sorted(channel.hidden_from)
            ],
        }
        if channel.type in (VOICE, STAGE):
            base |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
        if channel.type == FORUM:
            base |= {"available_tags": channel.tags, "default_reaction_emoji": None, "default_sort_order": None}
        return base

    def message_payload(self, message: Message, *, nonce: bool = False) -> JSON:
        """The message's data."""
        return {
            "id": str(message.id),
            "channel_id": str(message.channel),
            "type": 0,
            "author": self.users[message.author].payload(),
            "content": message.content,
            "timestamp": moment(((message.id >> 22) + EPOCH) / 1000),
            "edited_timestamp": message.edited_at,
            "tts": False,
            "mention_everyone": False,
            "mentions": [self.users[one].payload() for one in message.mentions if one in self.users],
            "mention_roles": [],
            "mention_channels": [],
            "attachments": message.attachments,
            "embeds": message.embeds,
            "components": message.components,
            "pinned": False,
            "flags": message.flags,
            **({"nonce": message.nonce} if nonce and message.nonce else {}),
        }

    # Messages

    def remembered(self, channel: int, nonce: str) -> Message | None:
        """The recent message of the channel with this nonce."""
        id_, at = self.nonces.get((channel, nonce), (0, 0.0))
        if time.time() - at >= self.nonce_seconds:
            return None
        return self.channels[channel].messages.get(id_)

    def keep_file(self, data: bytes) -> int:
        """Keep the bytes of an attachment; return its id."""
        id_ = snowflake()
        self.files[id_] = data
        while len(self.files) > KEPT_FILES:
            self.files.popitem(last=False)
        return id_

    def attachment(self, name: str, data: bytes, channel: int, description: str | None = None) -> JSON:
        """An attachment that anyone with its address can get."""
        id_ = self.keep_file(data)
        address = f"{self.cdn}/attachments/{channel}/{id_}/{name}"
        return {
            "id": str(id_),
            "filename": name,
            "description": description,
            "size": len(data),
            "url": address,
            "proxy_url": address,
            "content_type": "image/png" if name.endswith(".png") else "application/octet-stream",
        }

    def thinking(self) -> list[Interaction]:
        """The interactions that the bot has acknowledged but not answered."""
        return [one for one in self.interactions.values() if one.thinking]
