"""What comes next in a cup: pure, of what is stored, the time, and what is drawn.

A round begins when all games of the one before are over.  In a knock-out a tie is two games with sides swapped: more
points win it, else more VP over both, else a third game whose sides the lot decides; if that is drawn, the lot.  Who
has left loses his tie whatever he had; where neither of two has a point, because neither came, both are out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.keys import hashed
from ironbottom.wire.cups import WHOLE, Ending

from .cup import Fixture, FixtureResult, StoredCup
from .pairings import SidedPair, bracket, round_robin

DAY = 24 * 3_600
LEAST = 2  # players of a cup

Names = Callable[[], tuple[str, bytes, bytes]]  # of a table, and the tokens of its two seats, newly drawn


class TieStanding(NamedTuple):
    """How two stand in a knock-out."""

    over: bool = False
    winner: int | None = None  # where it is over: nobody, if both are out
    third: bool = False  # another game is to be played


class Change(NamedTuple):
    """A cup as it is from now on, and the games that are new or other than before."""

    cup: StoredCup
    fixtures: tuple[Fixture, ...] = ()


def rounds(cup: StoredCup) -> int:
    """How many rounds it has, if nobody enters any more."""
    players = len(cup.entrants)
    if players < LEAST:
        return 0
    if cup.kind == "knock-out":
        return (players - 1).bit_length()
    return len(round_robin(players, cup.games))


def begun(cup: StoredCup, lot: bytes, now: int) -> StoredCup:
    """Nobody enters any more: the order is drawn.  With fewer than two players it is over."""
    if len(cup.entrants) < LEAST:
        return replace(cup, state="over", ended=now)
    order = sorted(range(len(cup.entrants)), key=lambda n: hashed("cup-order", lot, cup.entrants[n].key))
    return replace(cup, state="running", order=tuple(order), lot=lot)


def meetings(cup: StoredCup, fixtures: Sequence[Fixture], round_: int) -> list[tuple[int | None, int | None]]:
    """Who meets whom in a round, all games before which are over; None: nobody, and the other is free."""
    if cup.kind == "round-robin":
        pairs = round_robin(len(cup.order), cup.games)[round_ - 1]
        return [(cup.order[pair.us], cup.order[pair.jp]) for pair in pairs]
    places = [None if place is None else cup.order[place] for place in bracket(len(cup.order))]
    for number in range(1, round_):
        places = [
            _through(cup, fixtures, number, tie, pair) for tie, pair in enumerate(_neighbours(places))
        ]
    return _neighbours(places)


def _neighbours(places: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    return [*zip(places[::2], places[1::2], strict=True)]


def _through(
    cup: StoredCup, fixtures: Sequence[Fixture], round_: int, tie: int, pair: tuple[int | None, int | None]
) -> int | None:
    """Who goes on from a tie to the next round."""
    first, second = pair
    if first is None or second is None:
        return second if first is None else first
    return standing_of(cup, games_of(fixtures, round_, tie), first, second).winner


def games_of(fixtures: Sequence[Fixture], round_: int, tie: int) -> list[Fixture]:
    """Those of one pair in one round."""
    return [one for one in fixtures if (one.round, one.tie) == (round_, tie)]


def standing_of(cup: StoredCup, games: Sequence[Fixture], first: int, second: int) -> TieStanding:
    """How a tie of a knock-out stands."""
    if any(one.result is None for one in games):
        return TieStanding()
    if left_by := [one for one in games if one.result is not None and one.result.ending == "withdrawn"]:
        return TieStanding(over=True, winner=next((n for n in (first, second) if left_by[-1].points(n)), None))
    if not any(one.points(first) + one.points(second) for one in games):
        return TieStanding(over=True)
    both, third = games[:2], games[2:]
    for count in (Fixture.points, Fixture.lead):
        mine, theirs = (sum([count(one, n) for one in both]) for n in (first, second))
        if mine != theirs:
            return TieStanding(over=True, winner=first if mine > theirs else second)
    if not third:
        return TieStanding(third=True)
    mine, theirs = third[0].points(first), third[0].points(second)
    if mine != theirs:
        return TieStanding(over=True, winner=first if mine > theirs else second)
    return TieStanding(over=True, winner=_lot(cup, "cup-winner", games[0].round, first, second).us)


def _lot(cup: StoredCup, purpose: str, round_: int, first: int, second: int) -> SidedPair:
    """Two players in the order that the lot gives them in a round."""
    drawn = hashed(purpose, cup.lot, bytes([round_, *sorted((first, second))]))
    low, high = sorted((first, second))
    return SidedPair(low, high) if drawn[0] & 1 else SidedPair(high, low)


def go_on(cup: StoredCup, fixtures: Sequence[Fixture], now: int, names: Names) -> Change:
    """Begin whatever can begin now: third games, the next round, or the end."""
    laid = list[Fixture]()
    while cup.state == "running":
        there = [*fixtures, *laid]
        if any(one.result is None for one in there if one.round == cup.round):
            break
        new = _thirds(cup, there)
        if not new and cup.round == rounds(cup):
            cup = replace(cup, state="over", ended=now)
            break
        if not new:
            cup = replace(cup, round=cup.round + 1)
            new = _first_games(cup, there)
        laid += [_laid(cup, len(there) + n, tie, pair, now, names) for n, (tie, pair) in enumerate(new, 1)]
    return Change(cup, tuple(laid))


def _first_games(cup: StoredCup, fixtures: Sequence[Fixture]) -> list[tuple[int, SidedPair]]:
    """The games that a round begins with, and of which tie each is."""
    found = list[tuple[int, SidedPair]]()
    for tie, (first, second) in enumerate(meetings(cup, fixtures, cup.round)):
        if first is None or second is None:
            continue
        pair = SidedPair(first, second)
        found += [(tie, pair)] if cup.kind == "round-robin" else [(tie, pair), (tie, pair.swapped)]
    return found


def _thirds(cup: StoredCup, fixtures: Sequence[Fixture]) -> list[tuple[int, SidedPair]]:
    """The ties of this round that two games have not decided."""
    if cup.kind == "round-robin" or not cup.round:
        return []
    found = list[tuple[int, SidedPair]]()
    for tie, (first, second) in enumerate(meetings(cup, fixtures, cup.round)):
        if first is None or second is None:
            continue
        if standing_of(cup, games_of(fixtures, cup.round, tie), first, second).third:
            found.append((tie, _lot(cup, "cup-sides", cup.round, first, second)))
    return found


def _laid(cup: StoredCup, n: int, tie: int, pair: SidedPair, now: int, names: Names) -> Fixture:
    """A game, with a table if both are there to play it."""
    bare = Fixture(n, cup.round, tie, *pair)
    if any(cup.entrants[one].out for one in pair):
        return _without(cup, bare, "withdrawn")
    table, *tokens = names()
    return replace(bare, table=table, tokens=tuple(tokens), due=now + cup.days * DAY)


def _without(cup: StoredCup, fixture: Fixture, ending: Ending) -> Fixture:
    """A game whose winner is who has not left the cup."""
    there = [n for n in (fixture.us, fixture.jp) if not cup.entrants[n].out]
    return fixture.won_by(there[0], ending) if len(there) == 1 else fixture.won_by_nobody(ending)


def left(cup: StoredCup, fixtures: Sequence[Fixture], entrant: int) -> Change:
    """He plays no more: before it begins nothing is left of him, later all his open games are lost."""
    if cup.state == "over":
        return Change(cup)
    if cup.state == "open":
        return Change(replace(cup, entrants=(*cup.entrants[:entrant], *cup.entrants[entrant + 1 :])))
    out = replace(cup.entrants[entrant], out=True)
    cup = replace(cup, entrants=(*cup.entrants[:entrant], out, *cup.entrants[entrant + 1 :]))
    return Change(cup, tuple([
        _without(cup, one, "withdrawn") for one in fixtures if one.result is None and entrant in (one.us, one.jp)
    ]))


def decided(fixture: Fixture, us: float) -> Fixture:
    """The host has decided a game: 1, a half or 0 for the US."""
    lead = {1.0: WHOLE, 0.0: -WHOLE}.get(us, 0)
    return replace(fixture, result=FixtureResult(us, 1.0 - us, lead, "decided"))


def missed(fixture: Fixture, came: tuple[int, int]) -> Fixture:
    """It was not begun in time: who has come further with the toss has won; as far, both have lost."""
    if came[0] == came[1]:
        return fixture.won_by_nobody("default")
    return fixture.won_by(fixture.us if came[0] > came[1] else fixture.jp, "default")


def stalled(fixture: Fixture, asked: tuple[int, ...]) -> Fixture:
    """A game with a clock for an evening that was not finished in time: whom it waits for has lost it.

    `asked`: 0 for the US, 1 for Japan; where it waits for both it is drawn.
    """
    if len(asked) == 1:
        return fixture.won_by(fixture.jp if asked[0] == 0 else fixture.us, "default")
    return replace(fixture, result=FixtureResult(0.5, 0.5, 0, "default"))


def moved(moment: int, since: int, now: int, stops: Sequence[tuple[int, int]]) -> int:
    """When a time is up that has run since then: as much later as the server stood still meanwhile."""
    for began, ended in stops:
        if began < moment:
            moment += max(0, min(ended, now) - max(began, since))
    return moment
