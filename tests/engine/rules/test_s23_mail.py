"""§23.5  Read their mail: when the US may look, at what, how often, and what it knows then."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import LookedAt, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.questions import PASS
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import Line, Token
from tests.support.table import LaidTable, Side, only, shape, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("full"), ["read-their-mail"])
FRONT, MIDDLE = Line.JP_FRONT, Line.JP_MIDDLE


def table(*, with_rule: bool = True) -> tuple[LaidTable, list[Token]]:
    """Four unseen Japanese formations in FRONT, one in MIDDLE, one that is detected."""
    t = LaidTable(CARDS if with_rule else None, phasing=JP)
    names = ("Shokaku", "Chokai", "jp/desdiv-2", "Zuiho")
    tokens = [t.jp.ship(name, "FRONT") for name in names]
    tokens.append(t.jp.ship("Zuikaku", "MIDDLE", aboard=["Zeke"]))
    tokens.append(t.jp.ship("Ryujo", "MIDDLE", detected=True))
    t.us.ship("Wasp", "FRONT")
    return t, tokens


def faces(g: Game, viewer: Side | None) -> dict[int, str | None]:
    return {f.token: f.lead for f in view(g, viewer).jp.formations}


def test_23_5_the_us_is_asked_before_japan_chooses_its_action() -> None:
    """§23.5  It names a line that holds unseen formations, or passes; then Japan is asked as ever."""
    t, _ = table()
    g = t.play(ChooseAction(phasing=JP))
    assert (window(g), shape(g, US).options) == ({US: "16a"}, (PASS, FRONT, MIDDLE))
    assert (g.default(US), g.harmless(US)) == (PASS, True)
    with pytest.raises(IllegalAnswer, match=r"^§23\.5"):
        g.answer(US, Line.JP_REAR)
    g.answer(US, PASS)
    assert window(g) == {JP: "16"}
    assert only(g, LookedAt) == []


def test_23_5_without_the_rule_nobody_is_asked() -> None:
    """§23.5, §16.1  The first question is that for the action."""
    t, _ = table(with_rule=False)
    assert window(t.play(ChooseAction(phasing=JP))) == {JP: "16"}


def test_23_5_three_of_a_line_are_looked_at_and_stay_unseen() -> None:
    """§23.5, §7.3, §22.7  The US and who looks on see them, nobody has turned them, Japan sees which they were."""
    t, tokens = table()
    g = t.play(ChooseAction(phasing=JP))
    g.answer(US, FRONT)
    assert (window(g), shape(g, US).least, shape(g, US).most) == ({US: "16a"}, 3, 3)
    with pytest.raises(IllegalAnswer, match=r"^§23\.5"):
        g.answer(US, tuple(tokens[:2]))
    with pytest.raises(IllegalAnswer, match=r"^§23\.5"):
        g.answer(US, (tokens[0], tokens[1], tokens[4]))
    g.answer(US, (tokens[3], tokens[0], tokens[1]))
    seen = {tokens[0]: "jp/shokaku", tokens[1]: "jp/chokai", tokens[3]: "jp/zuiho", tokens[5]: "jp/ryujo"}
    for viewer in (US, None):
        assert {token: lead for token, lead in faces(g, viewer).items() if lead is not None} == seen
    formations = g.forces[JP].formations
    assert [formations[token].detected for token in tokens] == [False] * 5 + [True]
    assert [e.tokens for e in only(g, LookedAt)] == [(tokens[0], tokens[1], tokens[3])]
    assert only(g, Turned) == []
    assert window(g) == {JP: "16"}


def test_23_5_a_line_with_three_or_fewer_is_looked_at_whole() -> None:
    """§23.5  No second question; which airplanes are aboard stays hidden."""
    t, tokens = table()
    g = t.play(ChooseAction(phasing=JP))
    g.answer(US, MIDDLE)
    assert window(g) == {JP: "16"}
    assert faces(g, US)[tokens[4]] == "jp/zuikaku"
    assert [a.card for a in view(g, US).jp.airplanes if a.host == tokens[4]] == [None]


def test_23_5_once_in_a_game() -> None:
    """§23.5  When the US has looked it is not asked again; when it has passed it is, in the next Japanese turn."""
    for answer, asked in ((MIDDLE, {JP: "16"}), (PASS, {US: "16a"})):
        t, _ = table()
        g = t.play(ChooseAction(phasing=JP), ChooseAction(phasing=JP))
        g.answer(US, answer)
        g.answer(JP, "air-attack")
        assert window(g) == asked


def test_23_5_not_in_a_turn_of_the_us_and_not_where_all_is_known() -> None:
    """§23.5, §20.1  Formations that were seen under their tokens count as known."""
    t, _ = table()
    assert window(t.play(ChooseAction(phasing=US))) == {US: "16"}
    t = LaidTable(CARDS, phasing=JP)
    t.jp.ship("Shokaku", "FRONT", known=True)
    t.jp.ship("Chokai", "FRONT", detected=True)
    assert window(t.play(ChooseAction(phasing=JP))) == {JP: "16"}


def test_23_5_what_the_us_knows_already_is_not_looked_at_again() -> None:
    """§23.5  Three unknown ones beside a known one: those three, without a question."""
    t = LaidTable(CARDS, phasing=JP)
    known = t.jp.ship("Shokaku", "FRONT", known=True)
    others = [t.jp.ship(name, "FRONT") for name in ("Chokai", "Zuiho", "Ryujo")]
    g = t.play(ChooseAction(phasing=JP))
    g.answer(US, FRONT)
    assert [e.tokens for e in only(g, LookedAt)] == [tuple(others)]
    assert known not in others


def test_23_5_transports_of_a_tokyo_express_are_seen_and_not_accounted_for() -> None:
    """§23.5, §20.1, §21.16  The pair stays unseen, its card stays one that may still come."""
    t = LaidTable(CARDS, phasing=JP)
    pair = t.jp.ship("jp/combined-fleet-2", "FRONT", escort="jp/desdiv-2", is_express=True)
    t.jp.unaccounted("jp/combined-fleet-2")
    g = t.play(ChooseAction(phasing=JP))
    g.answer(US, FRONT)
    assert faces(g, US)[pair] == "jp/combined-fleet-2"
    assert [card.id for card in g.forces[JP].unaccounted] == ["jp/combined-fleet-2"]
    assert g.state.check() == []
