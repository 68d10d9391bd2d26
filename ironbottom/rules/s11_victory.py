"""§11  The end of the game: a strategic base lost, a deck that does not hold the cards, points."""

from __future__ import annotations

from ironbottom.events import Drew
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.words import FRONT, Side


def take_from_deck(g: Game, side: Side, n: int) -> tuple[AirplaneCard | EventCard, ...]:
    """§11.2, R-11  Draw a fixed number to the hand; too short a deck ends the game before any card is drawn."""
    forces = g.forces[side]
    if len(forces.air_deck) < n:
        time_up(g)
    drawn = forces.air_deck[len(forces.air_deck) - n :][::-1]
    forces.air_deck = forces.air_deck[: len(forces.air_deck) - n]
    forces.hand += drawn
    g.tell(Drew, side, n, tuple([c.id for c in drawn]))
    return drawn


def time_up(g: Game) -> None:
    """§11.2, §11.3  More VP wins; on equal VP the US if Henderson Field stands in its FRONT line, else Japan."""
    us, jp = g.forces[Side.US].points, g.forces[Side.JP].points
    if us != jp:
        winner = Side.US if us > jp else Side.JP
    else:
        holds = any(b.card.decides_ties and b.line is FRONT[Side.US] for b in g.forces[Side.US].bases.values())
        winner = Side.US if holds else Side.JP
    g.finish(winner, "time-up")


def strategic_base_lost(g: Game, side: Side) -> None:
    """§11.1  Its opponent wins at once."""
    g.finish(side.enemy, "strategic-base")
