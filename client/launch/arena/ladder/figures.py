"""What the games of a ladder amount to: who stands where, against whom, and what a side is worth.

Nothing here hangs on the time that anything took, or on the order in which games were played: programs that compare two
runs find the same bytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from ironbottom.strength import Estimate, League, RatedGame

from ..standing import Pairs, Share, counted, information, share
from .round_robin import LadderGame

DIGITS = 4  # behind the point: what is left out differs between computers


class LadderRow(NamedTuple):
    """A player.  His strength is above that of the first player who was named, who has 0."""

    player: str
    strength: Estimate | None  # None: too few games to tell
    games: int
    won: int
    as_us: Share
    as_jp: Share
    against: dict[str, Share]
    pace: float | None  # seconds of a decision, in the mean
    faults: int


class LadderTable(NamedTuple):
    """All players, the strongest first."""

    rows: list[LadderRow]
    differences: dict[tuple[str, str], Estimate]  # by how much the first of two is stronger
    side: Estimate | None
    games: int
    deals: int
    turns: float
    reasons: dict[str, int]


def table_of(games: Sequence[LadderGame], players: Sequence[str]) -> LadderTable:
    """What these games tell of these players.  Raises ValueError where a deal was played twice."""
    number = {player: n for n, player in enumerate(players)}
    league = League([RatedGame(number[g.us], number[g.jp], g.winner == "US", g.seed) for g in games], len(players))
    found = league.differences()
    strengths = [Estimate(0, 0, 0) if n == 0 else found.get((0, n)) for n in range(len(players))]
    rows = [_row(player, strength, games, players) for player, strength in zip(players, strengths, strict=True)]
    differences = {(players[b], players[a]): one for (a, b), one in sorted(found.items())}
    turns = sum([game.turns for game in games]) / len(games) if games else 0.0
    rows.sort(key=lambda row: (-_rank(row), number[row.player]))
    return LadderTable(
        rows, differences, league.side(), len(games), len({game.seed for game in games}), turns,
        counted([game.reason for game in games]),
    )


def _rank(row: LadderRow) -> float:
    """Who is level to within what is told stands in the order of the names; who has too few games, last."""
    return round(row.strength.points, 1) if row.strength else -inf


def _row(player: str, strength: Estimate | None, games: Sequence[LadderGame], players: Sequence[str]) -> LadderRow:
    own = [game for game in games if player in (game.us, game.jp)]
    won = [(game.us == player) == (game.winner == "US") for game in own]
    as_us = [one for game, one in zip(own, won, strict=True) if game.us == player]
    as_jp = [one for game, one in zip(own, won, strict=True) if game.jp == player]
    against = {
        other: _by_pairs([(game.n, one) for game, one in zip(own, won, strict=True) if other in (game.us, game.jp)])
        for other in players if other != player
    }
    decisions = sum([game.decisions[game.jp == player] for game in own])
    seconds = sum([game.seconds[game.jp == player] for game in own])
    return LadderRow(
        player, strength, len(own), sum(won), share(sum(as_us), len(as_us), len(as_us)),
        share(sum(as_jp), len(as_jp), len(as_jp)), against, seconds / decisions if decisions else None,
        sum([game.faults[game.jp == player] for game in own]),
    )


def _by_pairs(won: list[tuple[int, bool]]) -> Share:
    """Against one opponent: two games from one deal are no independent ones."""
    deals: defaultdict[int, list[bool]] = defaultdict(list)
    for n, one in won:
        deals[n // 2].append(one)
    whole = [sum(ends) for ends in deals.values() if len(ends) == 2]
    pairs = Pairs(*[whole.count(n) for n in (0, 1, 2)])
    return share(sum([one for _, one in won]), len(won), information(pairs, len(won) - 2 * pairs.played))


def as_json(table: LadderTable, asked: dict[str, Any]) -> dict[str, Any]:
    """The figures for programs: what was asked, and what came of it."""
    return {
        **asked, "played": table.games, "deals": table.deals, "side": _estimate(table.side),
        "table": [
            {
                "rank": rank, "player": row.player, "elo": _estimate(row.strength), "games": row.games, "won": row.won,
                "as_us": _rounded(row.as_us), "as_jp": _rounded(row.as_jp),
                "against": {other: _rounded(share) for other, share in row.against.items()}, "faults": row.faults,
            }
            for rank, row in enumerate(table.rows, 1)
        ],
        "differences": [{"a": a, "b": b, "elo": _estimate(one)} for (a, b), one in table.differences.items()],
        "turns": round(table.turns, DIGITS), "reasons": table.reasons,
    }


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    """In whole tenths of a point: an interval is found to within hundredths."""
    if found is None:
        return None
    return {name: None if value is None else round(value, 1) + 0.0 for name, value in found._asdict().items()}


def _rounded(share: Share) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in share._asdict().items()}
