"""All cards of the game, to look through by side, kind and words; and one card as it is printed."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Input, OptionList, Static

from ironbottom.language import N_, _, counted
from ironbottom.phrases import side_name
from ironbottom.printed import AnyCard, EventCard, ShipCard
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.vocabulary import phrase
from ironbottom.words import SIDES, CardId, Side

from ...text.card_summary import CARD_KINDS, in_few_words, left_of
from ...text.card_text import face
from ..drawing.reading import LongText, Passage
from ..state.model import Actions, UiState
from .sheet import SheetScreen, choices, fill

KIND_NAMES = {"ship": N_("ships"), "base": N_("bases"), "airplane": N_("airplanes"), "event": N_("events")}


def kind_of(card: AnyCard) -> str:
    return next(name for name, kind in CARD_KINDS.items() if isinstance(card, kind))


def card_passages(ui: UiState, card: AnyCard) -> list[Passage]:
    """A card as it is printed, in few words, and where it is now."""
    words = _("{card}: {words}.").format(card=ui.naming.card(card.id), words=in_few_words(card))
    return [
        Passage(lines=tuple(face(card)), whole=True), Passage(lines=("", words)),
        Passage(lines=tuple(on_table(ui, card.id))),
    ]


def on_table(ui: UiState, card: CardId) -> list[str]:
    """Where a card is now, as far as it is to be seen."""
    lines, naming = [], ui.names
    for token, (_side, row) in naming.rows.items():
        cards = (row.lead, row.escort) if isinstance(row, SeenFormation) else (row.card,)
        if card not in cards or not (isinstance(row, SeenFormation | SeenBase) or row.host):
            continue
        values = left_of(row) if isinstance(row, SeenFormation | SeenBase) else ""
        now = _("; now {values}").format(values=values) if values else ""
        lines.append(_("On the table: {card}{now}.").format(card=naming.placed(token), now=now))
    return lines


class CardSheet(SheetScreen):
    """One card; `about` is its id."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "all", N_("all cards"))]

    def _card(self) -> AnyCard | None:
        return self.ui.cards.get(CardId(self.about))

    def heading(self) -> str:
        card = self._card()
        return _("A card") if card is None else self.ui.naming.card(card.id)

    def body(self) -> ComposeResult:
        yield LongText(self.ui)

    def on_mount(self) -> None:
        self.redraw()
        self.query_one(LongText).focus()

    def redraw(self) -> None:
        card = self._card()
        none = [Passage(lines=(phrase("commands.no_card"),))]
        self.query_one(LongText).show(none if card is None else card_passages(self.ui, card))

    def action_all(self) -> None:
        self.doing.open("cards", self.about)


class Cards(SheetScreen):
    """The browser; `about` may be the card to begin with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "side", N_("side")), Binding("k", "kind", N_("kind")),
        Binding("slash", "search", N_("find"), key_display="/"),
        Binding("enter", "look", N_("the card"), key_display="Enter"),
    ]

    def __init__(self, ui: UiState, doing: Actions, about: str = "") -> None:
        super().__init__(ui, doing, about)
        self.side: Side | None = None
        self.kind = ""
        self.words: tuple[str, ...] = ()
        halves = [ui.set.side(side) for side in SIDES]
        self._copies = Counter([card.id for half in halves for card in (*half.fleet, *half.air)])

    def heading(self) -> str:
        return _("The cards")

    def body(self) -> ComposeResult:
        yield Input(id="cards-sought", placeholder=_("a name, a type, a word of its text"))
        yield Static(id="cards-filter", classes="about", markup=False)
        with Container(id="cards-there"):
            yield OptionList(id="cards-list", markup=False)
            yield LongText(self.ui, id="cards-face")
        yield Static(id="cards-words", classes="about", markup=False)

    def on_mount(self) -> None:
        self._list()
        if self.about:
            found = [card.id for card in self.found()]
            if self.about in found:
                self.query_one(OptionList).highlighted = found.index(CardId(self.about))
        self.query_one(OptionList).focus()

    def found(self) -> list[AnyCard]:
        """The cards that fit side, kind and words."""
        return [card for card in self.ui.cards.values() if self._fits(card)]

    def _fits(self, card: AnyCard) -> bool:
        if self.side not in (None, card.side) or self.kind not in ("", kind_of(card)):
            return False
        texts = [self.ui.naming.card(card.id), card.name, card.ja, card.id]
        texts += [card.type] if isinstance(card, ShipCard) else [_(card.text)] if isinstance(card, EventCard) else []
        text = " ".join(texts).casefold()
        return all(word in text for word in self.words)

    def _list(self) -> None:
        found = self.found()
        rows = []
        for card in found:
            more = f"  ×{self._copies[card.id]}" if self._copies[card.id] > 1 else ""
            rows.append((str(card.id), f"{card.side.name}  {self.ui.naming.card(card.id)}{more}"))
        fill(self.query_one(OptionList), choices(rows))
        side = _("both sides") if self.side is None else side_name(self.side)
        kind = _(KIND_NAMES[self.kind]) if self.kind else _("all kinds")
        said = counted("{n} card", "{n} cards", len(found))
        text = _("{cards}: {side}, {kind}").format(cards=said, side=side, kind=kind)
        self.query_one("#cards-filter", Static).update(Text(text))
        if not found:
            self._show(None)

    def _show(self, card: AnyCard | None) -> None:
        self.query_one("#cards-words", Static).update(Text("" if card is None else in_few_words(card)))
        self.query_one(LongText).show([] if card is None else card_passages(self.ui, card))

    def _held(self) -> AnyCard | None:
        box = self.query_one(OptionList)
        if box.highlighted is None or not box.option_count:
            return None
        return self.ui.cards.get(CardId(str(box.get_option_at_index(box.highlighted).id)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show(self.ui.cards.get(CardId(str(event.option.id))))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_look()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.words = tuple(event.value.casefold().split())
        self._list()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(OptionList).focus()

    def on_key(self, event: events.Key) -> None:
        """From the line one goes down into the list."""
        if event.key == "down" and self.query_one(Input).has_focus:
            event.stop()
            self.query_one(OptionList).focus()

    def action_side(self) -> None:
        """Both sides, one, the other."""
        after = {None: SIDES[0], SIDES[0]: SIDES[1], SIDES[1]: None}
        self.side = after[self.side]
        self._list()

    def action_kind(self) -> None:
        """All kinds, then each of them."""
        kinds = ["", *CARD_KINDS]
        self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]
        self._list()

    def action_search(self) -> None:
        self.query_one(Input).focus()

    def action_look(self) -> None:
        card = self._held()
        if card is not None:
            self.doing.open("card", str(card.id))
