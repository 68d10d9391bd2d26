"""What one reader calls the cards on the table.

A card whose face he may read has its name.  One that lies face down has a letter, for as long as its token lives:
cards that are mixed get other letters, and a letter comes again only when it can no longer be taken for the old card.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import NamedTuple

from ironbottom.catalog import cards_by_id
from ironbottom.phrases import Names, line_name
from ironbottom.printed import CardSet, EventCard
from ironbottom.views import Lying, SeenAirplane, SeenBase, SeenFormation, SeenSide, View
from ironbottom.vocabulary import phrase
from ironbottom.words import CardId, Line, Side, Token

from .sanitize import printed_name, sanitize

PAIRS = tuple([a + b for a in ascii_uppercase for b in ascii_uppercase])  # where one letter is not enough

SPENDING = ("7", "8", "12", "19")  # windows where hits are spent one by one

Row = SeenFormation | SeenBase | SeenAirplane


class Letters:
    """Letters for tokens.  What was given up last is left alone as long as there are others, unless it may come again
    at once: one's own airplanes are no secret."""

    def __init__(self, *, again: bool = False) -> None:
        self.given: dict[Token, str] = {}
        self.freed: set[str] = set()
        self.next = 0
        self.again = again

    def give(self, tokens: Iterable[Token]) -> None:
        """A letter for each of these and for no other; who has one keeps it."""
        living = tuple(tokens)
        freed = {letter for token, letter in self.given.items() if token not in living}
        if freed and not self.again:
            self.freed = freed
        self.given = {token: letter for token, letter in self.given.items() if token in living}
        for token in living:
            if token not in self.given:
                self.given[token] = self._fresh()

    def _fresh(self) -> str:
        barred = {*self.given.values(), *self.freed}
        ring = ascii_uppercase[self.next :] + ascii_uppercase[: self.next]
        letter = next((one for one in (*ring, *PAIRS) if one not in barred), "?")
        if letter in [*ascii_uppercase] and not self.again:
            self.next = (ascii_uppercase.index(letter) + 1) % len(ascii_uppercase)
        return letter


class PlacedToken(NamedTuple):
    """A row of a view, with its side."""

    side: Side
    row: Row


class Naming:
    """Names by card and by token, and where everything is; `see` takes in each view."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards_by_id(cards)
        self.battle = cards.battle
        self.card_names = {card.id: printed_name(card) for card in self.cards.values()}
        self.now: dict[Token, str] = {}
        self.before: dict[Token, str] = {}
        self.rows: dict[Token, PlacedToken] = {}
        self.rows_before: dict[Token, PlacedToken] = {}
        self.hand: tuple[CardId, ...] = ()
        self.target = Token(0)  # the base that is landed on
        self.spending = False  # whether hits are being spent one by one
        self.lying: tuple[Lying, ...] = ()
        self.lying_before: tuple[Lying, ...] = ()
        self.unseen, self.in_air = Letters(), Letters()
        self.copies: dict[tuple[Side, CardId], Letters] = {}

    def see(self, view: View) -> None:
        """Take in the next view; the names of the one before it are kept for the events between them."""
        self.before, self.rows_before = self.now, self.rows
        self.rows = {row.token: PlacedToken(side, row) for side, half in sides(view) for row in rows_of(half)}
        self.hand = () if view.viewer is None else half_of(view, view.viewer).hand or ()
        self.spending = any(window in SPENDING for _side, window in view.waiting)
        self.lying_before, self.lying, self.target = self.lying, view.lying, view.target
        self._give_letters(view)
        several = self._in_copies(view)
        self.now = {token: self._name(token, found.row, several) for token, found in self.rows.items()}

    @property
    def turns(self) -> int:
        """§24.3  How many turns a battle has in which nobody draws; 0: the decks are the clock."""
        return 0 if self.battle is None or self.battle.decks else self.battle.turns

    def names(self) -> Names:
        """What everything is called now; of what is gone, what it was called before."""
        return Names(self.card_names, {**self.before, **self.now})

    def card(self, card: CardId | str) -> str:
        return self.card_names.get(CardId(card), sanitize(str(card)))

    def token(self, token: int) -> str:
        """The name of a token that is on the table, or was until now."""
        known = Token(token)
        return self.now.get(known) or self.before.get(known) or phrase("cards.unknown")

    def formation(self, lead: CardId | None, escort: CardId | None) -> str:
        """A formation by its cards; transports by the name of the troops."""
        name = self.half(lead) if lead is not None else ""
        if escort is None:
            return name
        return phrase("cards.with_escort", leader=name, escort=self.card(escort))

    def half(self, lead: CardId) -> str:
        card = self.cards.get(lead)
        if isinstance(card, EventCard) and card.transports is not None:
            return printed_name(card.transports)
        return self.card(lead)

    def line(self, token: int) -> Line | None:
        """Where a token is: its own line, or that of its host."""
        found = self.rows.get(Token(token))
        if found is None:
            return None
        row = found.row
        if isinstance(row, SeenAirplane) and row.host:
            return self.line(row.host)
        return row.line

    def placed(self, token: int) -> str:
        """The name with its line, where that is needed to find it: "unseen formation A in the Japanese front"."""
        line = self.line(token)
        name = self.token(token)
        return name if line is None else phrase("cards.in_line", card=name, line=line_name(line))

    def _give_letters(self, view: View) -> None:
        unseen, flying = [], []
        for _side, half in sides(view):
            unseen += [(f.line, f.token) for f in half.formations if f.lead is None]
            flying += [a.token for a in half.airplanes if a.card is None and not a.host]
        self.unseen.give([token for _line, token in sorted(unseen)])
        self.in_air.give(sorted(flying))

    def _in_copies(self, view: View) -> dict[Token, str]:
        """Letters for airplanes of one kind where several of them are in sight."""
        letters: dict[Token, str] = {}
        for side, half in sides(view):
            alike: dict[CardId, list[Token]] = {}
            for a in half.airplanes:
                if a.card is not None:
                    alike.setdefault(a.card, []).append(a.token)
            for card, tokens in alike.items():
                series = self.copies.setdefault((side, card), Letters(again=side is view.viewer))
                series.give(tokens)
                if len(tokens) > 1:
                    letters |= series.given
        return letters

    def _name(self, token: Token, row: Row, several: dict[Token, str]) -> str:
        if isinstance(row, SeenFormation):
            if row.lead is not None:
                return self.formation(row.lead, row.escort)
            kind = "cards.unseen_pair" if row.pair else "cards.unseen_formation"
            return phrase(kind, letter=self.unseen.given[token])
        if row.card is None:
            letter = self.in_air.given.get(token)
            return phrase("cards.unseen_airplane", letter=letter) if letter else phrase("cards.an_unseen_airplane")
        name = self.card(row.card)
        if token not in several:
            return name
        return phrase("cards.one_of_several", airplane=name, letter=several[token])


def sides(view: View) -> tuple[tuple[Side, SeenSide], tuple[Side, SeenSide]]:
    return (Side.US, view.us), (Side.JP, view.jp)


def half_of(view: View, side: Side) -> SeenSide:
    return view.us if side is Side.US else view.jp


def rows_of(half: SeenSide) -> tuple[Row, ...]:
    return (*half.formations, *half.bases, *half.airplanes)
