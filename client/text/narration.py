"""What happened, as one reader tells it: one line for each event, with its paragraph of the rulebook at the end.

Events name cards by token.  Each is called as it was called when the event happened: a formation that is found is
still "unseen formation A" in the shot before.  The sentences are those of ironbottom/vocabulary/events.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ironbottom import events as e
from ironbottom.narration import Narrator, event_text, repeats, ship_half
from ironbottom.printed import BaseCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.vocabulary import phrase
from ironbottom.words import MIDDLE, CardId, Line, Side, Task, Token

from .luck import Throws
from .naming import Naming
from .sanitize import printed_name


class Story:
    """Tells the events of one update after another; `naming` has seen the view that came with them.

    It is the `StoryNames` of its narrator: what everything is called at this moment of the story.
    """

    def __init__(self, naming: Naming, throws: Throws) -> None:
        self.naming, self.throws = naming, throws
        self.called: dict[Token, str] = {}
        self.faces: dict[Token, str] = {}  # of cards that no view has named; the events show them themselves
        self.narrator = Narrator(self)

    def told(self, events: Iterable[e.AnyEvent]) -> list[str]:
        """The lines of an update."""
        return [line for _event, lines in self.one_by_one(events) for line in lines]

    def one_by_one(self, events: Iterable[e.AnyEvent]) -> Iterator[tuple[e.AnyEvent, list[str]]]:
        """The events of an update, each with its lines: none where it says nothing new."""
        events = tuple(events)
        self.called = {**self.naming.now, **self.naming.before}
        self.faces = dict(self._faces(events))
        self.throws.begin()
        last: e.AnyEvent | None = None
        for event in events:
            limited = self.throws.hear(event)
            yield event, [] if repeats(last, event) else self.sentence(event, limited=limited)
            last = event

    def _faces(self, events: Iterable[e.AnyEvent]) -> Iterator[tuple[Token, str]]:
        """Cards that were turned up or lost: who hears a long story at once has not seen their tables."""
        for event in events:
            if isinstance(event, e.Turned | e.Eliminated):
                lead, *escort = event.cards
                yield event.token, self.naming.formation(lead, escort[0] if escort else None)
            elif isinstance(event, e.Faced | e.ShotDown):
                yield from [(token, self.naming.card(card)) for token, card in event.airplanes]

    def sentence(self, event: e.AnyEvent, *, limited: bool = False) -> list[str]:
        """One event: as a rule one line."""
        sentences = self.narrator.tell(event, limited=limited)
        if isinstance(event, e.TurnBegan):
            return ["", *sentences]
        return [f"{sentence} §{event.rule}" for sentence in sentences]

    def card(self, card: CardId) -> str:
        return self.naming.card(card)

    def half(self, card: CardId) -> str:
        return self.naming.half(card)

    def ship_half(self, card: CardId) -> str:
        return ship_half(self.naming.cards.get(card), printed_name)

    def event_text(self, card: CardId) -> str:
        return event_text(self.naming.cards.get(card))

    def formation(self, lead: CardId, escort: CardId | None = None) -> str:
        return self.naming.formation(lead, escort)

    def token(self, token: Token) -> str:
        return self.called.get(token) or self.faces.get(token) or phrase("cards.unknown")

    def placed(self, token: Token) -> str:
        return self.naming.placed(token)

    def in_flight(self, token: Token) -> str:
        """One that flies unseen has a letter from now on."""
        if token in self.naming.in_air.given:
            self.called[token] = self.naming.now[token]
        return self.token(token)

    def knows(self, token: Token) -> bool:
        return token in self.called

    def learn(self, token: Token, name: str) -> None:
        """From here on a token is called by what was seen of it: as the view calls it, if it still does."""
        now = self.naming.now.get(token, "")
        self.called[token] = now if now and now.startswith(name) else name

    def learn_escort(self, token: Token) -> None:
        self.learn(token, self.naming.now.get(token, phrase("cards.the_escort")))

    def by_view(self) -> None:
        """From here on everything is called as the view calls it; what is gone keeps its name."""
        self.called = {**self.called, **self.naming.now}

    def hp(self, token: Token) -> int:
        for rows in (self.naming.rows, self.naming.rows_before):
            row = rows[token].row if token in rows else None
            if isinstance(row, SeenFormation) and row.values is not None:
                return row.values.hp
            if isinstance(row, SeenBase):
                card = self.naming.cards.get(row.card)
                return card.hp if isinstance(card, BaseCard) else 0
        return 0

    def escapes(self, side: Side, airplane: Token, line: Line) -> bool:
        """Who escapes waits by its own middle line, withdrawn from the start (§17.1(4))."""
        found = self.naming.rows.get(airplane)
        withdrawn = found is not None and isinstance(found.row, SeenAirplane) and found.row.task == Task.WITHDRAWN
        return withdrawn and line == MIDDLE[side]
