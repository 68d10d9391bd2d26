"""§23.6  Coast watchers: what is told of a Japanese air attack, when, and for how long."""

from __future__ import annotations

from ironbottom.catalog import card_set
from ironbottom.events import Flew, Watched
from ironbottom.flow import Game
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import Line, Token
from tests.support.table import LaidTable, Side, only, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("full"), ["coast-watchers"])
FRONT, MIDDLE = Line.US_FRONT, Line.US_MIDDLE


def table(*, with_rule: bool = True, phasing: Side = JP) -> tuple[LaidTable, list[Token]]:
    """Fighters and bombers on a Japanese carrier, and a US airplane that could answer them."""
    t = LaidTable(CARDS if with_rule else None, phasing=phasing)
    carrier = t.jp.ship("Shokaku", "FRONT")
    airplanes = t.jp.load(carrier, ["Zeke", "Val", "Kate"])
    t.us.load(t.us.base("Henderson Field"), ["Wildcat"])
    return t, airplanes


def counted(g: Game, viewer: Side | None) -> list[tuple[Line | None, int]]:
    return [(e.line, e.n) for e in view(g, viewer).in_force if e.does == "coast-watchers"]


def bombing(t: LaidTable, names: list[str]) -> int:
    """How many of these print Land of 1 or more."""
    return sum((getattr(t.jp.card(name), "land", None) or 0) >= 1 for name in names)


def test_23_6_the_us_is_told_before_it_answers() -> None:
    """§23.6, §17.1(2)  By line, of those that have Land of 1 or more; no face and no token is told."""
    t, (zeke, val, kate) = table()
    assert (bombing(t, ["Zeke"]), bombing(t, ["Val", "Kate"])) == (0, 2)
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(JP, {zeke: FRONT, val: FRONT, kate: "stay"})
    assert window(g) == {US: "20.2"}
    assert [e.lines for e in only(g, Watched)] == [((FRONT, 1),)]
    assert [counted(g, viewer) for viewer in (US, JP, None)] == [[(FRONT, 1)]] * 3
    assert [a.card for a in view(g, US).jp.airplanes] == [None] * 3
    assert [type(e) for e in g.events or ()][-2:] == [Flew, Watched]


def test_23_6_line_by_line_and_nought_is_told_as_well() -> None:
    """§23.6  Two lines are attacked: a number for each, front to rear."""
    t, (zeke, val, kate) = table()
    t.us.ship("Wasp", "MIDDLE", detected=True)
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(JP, {zeke: MIDDLE, val: FRONT, kate: FRONT})
    lines = dict(only(g, Watched)[0].lines)
    assert lines == {FRONT: 2, MIDDLE: 0}


def test_23_6_nothing_is_told_without_the_rule_or_where_nobody_flies() -> None:
    """§23.6, §17.1  No effect, no event."""
    t, (zeke, val, kate) = table(with_rule=False)
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(JP, {zeke: FRONT, val: FRONT, kate: FRONT})
    assert (counted(g, US), only(g, Watched)) == ([], [])
    t, tokens = table()
    g = t.play(AirCombatPhase(phasing=JP))
    g.answer(JP, dict.fromkeys(tokens, "stay"))
    assert (counted(g, US), only(g, Watched)) == ([], [])


def test_23_6_in_a_turn_of_the_us_nothing_is_told() -> None:
    """§23.6  Neither of its own attack nor of Japan's reaction."""
    t, (zeke, val, kate) = table(phasing=US)
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(US, g.default(US))
    assert window(g) == {JP: "20.2"}
    g.answer(JP, {zeke: FRONT, val: FRONT, kate: FRONT})
    assert only(g, Watched) == []


def test_23_6_it_ends_with_the_air_combat_phase() -> None:
    """§23.6, §20.3  The number stands as long as airplanes fight."""
    t, (zeke, val, kate) = table()
    g = t.play(AirCombatPhase(phasing=JP), dice=[1] * 60)
    g.answer(JP, {zeke: "stay", val: FRONT, kate: "stay"})
    assert counted(g, US) == [(FRONT, 1)]
    while g.asked:
        side = next(iter(g.asked))
        g.answer(side, g.default(side))
    assert g.state.in_force == ()
