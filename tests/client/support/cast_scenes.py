"""Scenes of a game as a server makes them, and what who looks on is told beside: for clients."""

from __future__ import annotations

from functools import cache
from random import Random

from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.wire.messages import Scene, Scenes, Table, Update
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES, Side
from tests.support.players import eager

from .table import HEAD, ID, table

LATE = 2
TURNS = 7


def standing(games: int = 1, late: int = LATE) -> Table:
    """A table that shows both hands."""
    return replace(table(), terms=Terms(cast=late), games=games)


def one(n: int, game: Game, side: Side | None, window: str) -> Scene:
    events = tuple(game.events or ())
    heard = [tuple([next(iter(seen([event], eyes)), None) for event in events]) for eyes in SIDES]
    answer = None if side is None else "something"
    return Scene(n, side, window, "player", answer, events, view(game, Side.US), view(game, Side.JP), *heard)


@cache
def played() -> tuple[tuple[Scene, Update], ...]:
    """The scenes of some turns, each with what who looks on is told of it at once."""
    game, player = new_game(card_set("core"), bytes(32)), eager(Random(5))
    made = [(one(1, game, None, ""), told(1, game))]
    while game.state.turn < TURNS and game.asked:
        side = next(each for each in SIDES if each in game.asked)
        window = game.window(side)
        game = game.after(side, player(game, side))
        n = len(made) + 1
        made.append((one(n, game, side, window), told(n, game)))
    return tuple(made)


def told(n: int, game: Game) -> Update:
    return Update(ID, n, tuple(seen(game.events or [], None)), view(game, None), HEAD, "player", False)


def update(turn: int) -> Update:
    """The first of a turn."""
    return next(told for scene, told in played() if scene.us.turn == turn)


def through(turn: int) -> tuple[Scene, ...]:
    """All scenes to the end of a turn."""
    return tuple([scene for scene, _told in played() if scene.us.turn <= turn])


def answer(seq: int, scenes: tuple[Scene, ...], first: int, size: int = 1000, game: int = 1) -> Scenes:
    """What the server says to a request: of these scenes as many as fit."""
    return Scenes(seq, ID, first, len(scenes), scenes[first : first + size], "core", ("Ann", "Bob"), game)
