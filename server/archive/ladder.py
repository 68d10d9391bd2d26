"""A ladder of finished games: how strong each player is, and what the US side is worth, both with their intervals.

It is made of transcripts alone, each checked again, so anybody to whom they are given can make the same one.  A game
counts where both players had agreed to that before they sat down (`Terms.rated`).  The strengths are those that a
server tells while it runs (`results/rating_fit`).
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
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.ratings import LadderRung
from ironbottom.words import Side

from .kept_transcripts import ENDING
from .results.rating_fit import RatedResult, RatedSide, rated_players

MOST = 200  # players: the work grows with their third power


class LadderError(Exception):
    """No ladder can be made of these games; the sentence says why."""


class Ladder(Struct, frozen=True):
    """All of them, the strongest first."""

    server: str  # the fingerprint of its key
    games: int
    side: tuple[int, int, int] | None  # points that the US side is worth, with the ends of the interval
    rungs: tuple[LadderRung, ...]
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
    keys = {player.key for game in rated for player in game.players}
    if len(keys) > MOST:
        raise LadderError(_("{n} players are too many for one ladder; allowed are {most}.").format(
            n=len(keys), most=MOST
        ))
    rungs, side = rated_players([_result(game) for game in rated])
    return Ladder(server, len(rated), side, rungs, dict(left_out))


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


def _result(game: Facts) -> RatedResult:
    us, jp = [RatedSide(player.key, clean_name(player.name), player.bot) for player in game.players]
    won = float(game.winner == Side.US.name) if game.winner else 0.5
    return RatedResult(game.game, game.began, us, jp, won)
