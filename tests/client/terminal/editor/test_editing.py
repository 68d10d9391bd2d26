"""Each step of the editor gives another battle, at the place that was meant, and the cursor goes where one looks."""

from __future__ import annotations

import pytest

from ironbottom.battle import Battle
from ironbottom.battle_sheet import check_battle, read_battle
from ironbottom.battle_words import CardNames
from ironbottom.battle_written import written
from ironbottom.catalog import CardError, card_set, cards_by_id
from ironbottom.client.terminal.editor.editing import (
    Spot,
    added,
    fits,
    left,
    more,
    moved,
    paired,
    said,
    taken,
    titled,
    toggled,
)
from ironbottom.client.terminal.editor.rows import rows
from ironbottom.client.text.sanitize import printed_name
from ironbottom.words import CardId, Side
from tests.support.battles import TRIAL

CARDS = card_set("core")
BY_ID = cards_by_id(CARDS)
SALT_LAKE, CANBERRA, SARATOGA, CONVOY = [Spot("ship", Side.US, n) for n in range(4)]
HENDERSON = Spot("base", Side.US, 2)


def fault(battle: Battle) -> str:
    try:
        check_battle(battle, CARDS, "")
    except CardError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("kind", "before", "least", "most"), [
    ("turns", 6, 1, 40), ("clear", 4, 1, 99), ("decisive", 10, 1, 99), ("lead", 2, 0, 99), ("hand", 3, 0, 80),
])
def test_figures_stay_within_their_bounds(kind: str, before: int, least: int, most: int) -> None:
    spot, field = Spot(kind, Side.US), kind
    for by, after in ((1, before + 1), (-1, before - 1), (-99, least), (99, most)):
        battle = more(TRIAL, spot, by).battle
        holder = battle.us if kind in ("lead", "hand") else battle
        assert getattr(holder, field) == after


def test_damage_is_counted_and_checked() -> None:
    """§7.2: on a ship that nobody sees it is a fault, until it is seen."""
    step = more(TRIAL, SALT_LAKE, 1)
    assert step.battle.us.ships[0].damage == 1
    assert fault(step.battle) == "field us.front.1.damage: found 1; allowed is 0, or seen: yes with it (§7.2)."
    assert not fault(toggled(step.battle, SALT_LAKE).battle)
    assert more(TRIAL, HENDERSON, -1).battle.us.bases[2].damage == 0
    assert more(more(TRIAL, HENDERSON, -1).battle, HENDERSON, -1).battle.us.bases[2].damage == 0


def test_two_that_exclude_each_other_are_switched() -> None:
    assert toggled(TRIAL, Spot("first")).battle.first is Side.US
    assert toggled(TRIAL, Spot("ties")).battle.ties is Side.US
    assert toggled(TRIAL, Spot("decks")).battle.decks
    assert toggled(TRIAL, Spot("turns")).battle == TRIAL


def test_optional_rules_go_on_and_off_and_have_figures() -> None:
    on = toggled(TRIAL, Spot("option", word="fuel")).battle
    assert on.options == ("fuel:24",)
    assert said(more(on, Spot("option", word="fuel"), 1).battle, "fuel") == "fuel:25"
    both = toggled(on, Spot("option", word="pursuit")).battle
    assert both.options == ("pursuit", "fuel:24")
    assert toggled(both, Spot("option", word="pursuit")).battle == on
    assert more(both, Spot("option", word="pursuit"), 1).battle == both
    assert more(TRIAL, Spot("option", word="pursuit"), -1).battle == TRIAL
    excluded = toggled(toggled(TRIAL, Spot("option", word="open-table")).battle, Spot("option", word="decoys")).battle
    assert "exclude each other" in fault(excluded)


def test_what_counts_keeps_its_order() -> None:
    none = more(TRIAL, Spot("score", word="ashore"), -9).battle
    assert dict(none.scores) == {"transports": 2, "airplanes": 1, "bases": 1, "damage": 1}
    assert more(none, Spot("score", word="ashore"), 3).battle == TRIAL


def test_a_formation_moves_with_what_is_aboard() -> None:
    step = moved(TRIAL, SARATOGA, 0)
    assert step.spot == SARATOGA
    assert [ship.line for ship in step.battle.us.ships] == [0, 0, 0, 1]
    assert step.battle.us.ships[2].airplanes == TRIAL.us.ships[2].airplanes
    rear = moved(TRIAL, SARATOGA, 2)
    assert rear.spot.n == 3
    assert "none on a formation in the rear line (§5.3)" in fault(rear.battle)
    assert moved(rear.battle, rear.spot, 1).battle.us.ships[3].lead == "us/saratoga"
    assert moved(TRIAL, HENDERSON, 1).battle == TRIAL


def test_a_pair_is_formed_and_parted() -> None:
    alone = paired(TRIAL, SARATOGA, None).battle
    assert alone.us.ships[2].escort is None
    assert CardId("us/desron-12") in left(alone, CARDS, Side.US)
    assert paired(alone, SARATOGA, CardId("us/desron-12")).battle == TRIAL
    assert all(fits(SARATOGA, pairs=True)(BY_ID[card]) for card in (CardId("us/desron-12"), CardId("jp/desdiv-11")))
    assert not fits(SARATOGA, pairs=True)(BY_ID[CardId("us/saratoga")])


def test_cards_are_taken_off_and_added_again() -> None:
    gone = taken(TRIAL, SARATOGA)
    assert len(gone.battle.us.ships) == 3
    assert {"us/saratoga", "us/desron-12"} <= set(left(gone.battle, CARDS, Side.US))
    back = added(gone.battle, Spot("line", Side.US, 1), BY_ID[CardId("us/saratoga")])
    assert back.spot == Spot("ship", Side.US, 3)
    assert back.battle.us.ships[3].line == 1
    assert not fault(back.battle)
    convoy = added(back.battle, Spot("line", Side.US, 2), BY_ID[CardId("us/pacific-fleet-2")])
    assert convoy.battle.us.ships[-1].transports


def test_airplanes_board_and_leave() -> None:
    step = added(TRIAL, HENDERSON, BY_ID[CardId("us/wildcat")])
    assert step.spot == Spot("aboard-base", Side.US, 2, "us/wildcat")
    assert step.battle.us.bases[2].airplanes.count(CardId("us/wildcat")) == 2
    fewer = more(step.battle, step.spot, -1)
    assert sorted(fewer.battle.us.bases[2].airplanes) == sorted(TRIAL.us.bases[2].airplanes)
    assert taken(fewer.battle, step.spot).spot == HENDERSON
    assert "without a land icon that is free" in fault(_many(TRIAL, 9))


def _many(battle: Battle, n: int) -> Battle:
    for _n in range(n):
        battle = added(battle, HENDERSON, BY_ID[CardId("us/dauntless")]).battle
    return battle


def test_decks_grow_and_shrink() -> None:
    step = added(TRIAL, Spot("deck", Side.JP), BY_ID[CardId("jp/betty")])
    assert step.battle.jp.deck.count(CardId("jp/betty")) == 1
    assert more(step.battle, step.spot, 1).battle.jp.deck.count(CardId("jp/betty")) == 2
    assert taken(step.battle, step.spot).spot == Spot("deck", Side.JP)
    assert taken(TRIAL, Spot("reserve-card", Side.JP, word="jp/buka")).battle.jp.reserve == ("jp/yamato-mutsu",)


def test_a_base_goes_and_comes() -> None:
    gone = taken(TRIAL, HENDERSON)
    assert len(gone.battle.us.bases) == 2
    back = added(gone.battle, Spot("bases", Side.US), BY_ID[CardId("us/henderson-field")])
    assert back.spot == HENDERSON
    assert not fault(back.battle)
    assert fault(taken(TRIAL, Spot("base", Side.US, 0)).battle) == (
        'field us.bases: found no home base; allowed is "espiritu-santo" and the other base that every game has (§5.2).'
    )


def test_titles_are_in_both_languages() -> None:
    assert titled(TRIAL, "夜").japanese.title == titled(TRIAL, "夜").english.title == "夜"


def test_what_is_left_and_what_is_there_are_the_set() -> None:
    for side in (Side.US, Side.JP):
        placed, whole = TRIAL.side(side), CARDS.side(side)
        there = [*placed.aboard, *placed.deck, *placed.reserve, *[base.card for base in placed.bases]]
        there += [card for ship in placed.ships for card in (ship.lead, ship.escort) if card]
        assert left(TRIAL, CARDS, side).total() + len(there) == 2 + len(whole.fleet) + len(whole.air)


@pytest.mark.parametrize("kind", ["line", "bases", "deck", "reserve", "ship", "base"])
def test_whatever_is_offered_has_a_place(kind: str) -> None:
    """No card that fits is refused for its kind."""
    spot = Spot(kind, Side.US)
    for card in left(TRIAL, CARDS, Side.US):
        if fits(spot)(BY_ID[card]):
            step = added(TRIAL, spot, BY_ID[card])
            assert step.battle != TRIAL
            assert "a card of" not in fault(step.battle)
    assert not [card for card in BY_ID.values() if fits(Spot("turns"))(card)]


def test_every_place_has_a_row_of_its_own_and_every_step_a_row_to_go_to() -> None:
    names = CardNames(BY_ID, printed_name)
    spots = [row.spot for row in rows(TRIAL, names)]
    assert len(spots) == len(set(spots))
    for spot in spots:
        for step in (more(TRIAL, spot, 1), more(TRIAL, spot, -1), toggled(TRIAL, spot), taken(TRIAL, spot),
                     *[moved(TRIAL, spot, line) for line in range(3)]):
            assert step.spot in [row.spot for row in rows(step.battle, names)], (spot, step.spot)
            assert read_battle(written(step.battle)).us.hand == step.battle.us.hand
