"""The lot that a default answer was left to (§20.6): a seat sees the answer, so a world must give the same."""

from __future__ import annotations

from math import gcd

from ironbottom.dice import Stream
from ironbottom.printed import CardSet
from ironbottom.questions import Choose, Pick, Question
from ironbottom.words import CardId


class PinnedStream(Stream, kw_only=True):
    """Tokens whose lot is known as long as nothing is drawn from them in this turn."""

    turn: int
    number: int

    def lot(self, turn: int) -> int:
        return self.number if turn == self.turn and not self.block else super().lot(turn)

    def copy(self) -> PinnedStream:
        return PinnedStream(self.key, self.block, self.rest, turn=self.turn, number=self.number)


def number_of(question: Question, hand: tuple[CardId, ...], cards: CardSet) -> int | None:
    """The number that gives the default of this question; None: it was not left to chance."""
    shape, default = question.shape, question.default
    if question.step == "draw.choose":
        drawn = hand[len(hand) - cards.side(question.side).home.drawn :]
        return drawn.index(CardId(str(default))) if default in drawn else None
    if question.step in ("find.found", "find.shown") and isinstance(shape, Choose):
        return shape.options.index(default) if default in shape.options else None
    if question.step == "surplus.choose" and isinstance(shape, Pick) and isinstance(default, tuple) and default:
        return shape.items.index(default[0]) if default[0] in shape.items else None
    if question.step == "hand-limit.choose" and isinstance(default, tuple):
        return _picked(tuple([str(card) for card in default]), [str(card) for card in hand], 0, 1)
    return None


def _picked(cards: tuple[str, ...], hand: list[str], number: int, period: int) -> int | None:
    """A number that takes these cards from the hand one after the other, each by what is left of it."""
    if not cards:
        return number
    n = len(hand)
    for place in [place for place, card in enumerate(hand) if card == cards[0]]:
        if (place - number) % gcd(n, period):
            continue
        found = number
        while found % n != place:
            found += period
        rest = hand[:place] + hand[place + 1 :]
        then = _picked(cards[1:], rest, found, period * n // gcd(n, period))
        if then is not None:
            return then
    return None
