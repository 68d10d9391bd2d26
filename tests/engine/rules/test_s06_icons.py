"""§6  Airplane icons: one airplane each, and only of the kind that fits."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.printed import ShipCard
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.words import Token
from tests.support.table import Icon, LaidTable, Side, shape, window

US, JP = Side.US, Side.JP


def airplane_segment(t: LaidTable) -> Game:
    """The deployment of Japan, at window 6."""
    g = t.play(Deployment(phasing=JP))
    if window(g) == {JP: "5"}:
        g.answer(JP, ("done",))
    assert window(g) == {JP: "6"}
    return g


def test_6_1_one_icon_holds_one_airplane() -> None:
    """§6.1  Zuiho has one icon: the second Zeke has no place there."""
    t = LaidTable(phasing=JP)
    zuiho = t.jp.ship("Zuiho", "FRONT")
    t.jp.hand("Zeke", "Zeke")
    g = airplane_segment(t)
    g.answer(JP, ("deploy", "jp/zeke", zuiho))
    assert zuiho not in shape(g, JP).steps["deploy"]["jp/zeke"]
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(JP, ("deploy", "jp/zeke", zuiho))
    assert refused.value.rule == "14.3(2)"
    assert len(g.forces[JP].hand) == 1


def hosts_of(name: str) -> set[str]:
    """Where a Japanese airplane may be deployed: a ship of each kind of icon, a ship without, and all bases."""
    t = LaidTable(phasing=JP)
    t.jp.base("Shortland")
    names = {t.jp.ship(ship, "FRONT"): ship for ship in ("Shokaku", "Chitose", "Jintsu & destroyers")}
    names |= {token: base.card.name for token, base in t.jp.forces.bases.items()}
    t.jp.hand(name)
    hosts: tuple[Token, ...] = shape(airplane_segment(t), JP).steps["deploy"][t.jp.card(name).id]
    return {names[host] for host in hosts}


@pytest.mark.parametrize(
    ("name", "hosts"),
    [
        ("Zeke", {"Shokaku", "Truk", "Rabaul"}),  # C: ships' C icons, bases' L icons; Shortland has none
        ("Betty", {"Truk", "Rabaul"}),  # L
        ("Jake", {"Chitose", "Truk", "Rabaul", "Shortland"}),  # S
        ("Mavis", {"Truk", "Rabaul", "Shortland"}),  # F
        ("Rufe", {"Truk", "Rabaul", "Shortland"}),  # a seaplane by nature, an F card
    ],
)
def test_6_2_which_icon_holds_which_airplane(name: str, hosts: set[str]) -> None:
    """§6.2  C on C and on bases' L; L on L; S on S; F on F."""
    assert hosts_of(name) == hosts


def test_6_2_carrier_and_land_airplanes_share_the_land_icons_of_a_base() -> None:
    """§6.2  Truk's two land icons are taken by a Zeke and a Betty: no third of either kind; the S icon is free."""
    t = LaidTable(phasing=JP)
    truk = t.base_of(JP, "Truk")
    t.jp.load(truk, ["Zeke", "Betty"])
    t.jp.hand("Kate", "Nell", "Pete")
    deploy = shape(airplane_segment(t), JP).steps["deploy"]
    assert truk not in deploy["jp/kate"]
    assert truk not in deploy["jp/nell"]
    assert truk in deploy["jp/pete"]


def test_6_2_us_ships_have_seaplane_icons_though_there_is_no_us_seaplane() -> None:
    """§6.2  The note of the rulebook, of the full set."""
    us = card_set("full").us
    assert any(isinstance(c, ShipCard) and c.values.icon is Icon.SEA for c in us.fleet)
    assert Icon.SEA not in {getattr(c, "icon", None) for c in us.air}
