"""§23.7  Reserve carrier: who is asked, what comes, and what it costs."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Reinforced, Scored
from ironbottom.flow import IllegalAnswer
from ironbottom.questions import PASS
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s23_reserve_carrier import RESERVE, is_carrier
from ironbottom.sight import seen, view
from ironbottom.variant import varied
from tests.support.table import REAR, LaidTable, Side, only, shape, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("full"), ["reserve-carrier"])
DECK = ("Helena & Boise", "Saratoga", "Salt Lake City & Chester", "Hornet", "Chicago")


def table(*, with_rule: bool = True, phasing: Side = US) -> LaidTable:
    t = LaidTable(CARDS if with_rule else None, phasing=phasing)
    names = [name for name in DECK if any(name in (c.id, c.name) for c in t.cards.us.fleet)]
    assert "Saratoga" in names
    assert "Hornet" in names
    t.us.fleet_deck(*names)
    t.us.ship("Helena & Boise" if "Helena & Boise" not in names else "us/desron-12", "MIDDLE")
    t.jp.ship("Shokaku", "MIDDLE")
    return t


def asked(t: LaidTable, phasing: Side = US) -> dict[Side, str]:
    return window(t.play(Deployment(phasing=phasing)))


def test_23_7_the_next_carrier_enters_rear_unseen_for_2_vp() -> None:
    """§23.7  Saratoga lies above Hornet; everything else stays in the deck, which is shuffled."""
    t = table()
    before = t.us.forces.fleet_deck
    g = t.play(Deployment(phasing=US))
    assert (window(g), shape(g, US).options) == ({US: "4a"}, (PASS, RESERVE))
    assert (g.default(US), g.harmless(US)) == (PASS, True)
    g.answer(US, RESERVE)
    (new,) = [f for f in g.forces[US].formations.values() if is_carrier(f.lead)]
    assert (new.lead.name, new.line, new.detected, new.known) == ("Saratoga", REAR[US], False, False)
    assert sorted(c.id for c in g.forces[US].fleet_deck) == sorted(c.id for c in before if c.name != "Saratoga")
    assert (g.forces[US].points, g.forces[JP].points) == (0, 2)
    assert [(e.side, e.word, e.points) for e in only(g, Scored)] == [(JP, "reserve-carrier", 2)]
    assert [stream for stream, _ in g.mixes or ()] == ["fleet/us", "tokens"]


def test_23_7_japan_sees_that_a_formation_came_and_no_more() -> None:
    """§23.7, §22.3  Which carrier it is only its owner hears."""
    g = table().play(Deployment(phasing=US))
    g.answer(US, RESERVE)
    (told,) = [e for e in seen(g.events or (), JP) if isinstance(e, Reinforced)]
    assert (told.cards, len(told.ships)) == (None, 1)
    assert [f.lead for f in view(g, JP).us.formations if f.token == told.ships[0]] == [None]
    assert view(g, JP).jp.points == 2


def test_23_7_who_passes_takes_nothing() -> None:
    """§23.7  The deck stays as it is, nobody scores, and the reinforcement goes on."""
    t = table()
    before = t.us.forces.fleet_deck
    g = t.play(Deployment(phasing=US))
    g.answer(US, PASS)
    assert (g.forces[US].fleet_deck, g.forces[JP].points, window(g)) == (before, 0, {US: "5"})


def test_23_7_only_with_the_rule_and_only_the_us() -> None:
    """§23.7, §14.1  Without the rule, and in a Japanese turn, deployment begins as ever."""
    assert asked(table(with_rule=False)) == {US: "5"}
    t = table(phasing=JP)
    t.jp.fleet_deck("Zuikaku")
    assert asked(t, JP) == {JP: "5"}


def test_23_7_a_carrier_that_japan_sees_closes_the_window() -> None:
    """§23.7, §20.1  Detected, or unseen and known."""
    for detected in (True, False):
        t = table()
        t.us.ship("Wasp", "MIDDLE", detected=detected, known=not detected)
        assert asked(t) == {US: "5"}


def test_23_7_with_an_unseen_carrier_the_us_is_asked_and_can_only_pass() -> None:
    """§23.7, §20.1, R-27  Being asked tells nothing."""
    t = table()
    t.us.ship("Wasp", "MIDDLE")
    g = t.play(Deployment(phasing=US))
    assert (window(g), shape(g, US).options) == ({US: "4a"}, (PASS,))
    with pytest.raises(IllegalAnswer, match=r"^§23\.7"):
        g.answer(US, RESERVE)


def test_23_7_without_a_carrier_in_the_deck_the_us_can_only_pass() -> None:
    """§23.7, §20.1  The deck has cards, and Japan does not know which."""
    t = table()
    t.us.fleet_deck("us/desron-21")
    g = t.play(Deployment(phasing=US))
    assert (window(g), shape(g, US).options) == ({US: "4a"}, (PASS,))


def test_23_7_an_empty_deck_or_the_loss_of_all_carriers_closes_the_window() -> None:
    """§23.7, §20.1  Both are public."""
    t = table()
    t.us.forces.fleet_deck = ()
    assert asked(t) == {US: "5"}
    t = table()
    t.jp.forces.victory = tuple([(card, card.vp) for card in t.cards.us.fleet if is_carrier(card)])
    assert asked(t) == {US: "5"}


def test_23_7_once_in_each_deployment() -> None:
    """§23.7  Taking one makes no second offer; in the next deployment a carrier is on the table."""
    g = table().play(Deployment(phasing=US), Deployment(phasing=US))
    g.answer(US, RESERVE)
    options = []
    while g.asked:
        side = next(iter(g.asked))
        if g.window(side) == "4a":
            options.append(shape(g, side).options)
        g.answer(side, g.default(side))
    assert options == [(PASS,)]


def test_23_7_a_carrier_is_a_card_with_carrier_icons() -> None:
    """§23.7, §6.1  Escort carriers too, and no other ship."""
    carriers: dict[str, str] = {c.id: getattr(c, "type", "") for c in card_set("full").us.fleet if is_carrier(c)}
    assert set(carriers.values()) == {"CV", "CVL", "CVE"}


