"""The rows of every table, and the parameters for new rows.

Field names are column names, in column order. A `person` is a Discord id; a negative one is a computer player, who
needs no invitation. Times are Unix seconds. Positions, options, move codes, results and payloads are JSON text that
this room never parses.
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
    """The channel that contains the thread `channel`; None if `channel` is not a thread."""
    game: str
    options: str
    seats: int
    seed: str
    seed_hash: str
    rules_version: int
    status: Status
    version: int
    """The number of entries in `moves`."""
    position: str
    """The position after `version` entries; empty before the start."""
    to_move: tuple[int, ...]
    language: str
    palette: str
    result: str
    creator: int
    created_at: int
    updated_at: int
    ended_at: int | None
    clock: str = ""
    """The time limit; empty for none."""
    timing: str = ""
    """The remaining time, as JSON."""
    rated: bool = False
    origin: int | None = None
    """The match of which this one is a rematch."""
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
    """The match version that the codes continue."""
    codes: tuple[str, ...]
    revision: int
    """Grows with every change, so that controls of an earlier draft are recognized as outdated."""
    updated_at: int


class Offer(Struct, frozen=True, kw_only=True):
    match: int
    kind: str
    by_seat: int
    version: int
    detail: str
    created_at: int


class SeenOffer(Struct, frozen=True):
    """The offer that a caller has read; None if there was none."""

    offer: Offer | None


Obstacle = Literal["forbidden", "gone", "refused"]
"""forbidden: missing permission to post. gone: the channel was not found. refused: Discord rejects the content."""


class Message(Struct, frozen=True, kw_only=True):
    """A row of the outbox. It waits until `sent_at` or `failed` is set."""

    id: int
    match: int | None
    """None if it belongs to a server."""
    channel: int
    kind: str
    payload: str
    nonce: str
    """Sent with every attempt, so that Discord drops duplicates."""
    not_before: int
    attempts: int
    created_at: int
    sent_at: int | None
    message: int | None
    """Discord's id of the sent message."""
    trouble: str | None
    """The reason why the latest attempt failed."""
    failed: str | None
    """The reason why sending was given up."""
    person: int | None = None
    """Sent to this person as a private message; the channel then only fixes the order."""
    revision: int = 0
    """The number of changes to its content since it was posted."""
    shown: int | None = None
    """The revision that Discord shows; None if the message will not be edited (again)."""
    obstacle: Obstacle | None = None
    """The kind of trouble; None for temporary trouble."""
    guild: int | None = None
    """Its server, if it does not belong to a match."""

    @property
    def of_match(self) -> int:
        """The match id of a message that must belong to a match."""
        assert self.match is not None
        return self.match


class Outdated(Struct, frozen=True, kw_only=True):
    """A sent message that does not show its newest revision."""

    message: Message
    superseded: bool
    """Whether a newer message of its kind was sent for the match."""


class Due(Struct, frozen=True, kw_only=True):
    id: int
    at: int
    kind: str
    match: int | None
    """None if it belongs to a server."""
    payload: str
    guild: int | None = None
    """Its server, if it does not belong to a match."""

    @property
    def of_match(self) -> int:
        """The match id of a due row that must belong to a match."""
        assert self.match is not None
        return self.match


class Person(Struct, frozen=True, kw_only=True):
    """A person's settings. An empty field is not set."""

    person: int
    language: str = ""
    palette: str = ""
    notices: str = ""
    remind: str = ""
    quiet: str = ""
    zone: str = ""


class Guild(Struct, frozen=True, kw_only=True):
    """A server's settings. An empty field is not set; no channels means all channels."""

    guild: int
    language: str = ""
    clock: str = ""
    channels: tuple[int, ...] = ()
    thread: bool = False


class Sitting(Struct, frozen=True, kw_only=True):
    """The person in a seat from version `since` until the next sitting of that seat."""

    match: int
    seat: int
    since: int
    person: int | None


class ClockStop(Struct, frozen=True):
    """A period in which a match's clocks stand still; `ends` is None while it is open."""

    starts: int
    ends: int | None


class Vacation(Struct, frozen=True, kw_only=True):
    id: int
    person: int
    starts: int
    ends: int


class Plan(Struct, frozen=True, kw_only=True):
    """Prepared answers of a seat. `steps` is text that this room never parses."""

    id: int
    match: int
    seat: int
    kind: str
    steps: tuple[str, ...]
    since: int
    """The version at which it was made or last advanced."""


class Exercise(Struct, frozen=True, kw_only=True):
    """A lesson or puzzle that a person has started."""

    id: int
    person: int
    kind: str
    game: str
    item: str
    picks: tuple[str, ...]
    """The picks of the current try."""
    tries: int
    """The number of wrong tries."""
    revision: int
    """Grows with every change."""
    begun_at: int
    updated_at: int
    solved_at: int | None
    shown_at: int | None = None
    """The time when the solution of an unsolved puzzle was shown."""


class PuzzleRating(Struct, frozen=True, kw_only=True):
    """A person's rating at the puzzles of a game."""

    person: int
    game: str
    mu: float
    sigma: float
    puzzles: int
    at: int


class PuzzleResult(Struct, frozen=True, kw_only=True):
    """The result of the first try at a puzzle, with the rating before and after it."""

    person: int
    game: str
    item: str
    won: bool
    mu: float
    mu_after: float
    at: int


class DailyPuzzle(Struct, frozen=True, kw_only=True):
    """The puzzle of a day; days are counted from the epoch in UTC."""

    day: int
    game: str
    item: str


class DailySolver(Struct, frozen=True, kw_only=True):
    """The time at which a person solved the puzzle of a day."""

    day: int
    person: int
    at: int


class DailyPost(Struct, frozen=True, kw_only=True):
    """The channel, hour and time zone of a server's daily puzzle."""

    guild: int
    channel: int
    hour: int
    zone: str
    language: str
    """Used if the server has not set a language."""
    posted: int | None = None
    """The day of the last post."""
    stopped: str = ""
    """The reason why posting stopped; empty while it is active."""


class MatchRows(Struct, frozen=True, kw_only=True):
    """A match with its seats, people, drafts, offers, plans, due rows and clock stops, read at the same moment."""

    match: Match
    seats: tuple[Seat, ...]
    people: Mapping[int, Person]
    """Everybody seated or invited, by Discord id, also without settings."""
    drafts: Mapping[int, Draft]
    """By seat."""
    offers: Mapping[str, Offer]
    """By kind, the oldest first."""
    plans: tuple[Plan, ...]
    """The plans of all seats, the oldest first."""
    due: Mapping[str, Due]
    """By kind, the soonest first."""
    stops: tuple[ClockStop, ...]
    """Periods in which the match's clocks stand still, including planned ones."""
    paused: int | None
    """The time at which the match was paused; None if it is running."""


class Rating(Struct, frozen=True, kw_only=True):
    """A person's rating in a game, in one server or, with `guild` 0, everywhere."""

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
    """The review of a match at a version, made by a version of the reviewer. `review` is text that this room never
    parses.
    """

    match: int
    version: int
    reviewer: int
    review: str
    at: int


class Hint(Struct, frozen=True, kw_only=True):
    """The decision that a seat was advised at a version of the match."""

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
    """None: the channel of the match."""
    not_before: int = 0
    person: int | None = None
    """Send to this person instead of a channel."""


class NewDue(Struct, frozen=True, kw_only=True):
    """Replaces the match's earlier due row of the same kind."""

    at: int
    kind: str
    payload: str = "{}"


class Commit(Struct, frozen=True, kw_only=True):
    """Everything that one confirmed step changes, stored in one transaction.

    Drafts are deleted, except those of `keep_drafts`, which continue from the new version: seats that decide
    simultaneously keep their unfinished choices. A commit that ends the match deletes its drafts, offers and due rows;
    the ones given here are added afterward.
    """

    match: int
    expected_version: int
    expected_status: Status | None = None
    """None for any status."""
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
    """Kinds to delete; one that ends with a colon is a prefix."""
    timing: str | None = None
    """None: unchanged."""
    plans: Sequence[Plan] = ()
    """Plans with changed steps; they continue from the new version."""
    drop_plans: Sequence[int] = ()
    outbox: Sequence[NewMessage] = ()
    outdates: Sequence[str] = ()
    """Kinds of messages that must be edited after this commit."""
    interaction: int | None = None


class Taken(Struct, frozen=True, kw_only=True):
    """The messages of a channel and the lease, read in the same transaction as a commit."""

    former: str
    """The process that held the channel's lease before without releasing it; it may have sent some of the messages."""
    messages: Sequence[Message]
    """All unsent messages of the channel, in posting order."""
    rows: MatchRows


class Committed(Struct, frozen=True, kw_only=True):
    match: Match
    moves: tuple[Move, ...]
    outbox: tuple[Message, ...]
    taken: Taken | None = None
    """None as well if another process holds the lease of the match's channel."""
