"""§23.20  Open table: what lies open, what does not, and that the rules go by what is unseen as ever."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.options import OptionError
from ironbottom.rules import new_game
from ironbottom.rules.s15_reconnaissance import Reconnaissance
from ironbottom.rules.s17_air_attack import targets
from ironbottom.rules.s19_return import Return
from ironbottom.sight import Sighted, TableViews, view
from ironbottom.variant import varied
from ironbottom.words import FRONT, Task
from tests.support.players import seed
from tests.support.table import LaidTable, Side, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("full"), ["open-table"])


def table(*, with_rule: bool = True) -> LaidTable:
    t = LaidTable(CARDS if with_rule else None, phasing=US)
    t.jp.ship("Shokaku", "FRONT", aboard=["Zeke", "Val"])
    t.jp.hand("Betty", "jp/squall")
    t.jp.air_deck("Kate", "Zeke")
    t.jp.fleet_deck("Zuikaku")
    t.jp.forces.discards = (t.jp.card("Jake"), t.jp.card("Emily"))
    t.us.ship("Wasp", "MIDDLE", aboard=["Wildcat"])
    t.us.load(t.us.base("Henderson Field"), ["Catalina"])
    return t


def test_23_20_every_face_on_the_table_and_in_the_hand_is_seen_by_everybody() -> None:
    """§23.20, §22.2, §22.3, §22.4, §22.7  Ships, airplanes aboard, hands, discard piles; not decks."""
    g = table().play(Reconnaissance(phasing=US))
    for viewer in (US, JP, None):
        jp = view(g, viewer).jp
        assert [f.lead for f in jp.formations] == ["jp/shokaku"]
        assert sorted(str(a.card) for a in jp.airplanes) == ["jp/val", "jp/zeke"]
        assert jp.hand == ("jp/betty", "jp/squall")
        assert jp.discarded == ("jp/jake", "jp/emily")
        assert (jp.air_deck, jp.fleet_deck) == (2, 1)
        assert [a.card for a in view(g, viewer).us.airplanes] != [None, None]


def test_23_20_without_the_rule_they_are_hidden() -> None:
    """§22.2, §22.3, §22.4, §23.20"""
    jp = view(table(with_rule=False).play(Reconnaissance(phasing=US)), US).jp
    assert (jp.hand, jp.discarded, [f.lead for f in jp.formations]) == (None, None, [None])
    assert [a.card for a in jp.airplanes] == [None, None]


def test_23_20_unseen_formations_are_unseen_for_the_rules() -> None:
    """§23.20, §7.1  They are searched for, and no target before they are found; the row says that they are unseen."""
    g = table().play(Reconnaissance(phasing=US))
    assert window(g) == {US: "8"}
    assert targets(g, JP, FRONT[JP])[0] == ()
    assert [(f.detected, f.known) for f in view(g, US).jp.formations] == [(False, False)]


def test_23_20_the_set_up_is_secret_until_the_common_reveal() -> None:
    """§23.20, §10.4, §22.1  Then everything lies open at once."""
    g = new_game(CARDS, seed(1))
    assert view(g, US).jp.formations == ()
    assert view(g, US).jp.hand is None
    while g.state.setting_up:
        side = next(iter(g.asked))
        g.answer(side, g.default(side))
    jp = view(g, US).jp
    assert jp.formations
    assert all(f.lead is not None for f in jp.formations)
    assert jp.hand == tuple(c.id for c in g.forces[JP].hand)


def test_23_20_a_deployment_is_shown_when_it_is_over() -> None:
    """§23.20, §14.3(4)  While it goes on the others see the side, with its faces, as it was."""
    g = new_game(CARDS, seed(1))
    while not g.asked or next(iter(g.asked)) is not US or g.window(US) != "6":
        side = next(iter(g.asked))
        g.answer(side, g.default(side) if g.window(side) != "3" else g.asked[side].shape.first())
    before = view(g, JP)
    steps = [answer for answer in g.asked[US].shape.answers() if answer != ("done",)]
    g.answer(US, steps[0])
    assert view(g, JP) == before
    assert view(g, US).us != before.us


def test_23_20_answers_of_both_at_once_stay_secret() -> None:
    """§23.20, §20.5  What one side has answered is not in the view of the other."""
    t = table()
    t.us.fly("Wildcat", FRONT[US], Task.WITHDRAWN)
    t.jp.fly("Zeke", FRONT[JP], Task.WITHDRAWN)
    g = t.play(Return())
    assert set(g.asked) == {US, JP}
    one = view(g, JP)
    g.answer(US, g.default(US))
    two = view(g, JP)
    assert (one.us, one.jp) == (two.us, two.jp)


def test_23_20_all_ways_to_a_view_agree() -> None:
    """§23.20, §22.7  Views with halves that were kept show the same."""
    g, views, packed = table().play(Reconnaissance(phasing=US)), TableViews(), Sighted()
    for viewer in (US, JP, None):
        assert views.view(g, viewer) == view(g, viewer)
        assert packed.view(g, viewer)
    g.answer(US, g.default(US))
    for viewer in (US, JP, None):
        assert views.view(g, viewer) == view(g, viewer)


@pytest.mark.parametrize("other", ["read-their-mail", "coast-watchers", "decoys"])
def test_23_20_rules_about_what_is_hidden_exclude_it(other: str) -> None:
    """§23.20, §23.5, §23.6, §23.14  Nobody can agree upon both."""
    with pytest.raises(OptionError, match="exclude each other"):
        varied(card_set("full"), ["open-table", other])
