"""Count the clicks of a turn, Play and Confirm included: `python -m bench.clicks`."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, median

from engine.core.playout import choices as chance
from engine.core.position import Position
from engine.registry import GAMES
from table.matches.draft import drafted
from table.picks.choices import choices

TURNS = 50


def lines(key: str) -> Iterator[tuple[int, list[tuple[Position, int, tuple[str, ...]]]]]:
    """Yield random turns: the seat, and each of its moves with the position before it."""
    game, draw, made = GAMES[key], chance("clicks").__next__, 0
    position = Position.new(game, {}, game.seat_counts[0], "clicks")
    while made < TURNS:
        if position.outcome is not None:
            position = Position.new(game, {}, game.seat_counts[0], f"clicks {made}")
        seat, turn = position.asks[0].seat, []
        while position.outcome is None and position.asks[0].seat == seat:
            before, now = position.fork(), drafted(position, seat, ())
            while not now.complete:
                assert now.ask is not None
                option = now.ask.options[draw() % len(now.ask.options)]
                now = drafted(position, seat, (*now.codes, option.code))
            turn.append((before, seat, now.codes))
            for code in now.codes:
                position.pick(seat, code)
        made += 1
        yield seat, turn


def clicks(position: Position, seat: int, codes: tuple[str, ...]) -> int:
    """Number of clicks from the first choice to Confirm."""
    count, at = 0, 0
    while at < len(codes):
        found = choices(drafted(position, seat, codes[:at]))
        one = next(one for one in found if one.codes == codes[at : at + len(one.codes)])
        at += len(one.codes)
        count += 1
        if at == len(codes) and one.closes:
            return count
    return count + 1


def main() -> None:
    for key in GAMES:
        played = [turn for _, turn in lines(key)]
        before = [1 + sum(len(codes) + 1 for _, _, codes in turn) for turn in played]
        after = [1 + sum(clicks(*move) for move in turn) for turn in played]
        print(
            f"{key:10}  {TURNS} turns: one by one {mean(before):.1f} on average, {median(before):.0f} in the middle; "
            f"merged {mean(after):.1f}, {median(after):.0f}"
        )


if __name__ == "__main__":
    main()
