"""A ladder of finished games: how strong each player is, and what the US side is worth, both with their intervals.

It is made of transcripts alone, each checked again, so anybody to whom they are given can make the same one.  A game
counts where both players had agreed to that before they sat down (`Terms.rated`).  The strengths are those of
`ironbottom.strength`: Bradley and Terry's model with a term for the side.  So that all have one from their first game,
each is given two wins and two defeats against an average player, one of each with either side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.transcript import lines
from ironbottom.proof.verify import Facts, check
from ironbottom.strength import Estimate, League, RatedGame
from ironbottom.wire.cleaning import clean_name
from ironbottom.words import Side

from .kept_transcripts import ENDING

MIDDLE = 1500  # points of an average player
MOST = 200  # players: the work grows with their fourth power


class LadderError(Exception):
    """No ladder can be made of these games; the sentence says why."""


class RatedPlayer(Struct, frozen=True):
    """A player on the ladder."""

    name: str  # as he called himself last
    key: str  # its fingerprint: by which he is known
    bot: bool
    games: int
    won: int
    drawn: int
    as_us: int  # games
    points: float
    low: float  # 95 per cent of such intervals hold the truth
    high: float


class Ladder(Struct, frozen=True):
    """All of them, the strongest first."""

    server: str  # the fingerprint of its key
    games: int
    side: tuple[float, float, float] | None  # points that the US side is worth, with the ends of the interval
    rungs: tuple[RatedPlayer, ...]
    left_out: dict[str, int]  # games that do not count, by why


def finished_games(folder: Path, sets: Iterable[CardSet]) -> Iterator[Facts | str]:
    """What a check finds of every transcript in a folder, or its name where it is not sound.  Raises OSError."""
    known = tuple(sets)
    for path in sorted(folder.glob(f"*{ENDING}")):
        with path.open("rb") as file:
            verdict = check(lines(file), known)
        yield verdict.facts if verdict.ok and verdict.facts is not None else path.name


def ladder(games: Iterable[Facts], unsound: int = 0) -> Ladder:
    """The ladder of the server that most of these games were played on.  Raises LadderError."""
    found = list(games)
    servers = Counter(game.server for game in found)
    server = min(servers, key=lambda one: (-servers[one], one), default="")
    left_out = Counter({"unsound": unsound} if unsound else {})
    counted: dict[str, Facts] = {}
    for game in found:
        why = _why_not(game, server, counted)
        if why:
            left_out[why] += 1
        else:
            counted[game.game] = game
    rated = sorted(counted.values(), key=lambda game: (game.began, game.game))
    keys = sorted({player.key for game in rated for player in game.players})
    if len(keys) > MOST:
        raise LadderError(_("{n} players are too many for one ladder; allowed are {most}.").format(
            n=len(keys), most=MOST
        ))
    if not rated:
        return Ladder(server, 0, None, (), dict(left_out))
    league = League(_with_average(rated, keys), len(keys) + 1, _drawn(rated, keys))
    strengths = league.above(len(keys))
    rungs = [_rung(key, rated, strengths[n]) for n, key in enumerate(keys)]
    rungs.sort(key=lambda rung: (-rung.points, rung.key))
    return Ladder(server, len(rated), _ends(league.side()), tuple(rungs), dict(left_out))


def _why_not(game: Facts, server: str, counted: dict[str, Facts]) -> str:
    """Why a game does not count; nothing: it does."""
    us, jp = game.players
    if not game.rated:
        return "unrated"
    if game.server != server:
        return "elsewhere"
    if game.practice or game.whatif is not None:
        return "practice"
    if us.key == jp.key:
        return "alone"
    if game.thrown is None or game.thrown:
        return "thrown"
    if us.stand_ins or jp.stand_ins:
        return "helped"
    return "twice" if game.game in counted else ""


def _with_average(rated: list[Facts], keys: list[str]) -> Iterator[RatedGame]:
    number = {key: n for n, key in enumerate(keys)}
    for game in rated:
        us, jp = game.players
        if game.winner:
            yield RatedGame(number[us.key], number[jp.key], game.winner == Side.US.name, game.game)
    average = len(keys)
    for n in range(average):
        for won in (True, False):
            yield RatedGame(n, average, won, f"as US {n} {won}")
            yield RatedGame(average, n, won, f"as Japan {n} {won}")


def _drawn(rated: list[Facts], keys: list[str]) -> list[tuple[int, int]]:
    """Who played the US and who Japan in each game that both agreed to end without a winner."""
    number = {key: n for n, key in enumerate(keys)}
    pairs = [game.players for game in rated if not game.winner]
    return [(number[us.key], number[jp.key]) for us, jp in pairs]


def _rung(key: str, rated: list[Facts], strength: Estimate | None) -> RatedPlayer:
    own = [(game, player) for game in rated for player in game.players if player.key == key]
    _last, player = own[-1]
    points, low, high = _ends(strength) or (0.0, 0.0, 0.0)
    return RatedPlayer(
        clean_name(player.name), key, any(one.bot for _game, one in own), len(own),
        sum([game.winner == one.side for game, one in own]), sum([not game.winner for game, _one in own]),
        sum([one.side == Side.US.name for _game, one in own]),
        MIDDLE + points, MIDDLE + low, MIDDLE + high,
    )


def _ends(found: Estimate | None) -> tuple[float, float, float] | None:
    """None: too few games to tell."""
    if found is None or found.low is None or found.high is None:
        return None
    return found.points, found.low, found.high
