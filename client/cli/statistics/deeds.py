"""What each card of a side did in a game: hits, what its searches found, and its share in what was eliminated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ironbottom.events import AnyEvent, Eliminated, Played, Rolled
from ironbottom.flow import Game
from ironbottom.record import RecordedMoment
from ironbottom.words import Side, Token

from ...text.luck import CHECK
from .figures import CardFigures

FINDS = "recon"  # the ability whose hits find what is unseen
SUBMARINE = Token(0)  # what a submarine is called by: it has no card on the table


def card_figures(moments: Sequence[RecordedMoment], side: Side) -> tuple[CardFigures, ...]:
    """Of all cards of a side that did anything, in the order of their ids."""
    deeds = Deeds(side)
    for moment in moments:
        names = names_of(moment.before, side) | names_of(moment.game, side)
        for event in moment.game.events or ():
            deeds.hear(event, names)
    return deeds.figures()


def names_of(game: Game | None, side: Side) -> dict[Token, str]:
    """The cards of a side that lie on the table, by token; a pair is called by the card that leads it."""
    if game is None:
        return {}
    forces = game.state.forces[side]
    ships = {one.token: str(one.lead.id) for one in forces.formations.values()}
    airplanes = {one.token: str(one.card.id) for one in forces.airplanes.values()}
    return ships | airplanes | {one.token: str(one.card.id) for one in forces.bases.values()}


class Deeds:
    """Listens to the events of a game in their order."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.hits: Counter[str] = Counter()
        self.finds: Counter[str] = Counter()
        self.points: dict[str, float] = {}
        self.played: set[str] = set()
        self._submarine = ""
        self._hit: dict[Token, Counter[str]] = {}  # by token of the enemy, who has hit it

    def hear(self, event: AnyEvent, names: Mapping[Token, str]) -> None:
        """`names`: the cards of the side, by token, before the event and after it."""
        if isinstance(event, Played) and event.side is self.side:
            self.played.add(str(event.card))
            self._submarine = str(event.card) if event.half == "submarine" else self._submarine
        elif isinstance(event, Rolled) and event.side is self.side and event.hits and event.ability != CHECK:
            self._hits(event, self._submarine if event.by == SUBMARINE else names.get(event.by, ""))
        elif isinstance(event, Eliminated) and event.side is not self.side:
            self._share(event)

    def _hits(self, event: Rolled, card: str) -> None:
        if not card:
            return
        if event.ability == FINDS:
            self.finds[card] += event.hits
            return
        self.hits[card] += event.hits
        self._hit.setdefault(event.at, Counter())[card] += event.hits

    def _share(self, event: Eliminated) -> None:
        """Share the VP out among those that hit it, as often as they did."""
        hits = self._hit.pop(event.token, Counter())
        for card, n in hits.items():
            self.points[card] = self.points.get(card, 0.0) + event.points * n / hits.total()

    def figures(self) -> tuple[CardFigures, ...]:
        every = sorted({*self.hits, *self.finds, *self.played})
        return tuple([
            CardFigures(card, self.hits[card], self.finds[card], self.points.get(card, 0.0), card in self.played)
            for card in every
        ])
