"""Everything that leaves the engine for one pair of eyes, and how two worlds are held against each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ironbottom import sight
from ironbottom.abilities import VETERANS
from ironbottom.events import (
    DeploymentShown,
    Discarded,
    Eliminated,
    Faced,
    LookedAt,
    Played,
    Reinforced,
    Returned,
    Rolled,
    ShotDown,
    TransportsEntered,
    Turned,
)
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.questions import Answer
from ironbottom.rules.s04_damage import cards_of
from ironbottom.state import AIR
from ironbottom.views import SeenSide, View
from ironbottom.words import SIDES, Side, Token

Eyes = Side | None  # None: a spectator
pack, text = msgspec.msgpack.Encoder().encode, msgspec.json.Encoder().encode
NEVER_LEGAL: tuple[Answer, ...] = (
    "nothing", ("nothing",), {-1: "nothing"}, ("play", "nothing"), ("submarine", "nothing", -1), (("nothing", 1),),
)
EVERYBODY: tuple[Eyes, ...] = (Side.US, Side.JP, None)
FACE_UP: dict[type, tuple[str, ...]] = {
    Turned: ("cards",), Faced: ("airplanes",), Played: ("card",), Discarded: ("top",), Eliminated: ("cards",),
    ShotDown: ("airplanes",), DeploymentShown: ("detected", "bases"), Returned: ("bases",), Reinforced: ("bases",),
    TransportsEntered: ("card",),
}
BY_TOKEN = ("formations", "airplanes", "ships", "detected")


class Leaked(AssertionError):
    """Something left that tells a secret."""


def leaves(g: Game, eyes: Eyes) -> tuple[bytes, bytes, tuple[str, ...]]:
    """The view in both codecs, and what the viewer is told when he answers wrongly."""
    seen = sight.view(g, eyes)
    return pack(seen), text(seen), () if eyes is None else refusals(g, eyes)


def refusals(g: Game, side: Side) -> tuple[str, ...]:
    """What a side is told for answers that are legal in no world; also when it is not asked at all (§20.1)."""
    said = []
    for wrong in NEVER_LEGAL:
        try:
            g.answer(side, wrong)
        except IllegalAnswer as refused:
            said.append(f"{refused.rule}|{refused.reason}|{refused}")
        else:
            raise Leaked(f"{wrong!r} was taken for an answer")
    return tuple(said)


def told(g: Game, eyes: Eyes) -> tuple[bytes, bytes]:
    """The events of the last answer, in both codecs."""
    events = sight.seen(g.events or (), eyes)
    return pack(events), text(events)


def to_come(g: Game) -> tuple[bytes, tuple[int, ...]]:
    """The next dice and tokens: all of them will be seen."""
    state = g.state.clone()
    return state.dice.faces(6), tuple(state.deal_tokens(2))


def same(what: str, one: object, two: object) -> None:
    if one != two:
        raise Leaked(f"{what}: two worlds that differ only in secrets differ here:\n{around(repr(one), repr(two))}")


def around(one: str, two: str) -> str:
    """Where two texts part."""
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return "\n".join(said[max(0, at - 300) : at + 100] for said in (one, two))


def face_up(g: Game) -> frozenset[str]:
    """The cards that the rules turned up in the last answer (§22), whatever the engine tells of them."""
    shown = [getattr(e, field) for e in g.events or () for field in FACE_UP.get(type(e), ())]
    looked_at = {token for e in g.events or () if isinstance(e, LookedAt) for token in e.tokens}  # §23.5
    there = [f for forces in g.forces for f in forces.formations.values() if f.token in looked_at]
    return frozenset(names_in(shown)) | {card.id for f in there for card in cards_of(f)}


def told_by_dice(g: Game, after: Game) -> frozenset[str]:
    """§23.3  The carriers of airplanes that have fired: how many dice they roll tells whether theirs was ever hit."""
    fired = {event.by for event in after.events or () if isinstance(event, Rolled)}
    flown = [
        (forces, a) for forces in g.forces for a in forces.airplanes.values()
        if g.state.cards.options.veterans and a.token in fired and a.card.id in VETERANS
    ]
    there = [forces.formations.get(a.host or a.origin) for forces, a in flown]
    return frozenset([card.id for f in there if f is not None for card in cards_of(f)])


def in_the_open(g: Game) -> frozenset[str]:
    """The cards that lie open on the table, or seem to, private segments included."""
    names = set(face_up(g))
    for forces in g.forces:
        names.update([b.card.id for b in forces.bases.values()])
        names.update([card.id for card, _ in forces.victory], [card.id for card in forces.discards[-1:]])
        names.update([a.card.id for a in forces.airplanes.values() if a.detected])
        names.update([c.id for f in forces.formations.values() if f.detected or f.known for c in cards_of(f)])
    return frozenset(names)


def names_in(value: object) -> Iterator[str]:
    """The names of cards in anything."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, str) and value.startswith(("us/", "jp/")):
        yield value


def both_sides(v: View) -> tuple[SeenSide, SeenSide]:
    return v.us, v.jp


def tokens_of(v: View) -> set[Token]:
    """Every handle of a formation or an airplane that the viewer has before his eyes."""
    formations = {f.token for half in both_sides(v) for f in half.formations}
    return formations | {a.token for half in both_sides(v) for a in half.airplanes}


def renewed(g: Game, after: Game, eyes: Eyes) -> None:
    """§7.4, §7.7, R-8, R-37  After a deployment and after the return nothing unseen carries a handle from before."""
    for e in after.events or ():
        if not isinstance(e, DeploymentShown | Returned):
            continue
        old, seen = tokens_of(sight.view(g, eyes)), sight.view(after, eyes)
        for side in (e.side,) if isinstance(e, DeploymentShown) else SIDES:
            half = both_sides(seen)[side]
            ships = {f.token for f in half.formations}
            fresh = [a.token for a in half.airplanes if a.host in ships]
            if isinstance(e, DeploymentShown):
                fresh += [f.token for f in half.formations if not f.detected]
            if old.intersection(fresh):
                raise Leaked(f"{side.name}: a token has outlived the mix: {old.intersection(fresh)}")


def in_order(v: View) -> None:
    """Rows come in the order of their tokens, which tells nothing."""
    for half in both_sides(v):
        formations, airplanes = [f.token for f in half.formations], [a.token for a in half.airplanes]
        for there in (formations, airplanes, [b.token for b in half.bases]):
            if there != sorted(there):
                raise Leaked("rows are out of the order of their tokens")


def without_handles(g: Game, eyes: Eyes, before: View) -> tuple[Any, Any, list[int]]:
    """View and events with every handle that is new since `before` put down by what is seen of its card.

    Which of two cards gets which random handle is chance; that the handles as a whole are the same is not.
    """
    after = sight.view(g, eyes)
    in_order(after)
    old, new = tokens_of(before), tokens_of(after)
    names: dict[int, str] = {}
    for half in both_sides(after):
        for f in half.formations:
            if f.token not in old:
                names[f.token] = f"formation {msgspec.structs.replace(f, token=AIR)}"
        for a in half.airplanes:
            if a.token not in old:
                names[a.token] = "airplane"
    view = renamed(msgspec.to_builtins(after), names)
    view["question"] = None
    return view, renamed(msgspec.to_builtins(sight.seen(g.events or (), eyes)), names), sorted(new)


def renamed(value: Any, names: dict[int, str]) -> Any:
    """With names for handles, and rows that came in the order of handles in the order of what they say."""
    if isinstance(value, dict):
        said = {key: renamed(item, names) for key, item in value.items()}
        return {k: sorted(v, key=repr) if k in BY_TOKEN and isinstance(v, list) else v for k, v in said.items()}
    if isinstance(value, list | tuple):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value
