"""Events and answers as sentences for people.

A phrase knows no rule and no state: the reader's `Names` say what each token is called, as far as he may know it.  In
a template a part in [brackets] falls away where one of its fields is hidden, empty, zero or false; a field with a
question mark only decides that.  A translation keeps fields and brackets; the tables here hold the English, and what is
said is looked up in the reader's catalogue each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from re import Match
from re import compile as pattern
from typing import Any, NamedTuple, get_args

from msgspec.structs import fields

from ironbottom import events as e
from ironbottom.language import N_, _, counted
from ironbottom.questions import Answer, Assign, Move, Order, Question, Shape
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Line, Side, Token

SIDE_NAMES = {Side.US: N_("US"), Side.JP: N_("Japan")}
LINE_NAMES = {
    Line.US_REAR: N_("US rear"), Line.US_MIDDLE: N_("US middle"), Line.US_FRONT: N_("US front"),
    Line.JP_FRONT: N_("Japanese front"), Line.JP_MIDDLE: N_("Japanese middle"), Line.JP_REAR: N_("Japanese rear"),
}
ENDINGS = {
    "strategic-base": N_("a strategic base is lost"), "time-up": N_("the airplane deck is used up"),
    "resigned": N_("resignation"),
}
LOST_BY = {"strategic-base": N_("{loser} has lost a strategic base"), "resigned": N_("{loser} has resigned")}
ACTIONS = {"retreat": N_("retreat"), "air-attack": N_("air attack"), "landing": N_("landing")}
ABILITIES = {
    "airc": N_("Air Control"), "air": N_("Anti-Air"), "bomb": N_("bombs"), "torp": N_("torpedoes"), "land": N_("Land"),
    "recon": N_("Recon"), "surface": N_("guns"), "submarine": N_("Torp"), "sub": N_("Anti-Submarine"),
    "speed": N_("Speed"), "tb": N_("torpedo boats"), "guns": N_("guns"), "garrison": N_("Garrison"),
    "patrol": N_("Patrol"), "repair": N_("Repair"), "army": N_("Army"),
}
WORDS = frozenset((  # of answers, tasks, modes and outcomes, as they stand there
    N_("attack"), N_("bomb"), N_("break-off"), N_("cease"), N_("control"), N_("deploy"), N_("discard"),
    N_("done"), N_("either"), N_("escape"), N_("escort"), N_("express"), N_("fire"), N_("intercept"), N_("jp"),
    N_("keep"), N_("land"), N_("landing"), N_("move"), N_("no-more"), N_("none"), N_("pair"), N_("part"), N_("pass"),
    N_("recall"), N_("redraw"), N_("retreat"), N_("reveal"), N_("search"), N_("shift"), N_("squall-no-attack"),
    N_("squall-no-combat"), N_("stay"), N_("submarine"), N_("support"), N_("swap"), N_("torp"), N_("transports"),
    N_("undo"),
    N_("us"), N_("withdraw"), N_("withdrawn"), N_("air-attack"), N_("flown"),
    N_("strategic-base"), N_("time-up"), N_("resigned"),
))
LINES_ASKED = ("10", "21")  # windows where a line is chosen

SENTENCES: dict[type[e.Event], str] = {
    e.SidesSettled: N_("The sides are settled[{drawn?} by lot]: the first player plays {crossed}."),
    e.FleetDrawn: N_("{side} draws its fleet[{again?} anew][: {cards}]."),
    e.SetUpShown: N_("{side} shows its set-up: {formations}[{redrew?}, drawn a second time]."),
    e.Drew: N_("{side} draws {count} from its airplane deck[: {cards}]."),
    e.Discarded: N_("{side} discards {count}[: {cards}]; {top} lies on top."),
    e.TurnBegan: N_("Turn {turn}: {side}."),
    e.TurnSkipped: N_("{side} keeps all drawn cards and skips its turn."),
    e.Played: N_("{side} plays {card} as {half}."),
    e.Named: N_("{side} names {target} for {card}."),
    e.Reinforced: N_("{side} is reinforced by {ships}[ and {bases}][: {cards}]."),
    e.TransportsEntered: N_("{side}: the transports of {card} enter the rear line."),
    e.ExpressLoaded: N_("{side} loads transports[ of {card}][ on {token}], unseen."),
    e.BaseMoved: N_("{side}: {token} is in the {line} now."),
    e.DeploymentShown: N_(
        "{side} shows its deployment[; detected: {detected}][; on bases: {bases}][; on ships: {ships}]."
    ),
    e.Rolled: N_("{side}: {by} rolls {ability}[ against {at}]: {faces}; hits {hits}, left {left}."),
    e.Turned: N_("{side}: {cards} is detected."),
    e.Hidden: N_("{side} turns unseen: {tokens}."),
    e.Faced: N_("{side}: airplanes detected: {airplanes}."),
    e.Damaged: N_("{side}: {token} takes {hits}; its damage is {damage}."),
    e.Repaired: N_("{side}: {token} is repaired; its damage is {damage}."),
    e.Recovered: N_("{side}: {token} recovers; its damage is {damage}."),
    e.Eliminated: N_("{side}: {cards} is eliminated[ for {points} VP]."),
    e.ShotDown: N_("{side}: shot down: {airplanes}."),
    e.Flew: N_("{side} flies: {flights}."),
    e.LineBegan: N_("Combat in the {line}."),
    e.Tasked: N_("{side} gives tasks: {tasks}."),
    e.Withdrew: N_("{side} withdraws {tokens}."),
    e.Aimed: N_("{side} aims: {aims}[ ({modes})]."),
    e.ActionTaken: N_("{side} chooses its action: {action}."),
    e.TargetNamed: N_("{side} will land at {token}."),
    e.Landed: N_("{side} goes ashore: {tokens}."),
    e.Detached: N_("{side}: {escort} leaves {token}; damage {damage} and {escort_damage}."),
    e.Returned: N_("{side}: airplanes return[, to bases {bases}][, to ships {ships}][, lost {lost}]."),
    e.Resigned: N_("{side} resigns."),
    e.GameEnded: N_("The game is over, {winner} has won: {reason}; VP US {us}, Japan {jp}."),
}

PARTS: dict[tuple[Any, ...], str] = {
    (Token, CardId): N_("{1}"),
    (CardId, Token): N_("{0} on {1}"),
    (Token, int): N_("{1} on {0}"),
    (Token, Token): N_("{0} at {1}"),
    (Token, Token, Line): N_("{0} from {1} to the {2}"),
    (Token, str): N_("{0}: {1}"),
}


def side_name(side: Side) -> str:
    """A side, as the reader calls it."""
    return _(SIDE_NAMES[side])


def line_name(line: Line) -> str:
    """A line, as the reader calls it."""
    return _(LINE_NAMES[line])


def word(text: str) -> str:
    """A word of an answer, as the reader says it; anything else as it is."""
    return _(text) if text in WORDS else text


class Names(NamedTuple):
    """What a reader calls things."""

    cards: Mapping[CardId, str]
    tokens: Mapping[Token, str]

    def token(self, token: int) -> str:
        return self.tokens.get(Token(token)) or _("a card") if token else _("a submarine")

    @staticmethod
    def line(value: Any) -> str:
        return line_name(Line(value)) if value in LINE_NAMES else word(str(value))

    def value(self, value: object) -> str:
        """A token, a line, a card or a word, for who cannot know which."""
        if isinstance(value, int):
            if value in self.tokens:
                return self.tokens[Token(value)]
            return self.line(value)
        return self.cards.get(CardId(str(value))) or word(str(value))


FIELD = pattern(r"\{(\w+)\??\}")
OPTION = pattern(r"\[([^\]]*)\]")
QUESTION = pattern(r"\{\w+\?\}")

SPECIAL: dict[tuple[type[e.Event], str], Callable[[Any], str]] = {
    (e.SidesSettled, "crossed"): lambda crossed: side_name(Side.JP if crossed else Side.US),
    (e.Rolled, "ability"): lambda ability: _(ABILITIES.get(ability, ability)),
    (e.Played, "half"): lambda half: _("an event") if half == "event" else word(half),
    (e.ActionTaken, "action"): lambda action: _(ACTIONS.get(action, action)),
    (e.SetUpShown, "formations"): lambda n: counted("{n} formation", "{n} formations", n),
    (e.Reinforced, "ships"): lambda ships: counted("{n} formation", "{n} formations", len(ships)),
}


CHECKS = (
    N_("{side}: {by} tries to withdraw: {faces}; it fails."), N_("{side}: {by} tries to withdraw: {faces}; it does."),
)


BASES_ALONE = N_("{side} is reinforced[ by {bases}][: {cards}].")  # no formation comes with them


def ended(winner: Side, reason: str) -> str:
    """Why a game is over, with who lost it by that: "US has resigned"."""
    text = LOST_BY.get(reason) or ENDINGS.get(reason, reason)
    return _(text).format(loser=side_name(winner.enemy)) if reason in LOST_BY else _(text)


def ending(winner: Side, reason: str, points: tuple[int, int]) -> str:
    """How a game ended, and why."""
    us, jp = points
    text = _("{winner} has won: {reason}; the US has {us} VP, Japan {jp}.")
    return text.format(winner=side_name(winner), reason=ended(winner, reason), us=us, jp=jp)


def game_over(winner: Side, reason: str, points: tuple[int, int]) -> str:
    """The same as the last line of a story."""
    us, jp = points
    return _(SENTENCES[e.GameEnded]).format(winner=side_name(winner), reason=ended(winner, reason), us=us, jp=jp)


def phrase(event: e.AnyEvent, names: Names) -> str:
    """What happened, as one sentence."""
    if isinstance(event, e.GameEnded):
        return game_over(event.winner, event.reason, (event.us, event.jp))
    kind = type(event)
    sentence = SENTENCES[kind]
    if isinstance(event, e.Rolled) and event.ability == "speed":
        sentence = CHECKS[event.hits > 0]  # §9.2: any hit is a success
    if isinstance(event, e.Reinforced) and not event.ships:
        sentence = BASES_ALONE

    def put(field: Match[str]) -> str:
        name = field[1]
        value = getattr(event, name)
        special = SPECIAL.get((kind, name))
        return special(value) if special else _words(value, _hints(kind)[name], names)

    def part(found: Match[str]) -> str:
        kept = all(getattr(event, name) for name in FIELD.findall(found[1]))
        return QUESTION.sub("", found[1]) if kept else ""

    return FIELD.sub(put, OPTION.sub(part, _(sentence)))


@cache
def _hints(kind: type[e.Event]) -> dict[str, Any]:
    return {field.name: field.type for field in fields(kind)}


def _words(value: Any, hint: Any, names: Names) -> str:
    """A field of an event, said as its type wants it."""
    if isinstance(value, tuple):
        inner = next((part for part in (hint, *get_args(hint)) if get_args(part)[1:] == (...,)), hint)
        parts = get_args(inner)
        if parts[1:] == (...,):
            return joined([_words(one, parts[0], names) for one in value])
        said = [_words(one, part, names) for one, part in zip(value, parts, strict=True)]
        return _(PARTS[parts]).format(*said)
    if value is None:
        return _("unknown")
    if hint is Token:
        return names.token(value)
    if hint is CardId:
        return names.cards.get(value, value)
    if isinstance(value, bytes):
        return " ".join(map(str, value))
    if isinstance(value, Side):
        return side_name(value)
    if isinstance(value, Line):
        return line_name(value)
    return names.value(value) if hint == int | str else word(str(value))


def joined(parts: list[str]) -> str:
    """A list in a sentence."""
    return _("; ").join(parts) or _("nothing")


def answer_phrase(window: str, shape: Shape, answer: Answer, names: Names) -> str:
    """What was answered, in a few words."""
    lines = window in LINES_ASKED or (isinstance(shape, Assign | Order) and shape.of == "line")
    say = names.line if lines else names.value
    if isinstance(answer, dict):
        return joined([_pair(names.token(key), _said(value, say)) for key, value in answer.items()])
    if isinstance(shape, Order) and isinstance(answer, tuple):
        pairs = [one for one in answer if isinstance(one, tuple)]
        return joined([_pair(names.value(key), _said(value, say)) for key, value in pairs])
    if isinstance(shape, Move) and isinstance(answer, tuple) and len(answer) > 1:
        verb, thing, *rest = answer
        last: Callable[[Any], str] = names.line if verb == "move" else str if verb == "part" else names.value
        what = _("{verb} {thing}").format(verb=word(str(verb)), thing=names.value(thing))
        return " ".join([what, *[_("- {target}").format(target=last(one)) for one in rest]])
    return _said(answer, say)


def _pair(card: str, value: str) -> str:
    return _("{card}: {value}").format(card=card, value=value)


def _said(value: object, say: Callable[[Any], str]) -> str:
    return joined([_said(part, say) for part in value]) if isinstance(value, tuple) else say(value)


def window_phrase(window: str) -> str:
    """What is decided in a window."""
    return _(WINDOWS[window].decides) if window in WINDOWS else _("what the event works on")


def prompt_phrase(question: Question) -> str:
    """What is asked.  A question comes over the wire in English; these sentences stand in the catalogues."""
    return _(question.prompt)


def cause_phrase(question: Question) -> str:
    """The public fact that opened the window, said likewise."""
    return _(question.cause)
