"""§11  The end of the game: a strategic base lost, a deck that does not hold the cards, points."""

from __future__ import annotations

from ironbottom.events import Drew, Scored
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.words import FRONT, Side


def take_from_deck(g: Game, side: Side, n: int) -> tuple[AirplaneCard | EventCard, ...]:
    """§11.2, R-11  Draw a fixed number to the hand; too short a deck ends the game before any card is drawn."""
    forces, battle = g.forces[side], g.state.cards.battle
    if battle is not None and not battle.decks:  # §24.3
        return ()
    if len(forces.air_deck) < n:
        time_up(g)
    drawn = forces.air_deck[len(forces.air_deck) - n :][::-1]
    forces.air_deck = forces.air_deck[: len(forces.air_deck) - n]
    forces.hand += drawn
    g.tell(Drew, side, n, tuple([c.id for c in drawn]))
    return drawn


def time_up(g: Game) -> None:
    """§11.2, §11.3  More VP wins; on equal VP the US if Henderson Field stands in its FRONT line, else Japan.

    §24.5: in a battle equal VP are won by the side that the battle names.
    """
    us, jp = g.forces[Side.US].points, g.forces[Side.JP].points
    battle = g.state.cards.battle
    if us != jp:
        winner = Side.US if us > jp else Side.JP
    elif battle is not None:
        winner = battle.ties
    else:
        holds = any(b.card.decides_ties and b.line is FRONT[Side.US] for b in g.forces[Side.US].bases.values())
        winner = Side.US if holds else Side.JP
    g.finish(winner, "time-up")


def sudden_death(g: Game) -> None:
    """§23.16  At the end of a turn: its enemy wins at once by a lead of so many VP."""
    lead, waiting = g.state.cards.options.sudden_death, g.state.phasing.enemy
    if lead and g.state.turn and g.forces[waiting].points - g.forces[waiting.enemy].points >= lead:
        g.rule = "23.16"
        g.finish(waiting, "sudden-death")


def strategic_base_lost(g: Game, side: Side) -> None:
    """§11.1  Its opponent wins at once."""
    g.finish(side.enemy, "strategic-base")


def score(g: Game, side: Side, word: str, times: int) -> None:
    """§24.6  Points for what counts in this battle, so many times."""
    battle = g.state.cards.battle
    points = 0 if battle is None else times * battle.score(word)
    if points:
        g.forces[side].scored += points
        g.tell(Scored, side, word, times, points)
