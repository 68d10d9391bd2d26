"""What happened, told in the sentences of vocabulary/events.toml: for records and for clients.

An event knows tokens and ids of cards.  What they are called, as far as the reader may know it, is said by
`StoryNames`; a narrator adds to the fields of an event what its sentences need besides, and says each field by its
kind.  The page has the same narrator in its text/; tests/client/support/vectors/story.json drives both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Protocol

from msgspec.structs import asdict

from ironbottom import events as e
from ironbottom.language import _
from ironbottom.phrases import Names, ended, hit_count, in_row, line_name, listed, side_name, task_name
from ironbottom.printed import AnyCard, EventCard, Submarine, Transports
from ironbottom.vocabulary import EVENTS, TABLES, amount, phrase, told, word
from ironbottom.words import CardId, Line, Side, Token

CHECK = "speed"  # §9.2: the ability of a withdrawal check, in which any hit is a success
ACCIDENT = "mutsu"  # §23.15: two dice that hit nothing

NO_FIELDS = ("say", "each", "by", "if", "unless", "is", "text")  # of a table of vocabulary/events.toml

Fields = Mapping[str, Any]  # of an event, or of a row of one; columns of a row by their number
Spec = Any  # what a field of a sentence is, as vocabulary/events.toml says it
Specs = Mapping[str, Spec]


class StoryNames(Protocol):
    """What a reader calls things, at this moment of a story."""

    def card(self, card: CardId) -> str: ...

    def half(self, card: CardId) -> str:
        """A card that enters as a formation: transports by the name of their troops."""

    def ship_half(self, card: CardId) -> str:
        """The ship half of an event card, "submarine Albacore"; "" where the reader does not have the card."""

    def event_text(self, card: CardId) -> str:
        """What an event card says; likewise."""

    def formation(self, lead: CardId, escort: CardId | None = None) -> str: ...
    def token(self, token: Token) -> str: ...

    def placed(self, token: Token) -> str:
        """A token with its line, where that is needed to find it."""

    def in_flight(self, token: Token) -> str:
        """An airplane that takes off: from here on it is called as the view calls it."""

    def knows(self, token: Token) -> bool:
        """Whether a token is called anything yet."""

    def learn(self, token: Token, name: str) -> None:
        """From here on a token is called by what was seen of it."""

    def learn_escort(self, token: Token) -> None:
        """An escort has left its transports: from here on it is called as the view calls it."""

    def by_view(self) -> None:
        """From here on everything is called as the view calls it that came with the events."""

    def hp(self, token: Token) -> int:
        """The HP of a formation or base; 0 where they are not known."""

    def escapes(self, side: Side, airplane: Token, line: Line) -> bool:
        """Whether an airplane waits by its own middle line, withdrawn from the start (§17.1(4))."""


class OpenNames:
    """The names of who sees everything, as after a game: nothing has to be learned."""

    def __init__(self, names: Names, cards: Mapping[CardId, AnyCard]) -> None:
        self.names, self.cards = names, cards

    def card(self, card: CardId) -> str:
        return self.names.cards.get(card, card)

    def half(self, card: CardId) -> str:
        found = self.cards.get(card)
        return found.transports.name if isinstance(found, EventCard) and found.transports else self.card(card)

    def ship_half(self, card: CardId) -> str:
        return ship_half(self.cards.get(card), attrgetter("name"))

    def event_text(self, card: CardId) -> str:
        return event_text(self.cards.get(card))

    def formation(self, lead: CardId, escort: CardId | None = None) -> str:
        if escort is None:
            return self.half(lead)
        return phrase("cards.with_escort", leader=self.half(lead), escort=self.card(escort))

    def token(self, token: Token) -> str:
        return self.names.token(token)

    placed = in_flight = token

    def knows(self, token: Token) -> bool:
        return token in self.names.tokens

    def learn(self, token: Token, name: str) -> None:
        """Its name is known."""

    def learn_escort(self, token: Token) -> None:
        """Its name is known."""

    def by_view(self) -> None:
        """All names are known."""

    def hp(self, token: Token) -> int:
        return 0

    def escapes(self, side: Side, airplane: Token, line: Line) -> bool:
        return False


def ship_half(card: AnyCard | None, name: Callable[[Transports | Submarine], str]) -> str:
    """The ship half of an event card, "submarine Albacore", with its name as the reader has it; "" of any other."""
    if not isinstance(card, EventCard):
        return ""
    if card.transports is not None:
        return phrase("few_words.transports", name=name(card.transports))
    return phrase("few_words.submarine", name=name(card.submarine)) if card.submarine is not None else ""


def event_text(card: AnyCard | None) -> str:
    """What an event card says; "" of any other card."""
    return _(card.text) if isinstance(card, EventCard) else ""


def repeats(last: e.AnyEvent | None, event: e.AnyEvent) -> bool:
    """A discard that says no more than the event before it: the card that was played, the airplane that was lost."""
    if not isinstance(event, e.Discarded) or event.count != 1:
        return False
    if isinstance(last, e.Played):
        return last.card == event.top
    return isinstance(last, e.ShotDown) and last.side is event.side and last.airplanes[0][1] == event.top


class Narrator:
    """Tells events, one after another, as `names` calls things."""

    def __init__(self, names: StoryNames) -> None:
        self.names = names

    def tell(self, event: e.AnyEvent, *, limited: bool | None = None) -> list[str]:
        """The sentences of an event; `limited`: whether a throw had the one limited die of an ability 0 (§3.4)."""
        specs = EVENTS[str(type(event).__struct_config__.tag)]
        fields = {**asdict(event), "limited": limited, "unknown": limited is None, "full": limited is False}
        if add := ADDED.get(type(event)):
            fields |= add(self.names, event)
        return [*self._sentences(specs["say"], fields, specs)]

    def _sentences(self, say: Any, fields: Fields, specs: Specs) -> Iterator[str]:
        """The sentences whose condition holds."""
        for one in [say] if isinstance(say, str) else say:
            sentence = {"text": one} if isinstance(one, str) else one
            if "each" in sentence:
                yield from self._of_rows(sentence, fields, specs)
            elif _holds(sentence, fields):
                text = sentence.get("text")
                here = _more(specs, sentence)
                yield self._filled(text, fields, here) if text else self._said(sentence["is"], fields, here)

    def _of_rows(self, sentence: Specs, fields: Fields, specs: Specs) -> Iterator[str]:
        """The sentences of each row."""
        say = sentence.get("say") or [{key: sentence[key] for key in ("is", "text") if key in sentence}]
        for row in _rows(fields[sentence["each"]], sentence.get("by")):
            yield from self._sentences(say, {**fields, **row}, _more(specs, sentence))

    def _filled(self, text: str, fields: Fields, specs: Specs) -> str:
        """A template with its fields; a part in [brackets] falls away where one of them is empty."""

        def has(name: str) -> bool:
            return bool(fields.get(_source(specs.get(name), name)))

        def put(name: str) -> str:
            return self._said(specs.get(name, name), fields, specs)

        return told(text, has, put)

    def _said(self, spec: Spec, fields: Fields, specs: Specs) -> str:
        """A field by its kind: "token by"; or sentences in a row."""
        if not isinstance(spec, str):
            say = [spec] if "each" in spec else spec["say"]
            return listed(self._sentences(say, fields, _more(specs, spec)))
        kind, name = spec.partition(" ")[0], _source(spec, spec)
        return KINDS[kind](self.names, fields[name], fields) if kind in KINDS else str(fields[name])


def _more(specs: Specs, inner: Specs) -> Specs:
    """What fields are, with what a sentence or a part says of its own."""
    return {**specs, **{name: spec for name, spec in inner.items() if name not in NO_FIELDS}}


def _source(spec: Spec, name: str) -> str:
    """The field of the event that a field of a sentence comes from."""
    if isinstance(spec, str):
        return spec.split()[-1]
    return str(spec["each"]) if isinstance(spec, dict) and "each" in spec else name


def _holds(sentence: Specs, fields: Fields) -> bool:
    """Whether a sentence is to be said."""
    if "unless" in sentence:
        return not fields.get(sentence["unless"])
    return "if" not in sentence or bool(fields.get(sentence["if"]))


def _rows(rows: Iterable[Any], by: int | None) -> Iterator[Fields]:
    """The fields of each row: its columns by number, where it has no names for them."""
    for row in rows if by is None else _alike(rows, by):
        yield row if isinstance(row, dict) else {str(i): value for i, value in enumerate(row)}


def _alike(rows: Iterable[tuple[Any, Any]], by: int) -> list[tuple[Any, Any]]:
    """Pairs that are alike in one column as one pair, with all that stands in the other."""
    found: dict[Any, list[Any]] = {}
    for row in rows:
        found.setdefault(row[by], []).append(row[1 - by])
    return [(key, its) if by == 0 else (its, key) for key, its in found.items()]


Kind = Callable[[StoryNames, Any, Fields], str]

KINDS: dict[str, Kind] = {
    "side": lambda _names, value, _fields: side_name(Side(value)),
    "line": lambda _names, value, _fields: line_name(value),
    "ability": lambda _names, value, _fields: word("abilities", value),
    "action": lambda _names, value, _fields: word("actions", value),
    "mode": lambda _names, value, _fields: word("modes", value),
    "score": lambda _names, value, _fields: word("scores", value),
    "task": lambda _names, value, fields: task_name(value, at_sea=fields["rule"].startswith("18")),
    "card": lambda names, value, _fields: names.card(value),
    "cards": lambda names, value, _fields: listed(map(names.card, value)),
    "card_row": lambda names, value, _fields: in_row(map(names.card, value)),
    "ship_half": lambda names, value, _fields: names.half(value),
    "formation": lambda names, value, _fields: names.formation(*value) if value else "",
    "token": lambda names, value, _fields: names.token(value),
    "tokens": lambda names, value, _fields: listed(map(names.token, value)),
    "token_row": lambda names, value, _fields: in_row(map(names.token, value)),
    "placed": lambda names, value, _fields: names.placed(value),
    "flying": lambda names, value, _fields: _flying(names, value),
    "hit_count": lambda _names, value, _fields: hit_count(value),
    "dice_count": lambda _names, value, _fields: amount("dice", value),
    "card_count": lambda _names, value, _fields: amount("cards", value),
    "airplane_count": lambda _names, value, _fields: amount("airplanes", value),
    "formation_count": lambda _names, value, _fields: amount("formations", value),
}


def _flying(names: StoryNames, tokens: Iterable[Token]) -> str:
    """Airplanes by name; those that are called alike once, with their number."""
    called = Counter(map(names.in_flight, tokens))
    return in_row([one if n == 1 else phrase("cards.several", n=n, card=one) for one, n in called.items()])


# What the sentences of an event need besides its fields.


def _by_view(names: StoryNames, _event: e.AnyEvent) -> Fields:
    names.by_view()
    return {}


def _discarded(_names: StoryNames, event: e.Discarded) -> Fields:
    return {"several": event.count != 1}


def _played(names: StoryNames, event: e.Played) -> Fields:
    """The text of an event is read out: the other side may never have seen the card."""
    if event.half == "event":
        return {"as_event": True, "text": names.event_text(event.card)}
    return {"half": names.ship_half(event.card) or word("halves", event.half)}


def _named(names: StoryNames, event: e.Named) -> Fields:
    target = event.target
    if isinstance(target, str):
        name = word("words", target) if target in TABLES["words"] else names.card(CardId(target))
    elif target in tuple(Line) and not names.knows(Token(target)):
        name = line_name(target)
    else:
        name = names.token(Token(target))
    return {"target": name}


def _reinforced(names: StoryNames, event: e.Reinforced) -> Fields:
    names.by_view()
    return {"in_rear": bool(event.ships) or not event.bases, "entered": len(event.ships)}


def _transports_entered(names: StoryNames, event: e.TransportsEntered) -> Fields:
    name = names.half(event.card)
    names.learn(event.token, name)
    return {"name": name}


def _express_loaded(_names: StoryNames, event: e.ExpressLoaded) -> Fields:
    return {"seen": event.token is not None and event.card is not None}


def _turned(names: StoryNames, event: e.Turned) -> Fields:
    old, new = names.token(event.token), names.formation(*event.cards) if event.cards else ""
    names.learn(event.token, new)
    return {"old": old if old != new else "", "new": new}


def _faced(names: StoryNames, event: e.Faced) -> Fields:
    return {"turned": [_turned_up(names, token, card) for token, card in event.airplanes]}


def _turned_up(names: StoryNames, token: Token, card: CardId) -> Fields:
    """What it was called and is called; no old name where nothing new is seen."""
    old = names.token(token)
    names.learn(token, names.card(card))
    new = names.token(token)
    return {"old": old if old != new else "", "new": new}


def _damaged(names: StoryNames, event: e.Damaged) -> Fields:
    return {"hp": names.hp(event.token)}


def _eliminated(_names: StoryNames, event: e.Eliminated) -> Fields:
    return {"enemy": side_name(event.side.enemy)}


def _shot_down(names: StoryNames, event: e.ShotDown) -> Fields:
    for token, card in event.airplanes:
        if not names.knows(token):
            names.learn(token, names.card(card))
    return {}


def _flew(names: StoryNames, event: e.Flew) -> Fields:
    """Flights by line and host."""
    routes: dict[tuple[Line, bool], dict[Token, list[Token]]] = {}
    for airplane, host, line in event.flights:
        route = line, names.escapes(event.side, airplane, line)
        routes.setdefault(route, {}).setdefault(host, []).append(airplane)
    rows = [{"line": line, "escapes": escapes, "hosts": [*hosts.items()]} for (line, escapes), hosts in routes.items()]
    return {"routes": rows}


def _line_began(_names: StoryNames, event: e.LineBegan) -> Fields:
    return {"searched": event.rule.startswith("15")}


def _aimed(_names: StoryNames, event: e.Aimed) -> Fields:
    modes = event.modes or ("",) * len(event.aims)
    return {"aims": [(*aim, mode) for aim, mode in zip(event.aims, modes, strict=False)]}


def _detached(names: StoryNames, event: e.Detached) -> Fields:
    pair = names.token(event.token)
    names.learn_escort(event.escort)
    return {"pair": pair}


def _returned(names: StoryNames, event: e.Returned) -> Fields:
    names.by_view()
    return {"at_bases": [(host, cards) for cards, host in _alike(event.bases, 1)]}


def _rolled(_names: StoryNames, event: e.Rolled) -> Fields:
    thrown = len(event.faces)
    faces = " ".join(map(str, event.faces))
    return {
        "check": event.ability == CHECK, "accident": event.ability == ACCIDENT,
        "single": event.ability in (CHECK, ACCIDENT), "faces": faces, "thrown": thrown, "lost": thrown - event.left,
    }


def _game_ended(_names: StoryNames, event: e.GameEnded) -> Fields:
    return {"reason": ended(event.winner, event.reason), "drawn": event.winner is None}


ADDED: dict[type[e.Event], Callable[[StoryNames, Any], Fields]] = {
    e.SetUpShown: _by_view, e.Discarded: _discarded, e.Played: _played, e.Named: _named, e.Reinforced: _reinforced,
    e.TransportsEntered: _transports_entered, e.ExpressLoaded: _express_loaded, e.DeploymentShown: _by_view,
    e.LookedAt: _by_view, e.Turned: _turned, e.Faced: _faced, e.Damaged: _damaged, e.Eliminated: _eliminated,
    e.ShotDown: _shot_down, e.Flew: _flew, e.LineBegan: _line_began, e.Aimed: _aimed, e.Detached: _detached,
    e.Returned: _returned, e.Rolled: _rolled, e.GameEnded: _game_ended,
}
