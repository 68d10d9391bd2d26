"""A position as text, both ways: readable, exact, and short enough to write by hand for a test or a bug report.

    ironbottom position 1

    [state]
    edition 2
    turn 3
    phasing US
    setting_up no

    [US]
    base 1 US_REAR us/espiritu-santo
    ship 3 US_FRONT us/wasp detected damage=1
    airplane 4 us/wildcat host=3
    hand us/dauntless

    [JP]
    base 2 JP_REAR jp/truk

    [stack]
    air-combat-phase phasing=US

A line is a word and what belongs to it; what stands at its default may be left out, an empty line or one that begins
with # says nothing.  A position that names no edition is of the first.  `[shown]` is the phasing side as the others see
it while it deploys in private; frames name what they keep for steps back as `state:1` and `formations:1`, which stand
in sections of those names.  The stack is written from the bottom; `at` is the name of the step.  Decks are in order,
the next card last.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache
from json import JSONDecodeError, JSONDecoder
from re import compile as pattern
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, get_args

from msgspec import NODEFAULT, Struct, convert, json
from msgspec.structs import FieldInfo, fields

from ironbottom.abilities import express, paired
from ironbottom.catalog import cards_by_id
from ironbottom.dice import LIMITED, NORMAL, PACK, Attempts, Dice, Pack, Stream
from ironbottom.editions import EDITIONS, FIRST
from ironbottom.flow import Game, Outcome, Procedure, Reason
from ironbottom.printed import AnyCard, Card, CardSet, EventCard, ShipCard, Values
from ironbottom.state import Airplane, Base, Forces, Formation, InForce, State
from ironbottom.words import SIDES, CardId, Side, Token

__all__ = ["PositionError", "from_text", "to_text"]

FORMAT = "ironbottom position 1"
DRAW = "-"  # stands for the winner of a game that was drawn
REASONS: tuple[Reason, ...] = get_args(Reason)
MOST_LEFT = 4096  # hexadecimal digits of what is left of a block: far more than there can be
BARE = pattern(r"[A-Za-z][A-Za-z0-9_/:-]*")
NUMBER = pattern(r"0|[1-9][0-9]{0,11}")
HEX = pattern(r"([0-9a-f]{2})*")
ROWS: dict[str, type[Formation | Base | Airplane]] = {"ship": Formation, "base": Base, "airplane": Airplane}
PLACES = {"ship": ("token", "line", "lead"), "base": ("token", "line", "card"), "airplane": ("token", "card")}
TABLES = {"ship": "formations", "base": "bases", "airplane": "airplanes"}
PILES = ("fleet_deck", "air_deck", "hand", "discards", "unaccounted")
STREAMS = ("fleets", "chance")
OUTSIDE = ("cards", "edition", "forces", "shown", "shown_victory", "in_force", "dice", "tokens")  # not so simple
EFFECT = ("does", "side", "n", "ends")

T = TypeVar("T")
Row = Formation | Base | Airplane
History = tuple[tuple[Side, tuple[dict[Token, Formation], ...]], ...]  # what FirstDeployment keeps for steps back


class PositionError(ValueError):
    """A text that is no position: the line, what was found there, and what is allowed."""

    def __init__(self, line: int, found: str, allowed: str) -> None:
        super().__init__(f"line {line}: found {found}; allowed is {allowed}.")
        self.line, self.found, self.allowed = line, found, allowed


def to_text(game: Game) -> str:
    """The whole position of a game: everything that decides how it goes on."""
    return _Writer(game).text()


def from_text(text: str, cards: CardSet) -> Game:
    """The game at this position, with an empty log.  Raises PositionError."""
    return _Reader(text, cards).game()


@cache
def _hints(row: type[Struct]) -> dict[str, FieldInfo]:
    """The fields of a row or frame, with their types."""
    return {field.name: field for field in fields(row)}


def _shown(value: Any) -> str:
    """One value as one word."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Card):
        return value.id
    if isinstance(value, Attempts):
        return "limited" if value.limited else str(value.dice)
    return value.name if isinstance(value, IntEnum) else str(value)


class _Writer:
    """Builds the text of one game; what frames keep for steps back goes to sections of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kept: list[str] = []
        self.numbers = {"state": 0, "formations": 0}

    def text(self) -> str:
        game, cards = self.game, self.game.state.cards
        lines = [FORMAT, f"cards {cards.name} {cards.fingerprint}", f"answers {game.answers}"]
        if game.outcome is not None:
            us, jp = game.outcome.points
            winner = game.outcome.winner
            lines.append(f"outcome {DRAW if winner is None else winner.name} {game.outcome.reason} {us} {jp}")
        lines += ["", "[state]", *self.state(game.state), "", "[stack]"]
        lines += [self.frame(frame) for frame in game.stack]
        return "\n".join(lines + self.kept) + "\n"

    def state(self, state: State) -> list[str]:
        lines = [] if state.edition is FIRST else [f"edition {state.edition.name}"]
        for field in _hints(State).values():
            value = getattr(state, field.name)
            if field.name not in OUTSIDE and value != field.default:
                lines.append(f"{field.name} {_shown(value)}")
        lines += [self.row("effect", effect, EFFECT) for effect in state.in_force]
        if state.shown_victory:
            lines.append(_victory("shown_victory", state.shown_victory))
        lines += [_dice(state.dice), _stream("tokens", state.tokens)]
        for side in SIDES:
            lines += ["", f"[{side.name}]", *self.forces(state.forces[side])]
        if state.shown is not None:
            lines += ["", "[shown]", *self.forces(state.shown)]
        return lines

    def forces(self, forces: Forces) -> list[str]:
        lines = ["redrew yes"] if forces.redrew else []
        lines += [f"scored {forces.scored}"] if forces.scored else []
        for word, table in TABLES.items():
            lines += [self.row(word, row, PLACES[word]) for row in getattr(forces, table).values()]
        for pile in PILES:
            lines.append(" ".join([pile, *[card.id for card in getattr(forces, pile)]]))
        lines.append(_victory("victory", forces.victory))
        return lines + [_stream(name, getattr(forces, name)) for name in STREAMS]

    def row(self, word: str, row: Row | InForce, places: tuple[str, ...]) -> str:
        """First what stands by its place, then what is not at its default, by name."""
        words = [word, *[_shown(getattr(row, place)) for place in places]]
        for field in _hints(type(row)).values():
            value = getattr(row, field.name)
            if field.name in places or field.name in ("side", "values") or value == field.default:
                continue
            words.append(field.name if value is True else f"{field.name}={_shown(value)}")
        return " ".join(words)

    def frame(self, frame: Procedure) -> str:
        words = [frame.tag()]
        for field in _hints(type(frame)).values():
            if field.name in frame.derived:
                continue
            value = getattr(frame, field.name)
            if field.name == "at":
                words.append(f"at={frame.steps[value].name}")
            elif value != field.default:
                words.append(f"{field.name}={self.literal(value)}")
        return " ".join(words)

    def literal(self, value: Any) -> str:
        """A field of a frame: a bare word, or JSON without spaces."""
        if isinstance(value, IntEnum):
            return value.name
        plain = self.plain(value)
        return plain if isinstance(plain, str) and _is_bare(plain) else json.encode(plain).decode()

    def plain(self, value: Any) -> Any:
        if isinstance(value, State):
            return self.keep("state", "", self.state(value))
        if isinstance(value, dict):
            rows: dict[Token, Formation] = value
            side = next((f.side for f in rows.values()), Side.US)
            lines = [self.row("ship", f, PLACES["ship"]) for f in rows.values()]
            return self.keep("formations", f" {side.name}", lines)
        if isinstance(value, tuple):
            return [self.plain(part) for part in value]
        return value

    def keep(self, kind: str, after: str, lines: list[str]) -> str:
        self.numbers[kind] += 1
        self.kept += ["", f"[{kind} {self.numbers[kind]}{after}]", *lines]
        return f"{kind}:{self.numbers[kind]}"


def _is_bare(word: str) -> bool:
    return BARE.fullmatch(word) is not None and word not in ("true", "false", "null")


def _victory(word: str, pile: tuple[tuple[AnyCard, int], ...]) -> str:
    return " ".join([word, *[f"{card.id}:{points}" for card, points in pile]])


def _dice(dice: Dice) -> str:
    """A stream of faces; of a pack (§23.19) what is left in it, and what shuffles it."""
    if isinstance(dice, Pack):
        return _stream(f"pack {''.join(map(str, dice.left)) or '-'}", dice.stream)
    if not isinstance(dice, Stream):
        raise TypeError("dice that are not a stream cannot be written")
    return _stream("dice", dice)


def _stream(word: str, stream: Stream) -> str:
    return f"{word} {stream.key.hex()} {stream.block} {stream.rest.hex()}".rstrip()


class _Line(NamedTuple):
    number: int
    text: str
    words: list[str]

    def wrong(self, found: str, allowed: str) -> PositionError:
        return PositionError(self.number, found, allowed)

    def take(self, least: int, most: int, form: str) -> list[str]:
        """What stands behind the first word, if it is as much as it should be."""
        if not least <= len(self.words) - 1 <= most:
            raise self.wrong(repr(self.text), form)
        return self.words[1:]


class _Section(NamedTuple):
    head: _Line
    lines: list[_Line]


class _Table(NamedTuple):
    """What belongs to one state: its own section, and those of the sides."""

    own: _Section
    parts: dict[str, _Section]


class _Reader:
    """Reads one text.  Every method raises PositionError for the line that it cannot read."""

    def __init__(self, text: str, cards: CardSet) -> None:
        self.cards, self.by_id = cards, cards_by_id(cards)
        self.head: list[_Line] = []
        self.tables: dict[str, _Table] = {}
        self.placings: dict[str, _Section] = {}
        self.stack: _Section | None = None
        self.last = 1
        self.divide(text)
        self.formations = {
            name: self.forces(section, Side[section.head.words[2].rstrip("]")]).formations
            for name, section in self.placings.items()
        }
        self.states = {name: self.state(table) for name, table in self.tables.items() if name != "state"}

    def divide(self, text: str) -> None:
        """The text in sections."""
        here, latest = self.head, ""
        for number, line in enumerate(text.split("\n"), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            self.last, row = number, _Line(number, line.strip(), words)
            if row.text.startswith("["):
                here, latest = self.open(row, latest)
            else:
                here.append(row)
        if not self.head or self.head[0].text != FORMAT:
            first = self.head[0] if self.head else _Line(1, "nothing", [])
            raise first.wrong(repr(first.text[:40]), f"{FORMAT!r} as the first line")

    def open(self, head: _Line, latest: str) -> tuple[list[_Line], str]:
        """Begin a section; returns its lines, and the state that sections of sides now belong to."""
        section = _Section(head, [])
        name = head.text[1:-1] if head.text.endswith("]") else ""
        words = name.split()
        if words and words[0] == "state" and len(words) <= 2:
            latest = ":".join(words)
            self.once(head, latest in self.tables)
            self.tables[latest] = _Table(section, {})
        elif name in ("US", "JP", "shown") and latest:
            self.once(head, name in self.tables[latest].parts)
            self.tables[latest].parts[name] = section
        elif len(words) == 3 and words[0] == "formations" and words[2] in ("US", "JP"):
            self.once(head, f"formations:{words[1]}" in self.placings)
            self.placings[f"formations:{words[1]}"] = section
        elif name == "stack":
            self.once(head, self.stack is not None)
            self.stack = section
        else:
            allowed = "[state], then its [US], [JP] and [shown]; [stack], [state N] or [formations N US]"
            raise head.wrong(repr(head.text), allowed)
        return section.lines, latest

    @staticmethod
    def once(head: _Line, seen: bool) -> None:
        if seen:
            raise head.wrong(f"a second {head.text}", "each section once")

    def game(self) -> Game:
        if "state" not in self.tables:
            raise PositionError(self.last, "no [state]", "a position with [state], [US], [JP] and [stack]")
        if self.stack is None:
            raise PositionError(self.last, "no [stack]", "a [stack] with the sections of the rules in progress")
        state = self.state(self.tables["state"])
        frames = [self.frame(line) for line in self.stack.lines]
        try:
            game = Game(state, frames)
        except Exception as error:
            why = f"a position that the rules cannot go on from ({type(error).__name__}: {error})"
            raise self.stack.head.wrong(why, "a stack that fits what lies on the table") from error
        if game.events:
            game.events.clear()
        self.begin(game)
        return game

    def begin(self, game: Game) -> None:
        """What stands above the sections."""
        for line in self.head[1:]:
            if line.words[0] == "cards":
                name, *print_ = line.take(1, 2, "cards NAME FINGERPRINT")
                if name != self.cards.name or print_ not in ([], [self.cards.fingerprint]):
                    ours = f"{self.cards.name} {self.cards.fingerprint[:16]}"
                    raise line.wrong(f"the cards {name} {''.join(print_)[:16]}".rstrip(), f"the set in use, {ours}")
            elif line.words[0] == "answers":
                game.answers = self.number(line, line.take(1, 1, "answers NUMBER")[0])
            elif line.words[0] == "outcome":
                game.outcome = self.outcome(line)
            else:
                raise line.wrong(repr(line.words[0]), "cards, answers or outcome")

    def outcome(self, line: _Line) -> Outcome:
        winner, word, us, jp = line.take(4, 4, "outcome SIDE REASON VP VP")
        for reason in REASONS:
            if reason == word:
                points = (self.number(line, us), self.number(line, jp))
                return Outcome(None if winner == DRAW else self.value(line, winner, Side), reason, points)
        raise line.wrong(repr(word), " or ".join(REASONS))

    def state(self, table: _Table) -> State:
        hints, given = _hints(State), dict[str, Any]({"edition": FIRST})
        effects: list[InForce] = []
        for name in ("dice", "tokens"):
            given[name] = Stream.of(bytes(32), name)
        for line in table.own.lines:
            word = line.words[0]
            if word == "effect":
                effect: dict[str, Any] = {}
                self.row(line, InForce, EFFECT, effect)
                effects.append(InForce(**effect))
            elif word in ("dice", "tokens"):
                given[word] = self.stream(line)
            elif word == "pack":
                given["dice"] = self.pack(line)
            elif word == "edition":
                given[word] = self.word(line, line.take(1, 1, "edition NUMBER")[0], EDITIONS)
            elif word == "shown_victory":
                given[word] = self.victory(line)
            elif word in hints and word not in OUTSIDE:
                given[word] = self.value(line, line.take(1, 1, f"{word} VALUE")[0], hints[word].type)
            else:
                lines = [name for name in hints if name not in OUTSIDE]
                lines += ["edition", "effect", "shown_victory", "dice", "tokens", "pack"]
                raise line.wrong(repr(word), ", ".join(lines))
        us, jp = [self.forces(self.part(table, side.name), side) for side in SIDES]
        state = State(cards=self.cards, forces=(us, jp), in_force=tuple(effects), **given)
        if "shown" in table.parts:
            state.shown = self.forces(table.parts["shown"], state.phasing)
        return state

    def part(self, table: _Table, name: str) -> _Section:
        if name not in table.parts:
            raise table.own.head.wrong(f"{table.own.head.text} without [{name}]", "[US] and [JP] behind it")
        return table.parts[name]

    def forces(self, section: _Section, side: Side) -> Forces:
        given: dict[str, Any] = {table: {} for table in TABLES.values()}
        given |= {name: Stream.of(bytes(32), f"{name}/{side.name}") for name in STREAMS}
        lines: dict[Token, _Line] = {}
        for line in section.lines:
            word = line.words[0]
            if word in TABLES:
                row = self.placed(line, word, side)
                self.new(lines, row.token, line)
                given[TABLES[word]][row.token] = row
            elif word in PILES:
                given[word] = tuple([self.card(line, name, side) for name in line.words[1:]])
            elif word == "victory":
                given[word] = self.victory(line)
            elif word in STREAMS:
                given[word] = self.stream(line)
            elif word == "redrew":
                given[word] = self.value(line, line.take(1, 1, "redrew yes")[0], bool)
            elif word == "scored":
                given[word] = self.number(line, line.take(1, 1, "scored NUMBER")[0], signed=True)
            else:
                raise line.wrong(repr(word), ", ".join([*TABLES, *PILES, "victory", "redrew", "scored", *STREAMS]))
        held = tuple([card for card in given.get("hand", ()) if isinstance(card, EventCard)])
        given.setdefault("unaccounted", held)
        forces = Forces(**given)
        for a in forces.airplanes.values():
            if a.host and a.host not in forces.bases and a.host not in forces.formations:
                allowed = "the token of a ship or base of this side, or 0: in the air"
                raise lines[a.token].wrong(f"host={a.host}", allowed)
        return forces

    @staticmethod
    def new(lines: dict[Token, _Line], token: Token, line: _Line) -> None:
        if token in lines or not token:
            raise line.wrong(f"the token {token}", "a number above 0 that no other card of the side has")
        lines[token] = line

    def placed(self, line: _Line, word: str, side: Side) -> Row:
        """A card on the table."""
        given: dict[str, Any] = {"side": side}
        if word == "ship":
            given["values"] = None
        self.row(line, ROWS[word], PLACES[word], given)
        if word == "ship":
            given["values"] = self.values(line, given["lead"], given.get("escort"), given.get("express", False))
        return ROWS[word](**given)

    @staticmethod
    def values(line: _Line, lead: ShipCard | EventCard, escort: ShipCard | None, is_express: bool) -> Values:
        """§8.4, §21.16  What the formation can do follows from its cards."""
        half = lead if isinstance(lead, ShipCard) else lead.transports
        if half is None:
            raise line.wrong(repr(lead.id), "a ship, or an event card with transports")
        if escort is None:
            return half.values
        if escort.attached is None:
            raise line.wrong(f"escort={escort.id}", "a card that is escort-capable (§8.1)")
        return express(half.values, escort) if is_express else paired(half.values, escort)

    def row(self, line: _Line, kind: type[Struct], places: tuple[str, ...], given: dict[str, Any]) -> None:
        """Adds the fields of a row to `given`: first what stands by its place, then the rest by name."""
        hints = _hints(kind)
        names = " ".join([line.words[0], *[place.upper() for place in places]])
        words = line.take(len(places), 99, f"{names} and what belongs to it")
        side: Side | None = given.get("side")
        for place, word in zip(places, words, strict=False):
            given[place] = self.value(line, word, hints[place].type, side)
        for word in words[len(places) :]:
            name, is_, text = word.partition("=")
            if name not in hints or name in given:
                free = [other for other in hints if other not in given]
                raise line.wrong(repr(word), f"each once: {', '.join(free)}")
            given[name] = self.value(line, text if is_ else "yes", hints[name].type, side)
        self.complete(line, hints, given)

    @staticmethod
    def complete(line: _Line, hints: dict[str, FieldInfo], given: dict[str, Any]) -> None:
        for name, field in hints.items():
            if field.default is NODEFAULT and name not in given:
                raise line.wrong(f"{line.words[0]} without {name}", f"{name}=VALUE")

    def value(self, line: _Line, text: str, hint: Any, side: Side | None = None) -> Any:
        """One word as a value of this type."""
        kind = next((part for part in get_args(hint) if part is not NoneType), hint)
        kind = getattr(kind, "__supertype__", kind)
        if kind is bool:
            return self.word(line, text, {"yes": True, "no": False})
        if kind is Attempts:
            return LIMITED if text == "limited" else NORMAL[self.number(line, text, len(NORMAL) - 1)]
        if issubclass(kind, Card):
            return self.card(line, text, side, hint)
        if issubclass(kind, IntEnum):
            return self.word(line, text, {member.name: member for member in kind})
        if issubclass(kind, StrEnum):
            return self.word(line, text, {member.value: member for member in kind})
        return self.number(line, text) if kind is int else text

    @staticmethod
    def word(line: _Line, text: str, words: dict[str, T]) -> T:
        if text not in words:
            raise line.wrong(repr(text), " or ".join(words))
        return words[text]

    @staticmethod
    def number(line: _Line, text: str, most: int = 1 << 39, *, signed: bool = False) -> int:
        if not NUMBER.fullmatch(text.removeprefix("-") if signed else text) or int(text) > most:
            raise line.wrong(repr(text), "a number" if most > 99 else f"a number up to {most}")
        return int(text)

    def card(self, line: _Line, name: str, side: Side | None, hint: Any = None) -> Any:
        card = self.by_id.get(CardId(name))
        if card is None or (side is not None and card.side is not side) or not isinstance(card, hint or Card):
            whose = "" if side is None else f" of {side.name}"
            raise line.wrong(repr(name), f"the id of a card{whose} in the set {self.cards.name} that can stand here")
        return card

    def victory(self, line: _Line) -> tuple[tuple[AnyCard, int], ...]:
        pile = []
        for word in line.words[1:]:
            name, _, points = word.partition(":")
            pile.append((self.card(line, name, None), self.number(line, points)))
        return tuple(pile)

    def stream(self, line: _Line) -> Stream:
        key, block, *rest = line.take(2, 3, f"{line.words[0]} KEY BLOCK REST")
        left = rest[0] if rest else ""
        if len(key) != 64 or not HEX.fullmatch(key) or not HEX.fullmatch(left) or len(left) > MOST_LEFT:
            allowed = "a key of 64 hexadecimal digits, a number, and the digits that are left of a block"
            raise line.wrong(repr(line.text[:60]), allowed)
        drawn = bytes.fromhex(left)
        if line.words[0] == "dice" and not all(1 <= face <= 6 for face in drawn):
            raise line.wrong(repr(left), "faces from 01 to 06")
        return Stream(bytes.fromhex(key), self.number(line, block), drawn)

    def pack(self, line: _Line) -> Pack:
        """§23.19  What is left of a pack, and what shuffles it."""
        left = line.take(3, 4, "pack FACES KEY BLOCK REST")[0]
        faces = bytes([int(digit) if digit in "123456" else 0 for digit in left.removeprefix("-")])
        if any(faces.count(face) > PACK.count(face) for face in set(faces)):
            raise line.wrong(repr(left[:40]), "-, or faces from 1 to 6, none of them more than six times")
        return Pack(self.stream(line._replace(words=line.words[1:])), faces)

    def frame(self, line: _Line) -> Procedure:
        kinds = _procedures()
        if line.words[0] not in kinds:
            raise line.wrong(repr(line.words[0]), "a section of the rules: " + ", ".join(sorted(kinds)))
        kind = kinds[line.words[0]]
        hints, given = _hints(kind), dict[str, Any]()
        for name, value in self.literals(line):
            if name not in hints or name in given:
                raise line.wrong(repr(name), f"each once: {', '.join(hints)}")
            given[name] = self.field(line, kind, hints[name], value)
        self.complete(line, hints, given)
        return kind(**given)

    def literals(self, line: _Line) -> list[tuple[str, Any]]:
        """name=value, the value a bare word or JSON."""
        found, text = [], line.text.removeprefix(line.words[0])
        while text := text.lstrip():
            name, is_, text = text.partition("=")
            bare = BARE.match(text)
            if bare and _is_bare(bare[0]):
                found.append((name, bare[0]))
                text = text[bare.end() :]
                continue
            try:
                value, end = JSONDecoder().raw_decode(text)
            except (JSONDecodeError, RecursionError):
                raise line.wrong(repr(f"{name}{is_}{text}"[:60]), "name=value, the value a word or JSON") from None
            found.append((name, value))
            text = text[end:]
        return found

    def field(self, line: _Line, kind: type[Procedure], field: FieldInfo, value: Any) -> Any:
        """A field of a frame, as its type wants it."""
        hint = field.type
        if field.name == "at":
            return self.word(line, str(value), {step.name: i for i, step in enumerate(kind.steps)})
        if hint == State | None:
            return self.kept(line, value, self.states)
        for part in (hint, *(get_args(hint) if isinstance(hint, UnionType) else ())):
            if isinstance(part, type) and issubclass(part, IntEnum):
                return self.word(line, str(value), {member.name: member for member in part})
        try:
            if hint == History:
                return tuple([(Side(side), self.placed_before(line, names)) for side, names in value])
            return convert(value, hint)
        except PositionError:
            raise
        except (ValueError, TypeError) as error:
            raise line.wrong(f"{field.name}={value!r}"[:80], f"what this field holds ({error})") from None

    def placed_before(self, line: _Line, names: list[Any]) -> tuple[dict[Token, Formation], ...]:
        return tuple([self.kept(line, name, self.formations) for name in names])

    @staticmethod
    def kept(line: _Line, name: Any, table: dict[str, T]) -> T:
        if not isinstance(name, str) or name not in table:
            raise line.wrong(repr(name), " or ".join(table) or "nothing: no such section is kept")
        return table[name]


def _procedures() -> dict[str, type[Procedure]]:
    """Every section of the rules, by its tag."""
    found: dict[str, type[Procedure]] = {}
    left: list[type[Procedure]] = [Procedure]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("ironbottom."):
            found[kind.tag()] = kind
    return found

