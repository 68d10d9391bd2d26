"""Play a game on with one player for both sides, to the end of something."""

from __future__ import annotations

from ironbottom.flow import Game

from .player import LightPlayer

ANSWERS = 5_000  # more in one game is a player that does not come to an end


def playout(game: Game, player: LightPlayer, side_turns: int | None = 1, ceiling: int = ANSWERS) -> Game:
    """Play this game on, and give it back.

    `side_turns` is how many turns, each of one side, are ended, the one in progress first; None: to the end of the
    game.  It also stops after `ceiling` answers.  The game should have no log (a clone of one without, or a world).
    """
    last = None if side_turns is None else game.state.turn + side_turns
    asked, take, choose = game.asked, game.take, player.choose
    for _ in range(ceiling):
        if not asked or (last is not None and game.state.turn >= last):
            break
        side = next(iter(asked))
        take(side, choose(game, side))
        asked = game.asked
    return game
