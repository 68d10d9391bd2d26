"""§1, §2  The game and its cards: decks, halves of event cards, piles."""

from __future__ import annotations

from ironbottom.catalog import card_set
from ironbottom.dice import Ability
from ironbottom.events import Discarded, Played
from ironbottom.printed import BaseCard, EventCard, ShipCard
from ironbottom.rules.s03_exchange import intercept
from ironbottom.rules.s12_turn import Turns
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s14_deployment import Reinforcement
from ironbottom.rules.s15_reconnaissance import Reconnaissance, Submarines
from ironbottom.sight import view
from ironbottom.state import Formation
from ironbottom.words import Rank
from tests.support.table import FRONT, SEED, LaidTable, Side, Task, new_game, only, window

US, JP = Side.US, Side.JP


def abilities(f: Formation) -> tuple[Ability, ...]:
    """Air, Surface, Torp, Land, Sub and Speed."""
    v = f.values
    return v.air, v.surface, v.torp, v.land, v.sub, v.speed


def test_1_1_the_other_side_decides_in_a_turn_too() -> None:
    """§1.1  In the turn of the US Japan is asked for its interceptors."""
    t = LaidTable()
    t.us.load(t.base_of(US, "Port Moresby"), ["Catalina"])
    searcher = next(iter(t.us.forces.airplanes))
    t.jp.ship("Kongo & Haruna", "FRONT")
    t.jp.load(t.base_of(JP, "Rabaul"), ["Zeke"])
    g = t.play(Reconnaissance(phasing=US))
    g.answer(US, {searcher: FRONT[JP]})
    assert window(g) == {JP: "9"}


def test_2_1_each_side_has_two_decks_and_two_bases_apart() -> None:
    """§2.1  Ships and front bases; airplanes and events; home and strategic base on the table from the start."""
    g = new_game(card_set("full"), SEED)
    for side, home, strategic in ((US, "Espiritu Santo", "Port Moresby"), (JP, "Truk", "Rabaul")):
        forces, cards = g.forces[side], card_set("full").side(side)
        on_table = [f.lead for f in forces.formations.values()]
        fronts = [b.card for b in forces.bases.values() if b.card.rank is Rank.FRONT]
        fleet = [*forces.fleet_deck, *on_table, *fronts]
        assert sorted(c.id for c in fleet) == sorted(c.id for c in cards.fleet)
        assert all(isinstance(c, ShipCard) or (isinstance(c, BaseCard) and c.rank is Rank.FRONT) for c in fleet)
        assert sorted(c.id for c in forces.air_deck) == sorted(c.id for c in cards.air)
        assert {home, strategic} <= {b.card.name for b in forces.bases.values()}


def test_2_2_a_lone_escort_uses_its_upper_row() -> None:
    """§2.2  Jintsu: Surface, Torp and Land of the card alone are not those of the card attached."""
    t = LaidTable()
    jintsu = t.jp.ship("Jintsu & destroyers", "FRONT")
    f = t.jp.forces.formations[jintsu]
    assert isinstance(f.lead, ShipCard)
    assert f.lead.attached is not None
    assert abilities(f) == (0, 2, 4, 1, 2, 4)
    assert (f.lead.attached.surface, f.lead.attached.torp, f.lead.attached.land) == (1, 2, 0)


def test_2_2_transports_print_army_and_hp_and_nothing_else() -> None:
    """§2.2, R-39  Everything but Army and HP is "-"; no icons, no VP; in a pair it has what the escort adds."""
    t = LaidTable()
    alone = t.jp.forces.formations[t.jp.ship("Combined Fleet Sortie I", "REAR")]
    pair = t.jp.forces.formations[t.jp.ship("Combined Fleet Sortie I", "REAR", escort="Jintsu & destroyers")]
    assert abilities(alone) == (None,) * 6
    assert (alone.values.army, alone.values.hp, alone.icons, alone.lead.vp) == (3, 4, 0, 0)
    assert abilities(pair) == (0, 1, 2, 0, 2, None)
    assert (pair.values.army, pair.values.hp) == (3, 7)


def test_2_3_the_five_figures_of_the_home_bases() -> None:
    """§2.3  First hand, fleet size, hand limit, cards drawn, cards kept; no TB, Garrison or Patrol at home."""
    cards = card_set("full")
    for home, figures in ((cards.us.home, (3, 12, 6, 3, 2)), (cards.jp.home, (12, 18, 6, 2, 1))):
        assert (home.first_hand, home.fleet, home.max_hand, home.drawn, home.kept) == figures
        assert (home.tb, home.garrison, home.patrol) == (None, None, None)
        assert home.repair is not None
    for strategic in (cards.us.strategic, cards.jp.strategic):
        assert None not in (strategic.air, strategic.tb, strategic.garrison, strategic.patrol)
        assert strategic.repair is None


def test_2_4_an_airplane_has_one_hp() -> None:
    """§2.4  Two hits on one of two airplanes shoot down that one only."""
    t = LaidTable()
    zeke = t.jp.fly("Zeke", FRONT[JP], Task.INTERCEPT)
    first, second = (t.us.fly("Marauder", FRONT[JP], Task.SEARCH) for _ in range(2))
    g = t.play(dice=[6, 1, 1, 1, 1, 1])
    intercept(g, JP, ((zeke, first),), 0)
    assert list(g.forces[US].airplanes) == [second]


def test_2_5_an_event_lies_on_the_pile_at_once_and_its_ship_half_is_not_used() -> None:
    """§2.5  The event half is played: no transports come, and the card is the top of the pile."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Eighth Fleet Reinforcement")
    t.jp.fleet_deck("Shokaku")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("play", "jp/eighth-fleet"))
    assert [(e.card, e.half) for e in only(g, Played)] == [("jp/eighth-fleet", "event")]
    assert [f.lead.name for f in g.forces[JP].formations.values()] == ["Shokaku"]
    assert [c.name for c in g.forces[JP].discards] == ["Eighth Fleet Reinforcement"]


def test_2_5_transports_are_discarded_only_when_ashore_or_sunk() -> None:
    """§2.5  Played as transports, the card stands on the table and not on the pile, and nothing is drawn."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Eighth Fleet Reinforcement", "Zeke")
    t.jp.fleet_deck("Shokaku")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("transports", "jp/eighth-fleet"))
    assert [e.half for e in only(g, Played)] == ["transports"]
    assert [f.lead.name for f in g.forces[JP].formations.values()] == ["Eighth Fleet Reinforcement"]
    assert g.forces[JP].discards == ()
    assert len(g.forces[JP].fleet_deck) == 1


def test_2_5_a_submarine_is_discarded_when_its_attack_is_over() -> None:
    """§2.5  Submarine cards come singly; each lies on the pile before the next is played."""
    t = LaidTable()
    t.us.hand("PT Boats", "SG Radar")
    target = t.jp.ship("Yamato & Mutsu", "FRONT", detected=True)
    g = t.play(Submarines(phasing=US), dice=[1])
    g.answer(US, ("submarine", "us/pt-boats", target))
    assert [c.name for c in g.forces[US].discards] == ["PT Boats"]
    assert window(g) == {US: "14"}
    assert [c.name for c in g.forces[US].hand] == ["SG Radar"]


def test_2_5_each_half_prints_its_own_figures() -> None:
    """§2.5  Every submarine is Torp 2, Recon 1, HP 1; every event card has exactly one ship half."""
    cards = [c for side in (US, JP) for c in card_set("full").side(side).air if isinstance(c, EventCard)]
    assert all((c.transports is None) != (c.submarine is None) for c in cards)
    assert {(s.torp, s.recon, s.hp) for c in cards if (s := c.submarine) is not None} == {(2, 1, 1)}


def test_2_6_discards_never_return_to_the_deck() -> None:
    """§2.6, §11.2  Two cards are left and forty lie on the pile: a draw of three ends the game."""
    t = LaidTable()
    t.us.air_deck("Wildcat", "Dauntless")
    t.us.forces.discards = (t.us.card("Avenger"),) * 40
    g = t.play(Draw(phasing=US))
    assert g.outcome is not None
    assert (len(g.forces[US].air_deck), len(g.forces[US].discards)) == (2, 40)


def test_2_6_losses_and_played_cards_lie_on_their_owners_pile_with_the_last_on_top() -> None:
    """§2.6, §13.2  The card discarded from the draw covers what lay there; the fleet pile does not exist."""
    t = LaidTable()
    t.us.forces.discards = (t.us.card("Avenger"),)
    t.us.air_deck("Wildcat", "Dauntless", "Catalina")
    g = t.play(Draw(phasing=US))
    g.answer(US, "us/catalina")
    assert [c.name for c in g.forces[US].discards] == ["Avenger", "Catalina"]
    assert only(g, Discarded)[0].top == "us/catalina"
    assert g.forces[JP].discards == ()


def test_2_6_anyone_may_count_a_hand_but_not_read_it() -> None:
    """§2.6  Of hand, decks and piles Japan sees the number, and of the discard pile the top; the owner sees all."""
    t = LaidTable(phasing=JP)
    t.us.air_deck("Wildcat", "Dauntless", "Catalina", "Hudson")
    t.us.forces.discards = (t.us.card("Avenger"), t.us.card("Corsair"))
    t.us.forces.victory = ((t.jp.card("Maya"), 1),)
    g = t.play(Turns())
    theirs, ours = view(g, JP).us, view(g, US).us
    assert (theirs.hand_count, theirs.air_deck, theirs.discards, theirs.top) == (3, 1, 2, "us/corsair")
    assert (theirs.hand, theirs.discarded) == (None, None)
    assert theirs.victory == (("jp/maya", 1),)
    assert ours.hand == ("us/wildcat", "us/dauntless", "us/catalina")
    assert ours.discarded == ("us/avenger", "us/corsair")
