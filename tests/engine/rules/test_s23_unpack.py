"""§23.12  Unpacking: an airplane that was put on a base does not fly before its owner's next turn."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.printed import CardSet
from ironbottom.rules.s12_turn import Turns
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s15_reconnaissance import Reconnaissance
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s19_return import Return
from ironbottom.sight import view
from ironbottom.variant import varied
from tests.support.table import FRONT, MIDDLE, LaidTable, Side, Task, replace, shape, window

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
UNPACK = varied(PLAIN, ["unpack"])


def deploying(cards: CardSet = UNPACK) -> LaidTable:
    """A US table with a base in FRONT, a carrier with a Wildcat, an unseen enemy in FRONT, a Hudson on the table."""
    t = LaidTable(cards)
    t.us.base("Henderson Field", aboard=["Hudson"])
    t.us.ship("Hornet", "MIDDLE", aboard=["Wildcat"])
    t.jp.ship("Atago & Takao", "FRONT")
    t.us.hand("Dauntless", "Flying Fortress")
    return t


def base(g: Game, name: str = "Henderson Field") -> int:
    return next(t for t, b in g.forces[US].bases.items() if b.card.name == name)


def plane(g: Game, name: str) -> int:
    return next(t for t, a in g.forces[US].airplanes.items() if a.card.name == name)


def card(name: str) -> str:
    return next(c.id for c in PLAIN.us.air if c.name == name)


def deployed(t: LaidTable, *steps: tuple[str, str, str], then: bool = False) -> Game:
    """These steps of the airplane segment, each a verb, an airplane and the host that it goes to."""
    sections = (Deployment(phasing=US), Reconnaissance(phasing=US)) if then else (Deployment(phasing=US),)
    g = t.play(*sections)
    while window(g).get(US) in ("4", "5"):
        g.answer(US, ("done",))
    for verb, name, host in steps:
        hosts = g.forces[US].formations
        there = base(g, host) if host != "Hornet" else next(t for t, f in hosts.items() if f.lead.name == host)
        g.answer(US, (verb, card(name) if verb == "deploy" else plane(g, name), there))
    g.answer(US, ("done",))
    return g


def unpacking(g: Game) -> set[str]:
    return {a.card.name for a in g.forces[US].airplanes.values() if a.task is Task.UNPACKING}


def test_23_12_from_the_hand_from_a_ship_and_from_another_base() -> None:
    """§23.12  Each that stands on a base where it did not stand; not who comes to a ship, nor who stayed."""
    g = deployed(deploying(), ("deploy", "Flying Fortress", "Henderson Field"), ("deploy", "Dauntless", "Hornet"))
    assert unpacking(g) == {"Flying Fortress"}
    g = deployed(deploying(), ("shift", "Wildcat", "Henderson Field"))
    assert unpacking(g) == {"Wildcat"}
    g = deployed(deploying(), ("shift", "Hudson", "Port Moresby"))
    assert unpacking(g) == {"Hudson"}
    assert unpacking(deployed(deploying())) == set()


def test_23_12_who_comes_back_to_where_it_stood_is_ready() -> None:
    """§23.12  Only where it stands when the deployment ends counts."""
    there_and_back = (("shift", "Hudson", "Port Moresby"), ("shift", "Hudson", "Henderson Field"))
    assert unpacking(deployed(deploying(), *there_and_back)) == set()


def test_23_12_an_exchange_is_two_moves() -> None:
    """§23.12, R-66"""
    t = deploying()
    t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    g = t.play(Deployment(phasing=US))
    while window(g).get(US) in ("4", "5"):
        g.answer(US, ("done",))
    g.answer(US, ("swap", plane(g, "Hudson"), plane(g, "Flying Fortress")))
    g.answer(US, ("done",))
    assert unpacking(g) == {"Hudson", "Flying Fortress"}


def test_23_12_without_the_rule_everybody_is_ready() -> None:
    """§14.3"""
    g = deployed(deploying(PLAIN), ("deploy", "Flying Fortress", "Henderson Field"))
    assert unpacking(g) == set()


def names(g: Game, tokens: object) -> set[str]:
    assert isinstance(tokens, dict)
    return {g.forces[US].airplanes[token].card.name for token in tokens}


@pytest.mark.parametrize(("cards", "searchers"), [(UNPACK, {"Hudson"}), (PLAIN, {"Hudson", "Flying Fortress"})])
def test_23_12_it_does_not_search(cards: CardSet, searchers: set[str]) -> None:
    """§23.12, §15.1(1)"""
    g = deployed(deploying(cards), ("deploy", "Flying Fortress", "Henderson Field"), then=True)
    assert window(g) == {US: "8"}
    assert names(g, shape(g, US).choices) == searchers


def phase(cards: CardSet, phasing: Side) -> Game:
    """An air combat phase with a US airplane on the base, put there in the last US deployment, and one on a ship."""
    t = LaidTable(cards, phasing=phasing)
    host = t.us.base("Henderson Field", aboard=["Warhawk"])
    t.us.ship("Hornet", "MIDDLE", aboard=["Wildcat"])
    t.jp.base("Buin", aboard=["Betty"])
    for token, a in list(t.us.forces.airplanes.items()):
        if a.host == host and cards is UNPACK:
            t.us.forces.airplanes[token] = replace(a, task=Task.UNPACKING)
    return t.play(AirCombatPhase(phasing=phasing))


@pytest.mark.parametrize(("cards", "flying"), [(UNPACK, {"Wildcat"}), (PLAIN, {"Wildcat", "Warhawk"})])
def test_23_12_it_does_not_attack(cards: CardSet, flying: set[str]) -> None:
    """§23.12, §17.1(1)"""
    assert names(phase(cards, US), shape(phase(cards, US), US).choices) == flying


@pytest.mark.parametrize(("cards", "flying"), [(UNPACK, {"Wildcat"}), (PLAIN, {"Wildcat", "Warhawk"})])
def test_23_12_nor_intercept_nor_escape(cards: CardSet, flying: set[str]) -> None:
    """§23.12, §17.1(2)  In the enemy's turn that follows."""
    g = phase(cards, JP)
    (betty,) = shape(g, JP).choices
    g.answer(JP, {betty: int(FRONT[US])})
    assert window(g) == {US: "20.2"}
    assert names(g, shape(g, US).choices) == flying


@pytest.mark.parametrize(("cards", "asked"), [(UNPACK, {}), (PLAIN, {US: "9"})])
def test_23_12_nor_meet_searchers(cards: CardSet, asked: dict[Side, str]) -> None:
    """§23.12, §15.1(2), §20.1  Everybody sees that there is nothing to decide, so nobody is asked."""
    t = LaidTable(cards, phasing=JP)
    host = t.us.base("Henderson Field", aboard=["Warhawk"])
    t.us.ship("Hornet", "FRONT")
    t.jp.base("Buin", aboard=["Mavis"])
    if cards is UNPACK:
        (token,) = [token for token, a in t.us.forces.airplanes.items() if a.host == host]
        t.us.forces.airplanes[token] = replace(t.us.forces.airplanes[token], task=Task.UNPACKING)
    g = t.play(Reconnaissance(phasing=JP), dice=[1] * 20)
    (mavis,) = shape(g, JP).choices
    g.answer(JP, {mavis: int(FRONT[US])})
    assert {side: number for side, number in window(g).items() if side is US} == asked


def test_23_12_nobody_is_asked_for_airplanes_that_are_all_unpacked() -> None:
    """§23.12, §17.1(5), §20.1"""
    for cards, number in ((UNPACK, None), (PLAIN, "20.1")):
        t = LaidTable(cards)
        t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
        if cards is UNPACK:
            for token, a in list(t.us.forces.airplanes.items()):
                t.us.forces.airplanes[token] = replace(a, task=Task.UNPACKING)
        assert window(t.play(AirCombatPhase(phasing=US))).get(US) == number


def test_23_12_ready_when_the_next_turn_of_its_side_begins() -> None:
    """§23.12  Through the enemy's turn it stays; then it flies, even if that turn is skipped."""
    t = deploying()
    t.us.air_deck(*["Wildcat"] * 9)
    t.jp.air_deck(*["Zeke"] * 9)
    host = t.base_of(US, "Henderson Field")
    for token, a in list(t.us.forces.airplanes.items()):
        if a.host == host:
            t.us.forces.airplanes[token] = replace(a, task=Task.UNPACKING)
    g = t.play(Turns())
    assert (window(g), unpacking(g)) == ({JP: "3"}, {"Hudson"})
    g.answer(JP, "keep")
    assert (window(g), unpacking(g)) == ({US: "3"}, set())


def test_23_12_who_returns_to_a_base_is_ready() -> None:
    """§23.12, §19.1"""
    t = LaidTable(UNPACK)
    t.us.fly("Hudson", MIDDLE[US], Task.WITHDRAWN)
    g = t.play(Return())
    g.answer(US, g.default(US))
    assert unpacking(g) == set()
    assert all(a.host in g.forces[US].bases for a in g.forces[US].airplanes.values())


def test_23_12_both_players_see_it() -> None:
    """§23.12, §22.4  Its token has the task for everybody, and a position keeps it."""
    t = deploying()
    g = deployed(t, ("deploy", "Flying Fortress", "Henderson Field"))
    for eyes in (US, JP, None):
        rows = [a for a in view(g, eyes).us.airplanes if a.task is not None]
        assert [(a.card, a.task) for a in rows] == [(card("Flying Fortress"), Task.UNPACKING)]
    g.state.dice = Stream.of(bytes(32), "dice")
    again = from_text(to_text(g), UNPACK)
    assert unpacking(again) == {"Flying Fortress"}
