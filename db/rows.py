"""The rows of every table, and what callers pass to make new ones.

Field names are column names, in the columns' order. A `person` is a Discord id, or negative: a
computer player, who is seated without being asked. Times are unix seconds. Positions,
options, codes of moves, results and payloads are JSON text that this room never reads.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

Status = Literal["open", "live", "over", "cancelled"]


class Match(Struct, frozen=True, kw_only=True):
    id: int
    guild: int | None
    channel: int
    parent: int | None
    """The channel that holds `channel`, when that is a thread."""
    game: str
    options: str
    seats: int
    seed: str
    seed_hash: str
    rules_version: int
    status: Status
    version: int
    """How many entries `moves` has."""
    position: str
    """After `version` entries; empty before the start."""
    to_move: tuple[int, ...]
    language: str
    palette: str
    result: str
    creator: int
    created_at: int
    updated_at: int
    ended_at: int | None
    clock: str = ""
    """How long the players may think; empty: as long as they like."""
    timing: str = ""
    """What is left of it."""
    rated: bool = False
    origin: int | None = None
    """The match that this one is a rematch of."""
    hints: bool = False
    """Whether its players may ask for hints."""


class Seat(Struct, frozen=True, kw_only=True):
    match: int
    seat: int
    person: int | None
    invited: int | None
    joined_at: int | None


class Move(Struct, frozen=True, kw_only=True):
    match: int
    seq: int
    seat: int | None
    kind: str
    codes: str
    note: str
    at: int


class Draft(Struct, frozen=True, kw_only=True):
    match: int
    seat: int
    version: int
    """The match's version that the codes continue."""
    codes: tuple[str, ...]
    revision: int
    """Grows with every change, so that a control made for an earlier draft is recognised."""
    updated_at: int


class Offer(Struct, frozen=True, kw_only=True):
    match: int
    kind: str
    by_seat: int
    version: int
    detail: str
    created_at: int


class SeenOffer(Struct, frozen=True):
    """The offer of a kind that a caller has read, None if there was none."""

    offer: Offer | None


Obstacle = Literal["forbidden", "gone", "refused"]
"""We may not post a message; its channel was not found; it cannot be sent in this form."""


class Message(Struct, frozen=True, kw_only=True):
    """A row of the outbox. It waits until `sent_at` or `failed` is set."""

    id: int
    match: int | None
    """None: it belongs to a server and to no match."""
    channel: int
    kind: str
    payload: str
    nonce: str
    """Goes with every attempt to send, so that Discord drops a second copy."""
    not_before: int
    attempts: int
    created_at: int
    sent_at: int | None
    message: int | None
    """Discord's id of the sent message."""
    trouble: str | None
    """Why the latest attempt did not succeed."""
    failed: str | None
    """Why it was given up."""
    person: int | None = None
    """Goes to this person and not to the channel, which then only keeps the order."""
    revision: int = 0
    """How often what it shows has changed since it was posted."""
    shown: int | None = None
    """The revision that Discord shows. None: the message is never edited (again)."""
    obstacle: Obstacle | None = None
    """What kind of trouble that was; None for trouble that may pass by itself."""
    guild: int | None = None
    """The server that it belongs to, if it does not belong to a match."""

    @property
    def of_match(self) -> int:
        """The match that it belongs to, where it must belong to one."""
        assert self.match is not None
        return self.match


class Outdated(Struct, frozen=True, kw_only=True):
    """A sent message that shows less than its newest revision."""

    message: Message
    superseded: bool
    """Whether a newer message of its kind was sent for the match."""


class Due(Struct, frozen=True, kw_only=True):
    id: int
    at: int
    kind: str
    match: int | None
    """None: it belongs to a server and to no match."""
    payload: str
    guild: int | None = None
    """The server that it belongs to, if it does not belong to a match."""

    @property
    def of_match(self) -> int:
        """The match that it belongs to, where it must belong to one."""
        assert self.match is not None
        return self.match


class Person(Struct, frozen=True, kw_only=True):
    """What a person has chosen. Empty fields mean: nothing chosen."""

    person: int
    language: str = ""
    palette: str = ""
    notices: str = ""
    remind: str = ""
    quiet: str = ""
    zone: str = ""


class Guild(Struct, frozen=True, kw_only=True):
    """What a server has chosen. Empty fields mean: nothing chosen; no channels: all of them."""

    guild: int
    language: str = ""
    clock: str = ""
    channels: tuple[int, ...] = ()
    thread: bool = False


class Sitting(Struct, frozen=True, kw_only=True):
    """From version `since` on this person had the seat, until the next sitting there."""

    match: int
    seat: int
    since: int
    person: int | None


class ClockStop(Struct, frozen=True):
    """A stretch of time in which a match's clocks stand still; without an end, until further notice."""

    starts: int
    ends: int | None


class Vacation(Struct, frozen=True, kw_only=True):
    id: int
    person: int
    starts: int
    ends: int


class Plan(Struct, frozen=True, kw_only=True):
    """Answers that a seat has prepared. `steps` is text that this room never reads."""

    id: int
    match: int
    seat: int
    kind: str
    steps: tuple[str, ...]
    since: int
    """The version it was made or last went on at."""


class Exercise(Struct, frozen=True, kw_only=True):
    """A lesson or a puzzle that a person has begun."""

    id: int
    person: int
    kind: str
    game: str
    item: str
    picks: tuple[str, ...]
    """What is picked in the present try."""
    tries: int
    """How many tries went wrong."""
    revision: int
    """Grows with every change."""
    begun_at: int
    updated_at: int
    solved_at: int | None
    shown_at: int | None = None
    """When the person was shown the solution of a puzzle that they had not solved."""


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A person's strength at the puzzles of a game."""

    person: int
    game: str
    mu: float
    sigma: float
    puzzles: int
    at: int


class PuzzleResult(Struct, frozen=True, kw_only=True):
    """What the first try at a puzzle has counted, and how it has changed the person's rating."""

    person: int
    game: str
    item: str
    won: bool
    mu: float
    mu_after: float
    at: int


class DailyPuzzle(Struct, frozen=True, kw_only=True):
    """The puzzle of a day, which is counted from the epoch in UTC."""

    day: int
    game: str
    item: str


class DailySolver(Struct, frozen=True, kw_only=True):
    """When a person has solved the puzzle of a day."""

    day: int
    person: int
    at: int


class DailyPost(Struct, frozen=True, kw_only=True):
    """Where and when a server has the puzzle of the day posted."""

    guild: int
    channel: int
    hour: int
    zone: str
    language: str
    """Counts while the server has chosen none."""
    posted: int | None = None
    """The day of the last post."""
    stopped: str = ""
    """Why nothing is posted any more; empty while it goes on."""


class MatchRows(Struct, frozen=True, kw_only=True):
    """A match with its seats, people, drafts, offers, plans, due rows and clock stops, all of one moment."""

    match: Match
    seats: tuple[Seat, ...]
    people: Mapping[int, Person]
    """By Discord's id: everybody who sits there or is invited, whether they have chosen something or not."""
    drafts: Mapping[int, Draft]
    """By seat."""
    offers: Mapping[str, Offer]
    """By kind, the oldest first."""
    plans: tuple[Plan, ...]
    """All seats', the oldest first."""
    due: Mapping[str, Due]
    """By kind, the soonest first."""
    stops: tuple[ClockStop, ...]
    """Stretches in which the match's clocks stand still, planned ones too."""
    paused: int | None
    """Since when the match is paused, if it is."""


class Rating(Struct, frozen=True, kw_only=True):
    """A person's strength in a game, in one server or (`guild` 0) everywhere."""

    game: str
    guild: int
    person: int
    mu: float
    sigma: float
    matches: int
    at: int


class SeatResult(Struct, frozen=True, kw_only=True):
    """The result of one seat of a finished match, and the person it counts for."""

    match: int
    seat: int
    person: int | None
    place: int
    tied: bool


class StoredReview(Struct, frozen=True, kw_only=True):
    """The review of a match at a version, by a version of the reviewer, as text that this room never reads."""

    match: int
    version: int
    reviewer: int
    review: str
    at: int


class Hint(Struct, frozen=True, kw_only=True):
    """What a seat was advised to decide at a version of the match."""

    match: int
    seat: int
    version: int
    codes: tuple[str, ...]
    at: int


class NewMatch(Struct, frozen=True, kw_only=True):
    guild: int | None
    channel: int
    parent: int | None = None
    game: str
    options: str = "{}"
    seed: str
    seed_hash: str
    rules_version: int
    language: str
    palette: str = ""
    creator: int
    clock: str = ""
    rated: bool = False
    origin: int | None = None
    hints: bool = False


class NewMove(Struct, frozen=True, kw_only=True):
    seat: int | None
    kind: str = "play"
    codes: str = "[]"
    note: str = "{}"


class NewOffer(Struct, frozen=True, kw_only=True):
    kind: str
    by_seat: int
    detail: str = "{}"


class NewMessage(Struct, frozen=True, kw_only=True):
    kind: str
    payload: str = "{}"
    channel: int | None = None
    """None: wherever the match is played."""
    not_before: int = 0
    person: int | None = None
    """To this person and not to a channel."""


class NewDue(Struct, frozen=True, kw_only=True):
    """Takes the place of the match's earlier due row of the same kind."""

    at: int
    kind: str
    payload: str = "{}"


class Commit(Struct, frozen=True, kw_only=True):
    """Everything that one confirmed step changes; it is stored whole or not at all.

    Drafts are dropped, except those of `keep_drafts`, which continue from the new version (seats that decide at once
    do not lose their half-made choice to another's). A commit that ends the match clears its drafts, offers and due
    rows; the ones named here are set after that.
    """

    match: int
    expected_version: int
    expected_status: Status | None = None
    """None: any."""
    moves: Sequence[NewMove]
    position: str
    to_move: Sequence[int]
    status: Status = "live"
    result: str = ""
    keep_drafts: Sequence[int] = ()
    offers: Sequence[NewOffer] = ()
    clear_offers: Sequence[str] = ()
    due: Sequence[NewDue] = ()
    clear_due: Sequence[str] = ()
    """Kinds; one that ends with a colon stands for all that begin so."""
    timing: str | None = None
    """None: as it was."""
    plans: Sequence[Plan] = ()
    """Plans whose steps have changed; they continue from the new version."""
    drop_plans: Sequence[int] = ()
    outbox: Sequence[NewMessage] = ()
    outdates: Sequence[str] = ()
    """Kinds of messages that are to be edited because of it."""
    interaction: int | None = None


class Taken(Struct, frozen=True, kw_only=True):
    """What a process needs to send the messages of a channel, as it was right after a commit."""

    former: str
    """The process that had the channel's lease before and did not release it: it may have sent some of them."""
    messages: Sequence[Message]
    """All that wait in the channel, in the order of posting."""
    rows: MatchRows


class Committed(Struct, frozen=True, kw_only=True):
    match: Match
    moves: tuple[Move, ...]
    outbox: tuple[Message, ...]
    taken: Taken | None = None
    """None also while another process sends to the match's channel."""
