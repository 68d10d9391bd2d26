"""The record of a game: what it was begun with, every answer with the dice that fell, and how it ended.

JSON Lines, one entry a line, so that a line can be added while the game goes on:

    {"record":1,"engine":"2","set":"core","cards":"<SHA-256>","seed":"<64 hexadecimal digits>","ask_sides":false}
    {"n":1,"side":"US","window":"1","answer":"keep","dice":[]}
    {"n":212,"side":"JP","window":"29","answer":{"1514":1077},"dice":["5513","2"]}
    {"n":213,"side":"US","resigns":true}
    {"end":213,"winner":"JP","reason":"resigned","points":[12,20],"digest":"<SHA-256>"}

The digest is taken over all events and the final position.  A seed opens every deck and die: a record is for after the
game.  `replay` plays it again and names the first entry that does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from re import search
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, ValidationError, convert, json

from ironbottom.battle import Battle, Words
from ironbottom.catalog import cards_by_id
from ironbottom.editions import EDITIONS, NEWEST, Edition
from ironbottom.events import AnyEvent, Rolled, TurnBegan
from ironbottom.flow import Asked, Game, IllegalAnswer
from ironbottom.language import N_, _
from ironbottom.narration import Narrator, OpenNames, repeats
from ironbottom.phrases import Names, answer_phrase, side_name, window_phrase
from ironbottom.position import to_text
from ironbottom.printed import CardSet, EventCard
from ironbottom.questions import Answer, Value, as_answer
from ironbottom.rules import new_game
from ironbottom.state import Formation
from ironbottom.variant import found_among
from ironbottom.vocabulary import phrase
from ironbottom.wire.answers import plain
from ironbottom.words import Side, Token

FORMAT = 1
ENGINE = NEWEST.name  # what new games are played by
SEED = 32

T = TypeVar("T", bound=Struct)


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game was begun with."""

    record: int
    engine: str
    set: str
    cards: str  # the fingerprint of the set
    seed: str
    ask_sides: bool
    options: Words = ()  # §23
    battle: Battle | None = None  # §24


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer."""

    n: int
    side: str
    window: str
    answer: Any  # as JSON
    dice: tuple[str, ...]  # the faces of each throw while it was carried out


class Resignation(Struct, frozen=True, forbid_unknown_fields=True):
    """§11.4, §11.5"""

    n: int
    side: str
    resigns: bool  # else this side has offered a draw, and both have agreed to it


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """How it ended; `end` counts the entries."""

    end: int
    winner: str
    reason: str
    points: tuple[int, int]
    digest: str


class RecordError(ValueError):
    """A record that does not fit the game: the line, the entry, what was found there and what was expected."""

    def __init__(self, line: int, entry: int, found: str, expected: str) -> None:
        place = _("line {line}, entry {entry}").format(line=line, entry=entry)
        super().__init__(fault_at(place, found, expected))
        self.line, self.entry, self.found, self.expected = line, entry, found, expected


def fault_at(place: str, found: str, expected: str) -> str:
    """The sentence about one place in a record."""
    return _("{place}: found {found}; expected {expected}.").format(place=place, found=found, expected=expected)


class NoSuchCards(RecordError):
    """The cards that a game was played with are not among those that are here."""


def answer_from_json(read: Any) -> Answer:
    """The answer that JSON says; ValueError for what can be no answer.  A table stands alone, never in a list."""
    if not isinstance(read, dict):
        answer: Answer = _part(read, 3)
        return answer
    table: dict[int, Value] = {}
    for key, value in read.items():
        if not (key.isascii() and key.isdigit() and str(int(key)) == key):
            raise ValueError(_("{key} is no card of a table").format(key=repr(key)))
        table[int(key)] = _part(value, 1)
    return table


def _part(read: Any, depth: int) -> Any:
    if type(read) in (int, str):
        return read
    if isinstance(read, list) and depth:
        return tuple([_part(part, depth - 1) for part in read])
    raise ValueError(_("{text} is no answer").format(text=repr(str(read)[:40])))


class Recorded:
    """A game with its record.  `lines` only ever grows; a rule that fails leaves game and record as they were.

    `begun`: a game that stands at its first question already, as a what-if does; what its lines say fits no other.
    """

    def __init__(
        self, cards: CardSet, seed: bytes, *, ask_sides: bool = False, edition: Edition = NEWEST,
        begun: Game | None = None,
    ) -> None:
        if len(seed) != SEED:
            raise ValueError(f"a seed has {SEED} bytes, not {len(seed)}")
        self.game = new_game(cards, seed, ask_sides=ask_sides, edition=edition) if begun is None else begun
        header = Header(
            FORMAT, edition.name, cards.name, cards.fingerprint, seed.hex(), ask_sides, cards.options.words,
            cards.agreed,
        )
        self.entries = 0
        self.lines = [_line(header)]
        self._digest = sha256()
        self._heard()

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def take(self, side: Side, answer: Answer) -> None:
        """Take an answer and note it.  Raises what `Game.answer` raises."""
        asked = self.game.asked.get(side)
        window = self.game.window(side) if asked is not None else ""
        after = self.game.after(side, answer)
        dice = tuple(["".join(map(str, e.faces)) for e in after.events or () if isinstance(e, Rolled)])
        self._go_on(after, Entry(self.entries + 1, side.name, window, plain(as_answer(answer)), dice))

    def resign(self, side: Side) -> None:
        after = self.game.clone()
        after.resign(side)
        self._go_on(after, Resignation(self.entries + 1, side.name, True))

    def agree_draw(self, side: Side) -> None:
        """§11.5  A draw, which this side has offered."""
        after = self.game.clone()
        after.agree_draw()
        self._go_on(after, Resignation(self.entries + 1, side.name, False))

    def _go_on(self, after: Game, entry: Entry | Resignation) -> None:
        self.game = after
        self.entries += 1
        self.lines.append(_line(entry))
        self._heard()
        if after.outcome is not None:
            o, digest = after.outcome, self._digest.copy()
            digest.update(to_text(after).encode())
            winner = "" if o.winner is None else o.winner.name
            self.lines.append(_line(End(self.entries, winner, o.reason, o.points, digest.hexdigest())))

    def _heard(self) -> None:
        for event in self.game.events or ():
            self._digest.update(json.encode(event) + b"\n")


def _line(entry: Header | Entry | Resignation | End) -> str:
    return json.encode(entry).decode()


class RecordedMoment(NamedTuple):
    """A game as it stood after an entry; the opening has none.  `game.events` is what the entry brought about."""

    entry: Entry | Resignation | None
    asked: Asked | None  # what was answered
    before: Game | None
    game: Game


def replay(text: str, card_sets: Iterable[CardSet], *, unfinished: bool = False) -> Iterator[RecordedMoment]:
    """Play a record again, entry by entry.  Raises RecordError at the first that does not fit.

    `unfinished` allows a record that stops before the game is over.
    """
    return _Replay(text, card_sets).moments(unfinished)


def resume(text: str, card_sets: Iterable[CardSet]) -> Recorded:
    """The game of a record that was broken off, ready to go on."""
    again = _Replay(text, card_sets)
    for _moment in again.moments(True):
        pass
    return again.recorded


class _Replay:
    """Plays a record again beside its text."""

    def __init__(self, text: str, card_sets: Iterable[CardSet]) -> None:
        self.rows = text.split("\n")
        while self.rows and not self.rows[-1].strip():
            self.rows.pop()
        self.at, self.card_sets = 1, card_sets

    def wrong(self, found: str, expected: str) -> RecordError:
        return RecordError(self.at, self.at - 1, found, expected)

    def moments(self, unfinished: bool) -> Iterator[RecordedMoment]:
        self.recorded = recorded = self.begin()
        yield RecordedMoment(None, None, None, recorded.game)
        while recorded.game.outcome is None:
            self.at += 1
            if self.at > len(self.rows):
                if unfinished:
                    return
                raise self.wrong(_("the end of the file"), _("another entry: the game is not over"))
            before = recorded.game
            entry = self.read()
            asked = self.take(entry)
            if recorded.game.outcome is not None:
                self.finish()
            yield RecordedMoment(entry, asked, before, recorded.game)

    def begin(self) -> Recorded:
        header = self.decoded(Header, _("the header of a record")) if self.rows else None
        if header is None:
            raise self.wrong(_("an empty file"), _("the header of a record"))
        self.same("record", header.record, FORMAT)
        if header.engine not in EDITIONS:
            raise self.wrong(f"engine {header.engine!r}"[:200], "engine " + _(" or ").join(map(repr, EDITIONS)))
        edition = EDITIONS[header.engine]
        named = (cards for cards in self.card_sets if cards.name == header.set)
        match = found_among(named, header.cards, header.options, header.battle)
        if match is None:
            raise self.no_cards(header)
        return Recorded(match, self.seed(header.seed), ask_sides=header.ask_sides, edition=edition)

    def no_cards(self, header: Header) -> NoSuchCards:
        """Neither a set of this name is here, nor an earlier version of it, that has this fingerprint."""
        found = [cards for cards in self.card_sets if cards.name == header.set]
        if not found:
            names = _(" or ").join(dict.fromkeys([cards.name for cards in self.card_sets])) or _("none")
            unknown = _("the card set {name}").format(name=repr(header.set[:40]))
            return NoSuchCards(1, 0, unknown, _("a set that is here: {names}").format(names=names))
        others = _("the cards of {set} with the fingerprint {fingerprint}")
        ours = _("those that are here, {fingerprint}").format(fingerprint=repr(found[0].fingerprint[:16]))
        return NoSuchCards(1, 0, others.format(set=header.set, fingerprint=repr(header.cards[:16])), ours)

    def seed(self, text: str) -> bytes:
        try:
            seed = bytes.fromhex(text)
        except ValueError:
            seed = b""
        if len(seed) != SEED or seed.hex() != text:
            digits = _("{n} hexadecimal digits").format(n=2 * SEED)
            raise self.wrong(_("the seed {text}").format(text=repr(text[:70])), digits)
        return seed

    def same(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            raise self.wrong(f"{what} {found!r}"[:200], f"{what} {expected!r}"[:200])

    def raw(self, what: str) -> Any:
        row = self.rows[self.at - 1]
        try:
            return json.decode(row)
        except (ValueError, RecursionError):
            raise self.wrong(_("{text}, which is not JSON").format(text=repr(row[:60])), what) from None

    def decoded(self, kind: type[T], what: str) -> T:
        try:
            return convert(self.raw(what), kind)
        except ValidationError as error:
            raise self.wrong(_misfit(str(error)), what) from None

    def read(self) -> Entry | Resignation:
        plain = self.raw(_("an entry"))
        if isinstance(plain, dict) and "end" in plain:
            raise self.wrong(_("the end of the record"), _("another entry: the game is not over"))
        kind: type[Entry | Resignation] = Resignation if isinstance(plain, dict) and "resigns" in plain else Entry
        return self.decoded(kind, _("an entry"))

    def take(self, entry: Entry | Resignation) -> Asked | None:
        """Carry out an entry, and compare what came of it."""
        recorded = self.recorded
        self.same("entry", entry.n, recorded.entries + 1)
        if entry.side not in Side.__members__:
            raise self.wrong(_("side {name}").format(name=repr(entry.side)), _("US or JP"))
        side = Side[entry.side]
        if isinstance(entry, Resignation):
            self.same("resigns", entry.resigns, True)
            self.carry_out(lambda: recorded.resign(side))
            return None
        asked = recorded.game.asked.get(side)
        if asked is None:
            waiting = _(" and ").join([one.name for one in recorded.game.asked])
            answer_of = _("an answer of {side}")
            raise self.wrong(answer_of.format(side=side.name), answer_of.format(side=waiting))
        self.same("window", entry.window, recorded.game.window(side))
        try:
            answer = answer_from_json(entry.answer)
        except ValueError as error:
            raise self.wrong(str(error), _("an answer")) from None
        self.carry_out(lambda: recorded.take(side, answer))
        again = json.decode(recorded.lines[entry.n], type=Entry)
        self.same("dice", list(entry.dice), list(again.dice))
        return asked

    def carry_out(self, act: Callable[[], None]) -> None:
        try:
            act()
        except IllegalAnswer as error:
            legal = _("a legal one: {why}").format(why=error)
            raise self.wrong(_("an answer that is not legal"), legal) from None
        except Exception as error:
            found = _("an answer that the rules fail on ({error})").format(error=repr(error))
            raise self.wrong(found, _("rules without a fault")) from error

    def finish(self) -> None:
        """The last line, and nothing behind it."""
        self.at += 1
        if self.at > len(self.rows):
            raise self.wrong(_("the end of the file"), _("the outcome: the game is over"))
        end = self.decoded(End, _("the outcome: the game is over"))
        ours = json.decode(self.recorded.lines[-1], type=End)
        for name in ("end", "winner", "reason", "points", "digest"):
            self.same(name, getattr(end, name), getattr(ours, name))
        if len(self.rows) > self.at:
            self.at += 1
            raise self.wrong(_("a line behind the end"), _("nothing"))


KINDS = {
    "str": N_("text"), "int": N_("a whole number"), "float": N_("a number"), "bool": N_("true or false"),
    "null": N_("nothing"), "array": N_("a list"), "object": N_("a table"),
}


def _misfit(said: str) -> str:
    """A line that has not the fields that it should have, from what msgspec says of it."""
    if missing := search(r"missing required field `(\w+)`", said):
        return _("a line that does not fit: {field} is missing").format(field=repr(missing[1]))
    if unknown := search(r"unknown field `(.*?)`", said):
        return _("a line that does not fit: {field} does not belong there").format(field=repr(unknown[1][:40]))
    where = search(r"at `\$\.(\w+)", said)
    kinds = search(r"^Expected `(\w+)`, got `(\w+)`", said)
    if where is None:
        return _("a line that does not fit: it is no table of fields")
    if kinds is None:
        return _("a line that does not fit: {field} holds too much or too little").format(field=repr(where[1]))
    wanted, got = [_(KINDS.get(kind, kind)) for kind in kinds.groups()]
    wrong = _("a line that does not fit: {field} holds {found}, where {wanted} belongs")
    return wrong.format(field=repr(where[1]), found=got, wanted=wanted)


def transcript(moments: Iterable[RecordedMoment]) -> Iterator[str]:
    """A game as lines of text for people, with everything face up: for after the game."""
    for moment in moments:
        yield from told(moment)


def told(moment: RecordedMoment) -> Iterator[str]:
    """One entry: who answered what, then what happened, each fact with its paragraph."""
    side = Side.US if moment.entry is None else Side[moment.entry.side]
    names = names_of(side, *[game for game in (moment.before, moment.game) if game is not None])
    if moment.entry is None:
        yield _("Iron Bottom & Sunset Sky, {set} set").format(set=moment.game.state.cards.name)
    elif isinstance(moment.entry, Entry):
        yield _answered(moment, moment.entry, names)
    narrator = Narrator(OpenNames(names, cards_by_id(moment.game.state.cards)))
    last: AnyEvent | None = None
    for event in moment.game.events or ():
        if isinstance(event, TurnBegan):
            yield from ["", *narrator.tell(event)]
        elif not repeats(last, event):
            yield from [f"    {sentence} §{event.rule}" for sentence in narrator.tell(event)]
        last = event


def _answered(moment: RecordedMoment, entry: Entry, names: Names) -> str:
    answer = answer_from_json(entry.answer)
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play":
        what = phrase("asked.play", card=names.value(answer[1]))
    else:
        assert moment.asked is not None
        what = answer_phrase(entry.window, moment.asked.shape, answer, names)
    side, window = side_name(Side[entry.side]), window_phrase(entry.window)
    return f"{entry.n:4}  " + _("{side}, {window}: {answer}").format(side=side, window=window, answer=what)


def names_of(side: Side, *games: Game) -> Names:
    """What everything is called by somebody who sees all; the earlier game's names go before the later's.

    In private segments both sides use the same small tokens: those of `side` are meant.
    """
    cards = {card.id: card.name for card in cards_by_id(games[0].state.cards).values()}
    tokens: dict[Token, str] = {}
    for game in reversed(games):
        for forces in (game.forces[side.enemy], game.forces[side]):
            tokens |= {a.token: a.card.name for a in forces.airplanes.values()}
            tokens |= {b.token: b.card.name for b in forces.bases.values()}
            tokens |= {f.token: formation_name(f) for f in forces.formations.values()}
    return Names(cards, tokens)


def formation_name(f: Formation) -> str:
    half = f.lead.transports if isinstance(f.lead, EventCard) else f.lead
    assert half is not None
    if f.escort is None:
        return half.name
    return _("{card} with {escort}").format(card=half.name, escort=f.escort.name)
