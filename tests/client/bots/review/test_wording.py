"""Plans in words: each card by its name, those too that come to be within the plan."""

from __future__ import annotations

from ironbottom.client.bots.review.wording import plan_text
from ironbottom.client.text.naming import Naming
from ironbottom.questions import Move, Value
from ironbottom.rules.s14_airplanes import DEPLOYED
from ironbottom.views import View
from ironbottom.words import SIDES
from tests.client.support.asked_views import CARDS, asked_views


def step_of(seen: View, verb: str) -> tuple[str, Value, tuple[Value, ...]] | None:
    """A step of that kind that may be taken: the verb, of what, and to what."""
    shape = seen.question.shape if seen.question else None
    things = shape.steps.get(verb, {}) if isinstance(shape, Move) else {}
    return next(((verb, thing, tuple(values)) for thing, values in things.items()), None)


def first(verb: str) -> tuple[View, Naming, tuple[str, Value, tuple[Value, ...]]]:
    """The first question at which such a step may be taken."""
    for seen in asked_views(range(1, 30)):
        naming = Naming(CARDS)
        naming.see(seen)
        if (step := step_of(seen, verb)) is not None:
            return seen, naming, step
    raise AssertionError(f"nobody may {verb}")


def test_who_is_deployed_is_known_by_name_afterwards() -> None:
    """§14.3(2)"""
    seen, naming, (_verb, card, hosts) = first("deploy")
    assert isinstance(card, str)
    told = plan_text(seen, (("deploy", card, hosts[0]), ("shift", DEPLOYED, hosts[0])), naming)
    assert told.count(naming.card(card)) == 2
    assert str(DEPLOYED) not in told


def test_who_parts_is_known_by_name_afterwards() -> None:
    """§14.2(2)  And taken for no line."""
    seen, naming, (_verb, token, _more) = first("part")
    half = (seen.us, seen.jp)[SIDES.index(seen.question.side)] if seen.question else seen.us
    pair = next(f for f in half.formations if f.token == token)
    assert pair.escort is not None
    own = {row.token for rows in (half.formations, half.airplanes, half.bases) for row in rows}
    fresh = next(n for n in range(1, 99) if n not in own)
    told = plan_text(seen, (("part", token), ("move", fresh, 4)), naming)
    assert told.count(naming.card(pair.escort)) == 2, told
