"""Real games as they travel: for every question of a random game, what each side is told, and what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.questions import Answer, Question
from ironbottom.rules import new_game
from ironbottom.sight import question, seen, view
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Reply, Update
from ironbottom.words import SIDES, Side
from tests.support.players import at_random, eager, seed

TABLE = "K7F2QA9X"
VIEWERS: tuple[Side | None, ...] = (*SIDES, None)


class AnsweredTurn(NamedTuple):
    """One answer of a game: what everybody was told before it, what was asked, and what was said."""

    updates: tuple[Update, ...]  # for US, Japan and a spectator
    question: Question
    answer: Answer
    reply: Reply


def turns(number: int) -> Iterator[AnsweredTurn]:
    """A whole random game: every other number with the full set, every third with a player who seeks the rare."""
    rng = Random(number)
    player = eager(rng) if number % 3 else at_random(rng)
    g = new_game(card_set("full@1" if number % 2 else "core@1"), seed(number), ask_sides=number % 4 == 0)
    n = 1
    while g.asked:
        side = rng.choice([*g.asked])
        answer = player(g, side)
        reply = Reply(n, TABLE, n, plain(answer))
        yield AnsweredTurn(told(g, n), question(g, side), answer, reply)
        g = g.after(side, answer)
        n += 1


def told(g: Game, n: int) -> tuple[Update, ...]:
    """What both sides and a spectator are told of the present."""
    events = g.events or []
    head = sha256(b"%d" % n).digest()
    clocks = (n, 2 * n) if n % 2 else None
    return tuple([
        Update(TABLE, n, tuple(seen(events, who)), view(g, who), head, "player", n % 16 == 0, clocks) for who in VIEWERS
    ])
