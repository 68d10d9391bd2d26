"""§9  Withdrawal of airplanes, at will, and of ships, by a check."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.dice import attempts
from ironbottom.events import Withdrew
from ironbottom.flow import Game
from ironbottom.rules.s03_exchange import throw
from ironbottom.state import AIR
from ironbottom.words import SeaTask, Side, Task, Token


def withdraw_airplanes(g: Game, side: Side, tokens: Iterable[Token]) -> None:
    """§9.1  They wait at their line for the return phase; their attempts are lost."""
    airplanes = g.forces[side].airplanes
    gone = tuple(tokens)
    for token in gone:
        airplanes[token] = replace(airplanes[token], task=Task.WITHDRAWN, attempts=None)
    if gone:
        g.tell(Withdrew, side, gone)


def try_withdrawal(g: Game, side: Side, token: Token) -> bool:
    """§9.2, §9.3  One throw of current Speed: whether a hit takes the formation out of combat for this turn."""
    formations = g.forces[side].formations
    f = formations[token]
    if not throw(g, side, token, AIR, "speed", attempts(damaged(f.values.speed, f.damage))).hits:
        return False
    formations[token] = replace(f, task=SeaTask.WITHDRAWN, attempts=None)
    g.tell(Withdrew, side, (token,))
    return True
