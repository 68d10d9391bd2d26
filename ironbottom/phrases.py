"""Events and answers as sentences for people.

A phrase knows no rule and no state: the reader's `Names` say what each token is called, as far as he may know it.  In
a template a part in [brackets] falls away where one of its fields is hidden, empty, zero or false; a field with a
question mark only decides that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from re import Match
from re import compile as pattern
from typing import Any, NamedTuple, get_args

from msgspec.structs import fields

from ironbottom import events as e
from ironbottom.questions import Answer, Assign, Move, Order, Shape
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Line, Side, Token

SIDE_NAMES = {Side.US: "US", Side.JP: "Japan"}
LINE_NAMES = {
    Line.US_REAR: "US rear", Line.US_MIDDLE: "US middle", Line.US_FRONT: "US front",
    Line.JP_FRONT: "Japanese front", Line.JP_MIDDLE: "Japanese middle", Line.JP_REAR: "Japanese rear",
}
ENDINGS = {
    "strategic-base": "a strategic base is lost", "time-up": "the airplane deck is used up", "resigned": "resignation",
}
ACTIONS = {"retreat": "retreat", "air-attack": "air attack", "landing": "landing"}
ABILITIES = {
    "airc": "Air Control", "air": "Anti-Air", "bomb": "bombs", "torp": "torpedoes", "land": "Land", "recon": "Recon",
    "surface": "guns", "submarine": "Torp", "sub": "Anti-Submarine", "speed": "Speed", "tb": "torpedo boats",
    "guns": "guns",
    "garrison": "Garrison", "patrol": "Patrol", "repair": "Repair", "army": "Army",
}
LINES_ASKED = ("10", "21")  # windows where a line is chosen

SENTENCES: dict[type[e.Event], str] = {
    e.SidesSettled: "The sides are settled[{drawn?} by lot]: the first player plays {crossed}.",
    e.FleetDrawn: "{side} draws its fleet[{again?} anew][: {cards}].",
    e.SetUpShown: "{side} shows its set-up: {formations} formations[{redrew?}, drawn a second time].",
    e.Drew: "{side} draws {count} from its airplane deck[: {cards}].",
    e.Discarded: "{side} discards {count}[: {cards}]; {top} lies on top.",
    e.TurnBegan: "Turn {turn}: {side}.",
    e.TurnSkipped: "{side} keeps all drawn cards and skips its turn.",
    e.Played: "{side} plays {card} as {half}.",
    e.Named: "{side} names {target} for {card}.",
    e.Reinforced: "{side} is reinforced by {ships} formations[ and the bases {bases}][: {cards}].",
    e.TransportsEntered: "{side}: the transports of {card} enter the rear line.",
    e.ExpressLoaded: "{side} loads transports[ of {card}][ on {token}], unseen.",
    e.BaseMoved: "{side}: {token} is in the {line} now.",
    e.DeploymentShown: "{side} shows its deployment[; detected: {detected}][; on bases: {bases}][; on ships: {ships}].",
    e.Rolled: "{side}: {by} rolls {ability}[ against {at}]: {faces}; hits {hits}, left {left}.",
    e.Turned: "{side}: {cards} is detected.",
    e.Hidden: "{side} turns unseen: {tokens}.",
    e.Faced: "{side}: airplanes detected: {airplanes}.",
    e.Damaged: "{side}: {token} takes {hits}; its damage is {damage}.",
    e.Repaired: "{side}: {token} is repaired; its damage is {damage}.",
    e.Recovered: "{side}: {token} recovers; its damage is {damage}.",
    e.Eliminated: "{side}: {cards} is eliminated[ for {points} VP].",
    e.ShotDown: "{side}: shot down: {airplanes}.",
    e.Flew: "{side} flies: {flights}.",
    e.LineBegan: "Combat in the {line}.",
    e.Tasked: "{side} gives tasks: {tasks}.",
    e.Withdrew: "{side} withdraws {tokens}.",
    e.Aimed: "{side} aims: {aims}[ ({modes})].",
    e.ActionTaken: "{side} chooses its action: {action}.",
    e.TargetNamed: "{side} will land at {token}.",
    e.Landed: "{side} goes ashore: {tokens}.",
    e.Detached: "{side}: {escort} leaves {token}; damage {damage} and {escort_damage}.",
    e.Returned: "{side}: airplanes return[, to bases {bases}][, to ships {ships}][, lost {lost}].",
    e.Resigned: "{side} resigns.",
    e.GameEnded: "The game is over: {winner} wins, {reason}; VP {us} to {jp}.",
}

PARTS: dict[tuple[Any, ...], str] = {
    (Token, CardId): "{1}",
    (CardId, Token): "{0} on {1}",
    (Token, int): "{1} on {0}",
    (Token, Token): "{0} at {1}",
    (Token, Token, Line): "{0} from {1} to the {2}",
    (Token, str): "{0}: {1}",
}


class Names(NamedTuple):
    """What a reader calls things."""

    cards: Mapping[CardId, str]
    tokens: Mapping[Token, str]

    def token(self, token: int) -> str:
        return self.tokens.get(Token(token), "a card") if token else "a submarine"

    @staticmethod
    def line(value: Any) -> str:
        return LINE_NAMES[Line(value)] if value in LINE_NAMES else str(value)

    def value(self, value: object) -> str:
        """A token, a line, a card or a word, for who cannot know which."""
        if isinstance(value, int):
            if value in self.tokens:
                return self.tokens[Token(value)]
            return self.line(value)
        return self.cards.get(CardId(str(value)), str(value))


FIELD = pattern(r"\{(\w+)\??\}")
OPTION = pattern(r"\[([^\]]*)\]")
QUESTION = pattern(r"\{\w+\?\}")

SPECIAL: dict[tuple[type[e.Event], str], Callable[[Any], str]] = {
    (e.SidesSettled, "crossed"): lambda crossed: SIDE_NAMES[Side.JP if crossed else Side.US],
    (e.Rolled, "ability"): lambda ability: ABILITIES.get(ability, ability),
    (e.Played, "half"): lambda half: "an event" if half == "event" else half,
    (e.ActionTaken, "action"): lambda action: ACTIONS.get(action, action),
    (e.GameEnded, "reason"): lambda reason: ENDINGS.get(reason, reason),
    (e.Reinforced, "ships"): lambda ships: str(len(ships)),
}


CHECKS = ("{side}: {by} tries to withdraw: {faces}; it fails.", "{side}: {by} tries to withdraw: {faces}; it does.")


def phrase(event: e.AnyEvent, names: Names) -> str:
    """What happened, as one sentence."""
    kind = type(event)
    sentence = SENTENCES[kind]
    if isinstance(event, e.Rolled) and event.ability == "speed":
        sentence = CHECKS[event.hits > 0]  # §9.2: any hit is a success

    def put(field: Match[str]) -> str:
        name = field[1]
        value = getattr(event, name)
        special = SPECIAL.get((kind, name))
        return special(value) if special else _words(value, _hints(kind)[name], names)

    def part(found: Match[str]) -> str:
        kept = all(getattr(event, name) for name in FIELD.findall(found[1]))
        return QUESTION.sub("", found[1]) if kept else ""

    return FIELD.sub(put, OPTION.sub(part, sentence))


@cache
def _hints(kind: type[e.Event]) -> dict[str, Any]:
    return {field.name: field.type for field in fields(kind)}


def _words(value: Any, hint: Any, names: Names) -> str:
    """A field of an event, said as its type wants it."""
    if isinstance(value, tuple):
        inner = next((part for part in (hint, *get_args(hint)) if get_args(part)[1:] == (...,)), hint)
        parts = get_args(inner)
        if parts[1:] == (...,):
            return "; ".join([_words(one, parts[0], names) for one in value]) or "nothing"
        said = [_words(one, part, names) for one, part in zip(value, parts, strict=True)]
        return PARTS[parts].format(*said)
    if value is None:
        return "unknown"
    if hint is Token:
        return names.token(value)
    if hint is CardId:
        return names.cards.get(value, value)
    if isinstance(value, bytes):
        return " ".join(map(str, value))
    if isinstance(value, Side):
        return SIDE_NAMES[value]
    if isinstance(value, Line):
        return LINE_NAMES[value]
    return names.value(value) if hint == int | str else str(value)


def answer_phrase(window: str, shape: Shape, answer: Answer, names: Names) -> str:
    """What was answered, in a few words."""
    lines = window in LINES_ASKED or (isinstance(shape, Assign | Order) and shape.of == "line")
    say = names.line if lines else names.value
    if isinstance(answer, dict):
        return "; ".join([f"{names.token(key)}: {_said(value, say)}" for key, value in answer.items()]) or "nothing"
    if isinstance(shape, Order) and isinstance(answer, tuple):
        pairs = [one for one in answer if isinstance(one, tuple)]
        return "; ".join([f"{names.value(key)}: {_said(value, say)}" for key, value in pairs]) or "nothing"
    if isinstance(shape, Move) and isinstance(answer, tuple) and len(answer) > 1:
        verb, thing, *rest = answer
        last: Callable[[Any], str] = names.line if verb == "move" else str if verb == "part" else names.value
        return " ".join([str(verb), names.value(thing), *[f"- {last(one)}" for one in rest]])
    return _said(answer, say)


def _said(value: object, say: Callable[[Any], str]) -> str:
    if isinstance(value, tuple):
        return "; ".join([_said(part, say) for part in value]) or "nothing"
    return say(value)


def window_phrase(window: str) -> str:
    """What is decided in a window."""
    return WINDOWS[window].decides if window in WINDOWS else "what the event works on"
