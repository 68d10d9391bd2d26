"""§23.14  Decoys: who is asked, what stays unseen, and how many there are."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.dice import attempts
from ironbottom.events import DecoyFound, Turned
from ironbottom.flow import Game
from ironbottom.options import OptionError
from ironbottom.position import from_text, to_text
from ironbottom.rules import new_game
from ironbottom.rules.s15_reconnaissance import Find, Submarines
from ironbottom.rules.s16_action import Patrol
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import FRONT, Token
from tests.support.players import eager, seed
from tests.support.table import LaidTable, Side, dice_left, only, shape, window

US, JP = Side.US, Side.JP
CARDS = varied(card_set("full"), ["decoys:2"])


def table(*, with_rule: bool = True, ships: int = 3) -> tuple[LaidTable, list[Token]]:
    t = LaidTable(CARDS if with_rule else None)
    return t, [t.jp.ship(name, "FRONT") for name in ("Shokaku", "Chokai", "Zuiho")[:ships]]


def found(t: LaidTable, hits: int) -> Game:
    """The US has searched the Japanese FRONT, with so many hits."""
    return t.play(Find(chooser=US, owner=JP, line=FRONT[JP], hits=hits, by="search"))


def unseen(g: Game) -> list[Token]:
    return [token for token, f in g.forces[JP].formations.items() if not f.detected]


def test_23_14_the_owner_says_that_a_decoy_was_found() -> None:
    """§23.14, §15.2(4)  The formation stays unseen under its token, and the hit is spent."""
    t, tokens = table()
    g = found(t, 1)
    g.answer(US, tokens[0])
    assert (window(g), shape(g, JP).options, g.default(JP), g.harmless(JP)) == (
        {JP: "12a"}, ("found", "decoy"), "found", False
    )
    assert view(g, JP).question is not None
    assert getattr(view(g, JP).question, "about", ()) == (tokens[0],)
    g.answer(JP, "decoy")
    assert (unseen(g), only(g, Turned), g.asked) == (tokens, [], {})
    assert [(e.side, e.token, e.left, e.rule) for e in only(g, DecoyFound)] == [(JP, tokens[0], 1, "23.14")]
    assert [(e.does, e.side, e.n) for e in view(g, US).in_force] == [("decoys", JP, 1)]


def test_23_14_or_that_it_was_none() -> None:
    """§23.14, §7.2  Then it is turned as ever, and the decoys are kept."""
    t, tokens = table()
    g = found(t, 1)
    g.answer(US, tokens[0])
    g.answer(JP, "found")
    assert [(e.token, e.rule) for e in only(g, Turned)] == [(tokens[0], "15.2(4)")]
    assert g.state.in_force == ()


def test_23_14_another_hit_may_find_the_same_formation() -> None:
    """§23.14, §15.2(4)  The searcher chooses again, among all that are still unseen."""
    t, tokens = table()
    g = found(t, 2)
    g.answer(US, tokens[0])
    g.answer(JP, "decoy")
    assert (window(g), shape(g, US).options) == ({US: "12"}, tuple(tokens))
    g.answer(US, tokens[0])
    g.answer(JP, "found")
    assert unseen(g) == tokens[1:]


def test_23_14_with_as_many_hits_as_formations_each_owner_is_asked() -> None:
    """§23.14, R-35  One by one, without a choice of the searcher."""
    t, tokens = table(ships=2)
    g = found(t, 2)
    assert window(g) == {JP: "12a"}
    g.answer(JP, "found")
    assert window(g) == {JP: "12a"}
    g.answer(JP, "decoy")
    assert unseen(g) == [tokens[1]]


def test_23_14_so_many_in_a_game() -> None:
    """§23.14  With the last one gone nobody is asked any more; the other side has its own."""
    t, tokens = table()
    t.us.ship("Wasp", "FRONT")
    g = t.play(
        Find(chooser=US, owner=JP, line=FRONT[JP], hits=3, by="search"),
        Find(chooser=JP, owner=US, line=FRONT[US], hits=1, by="search"),
    )
    for _ in range(2):  # with as many hits as formations the US has no choice at first
        g.answer(JP, "decoy")
        g.answer(US, tokens[0])
    assert unseen(g) == tokens[1:]
    assert window(g) == {US: "12a"}
    g.answer(US, "decoy")
    assert [(e.side, e.left) for e in only(g, DecoyFound)] == [(JP, 1), (JP, 0), (US, 1)]
    assert sorted((e.side, e.n) for e in g.state.in_force) == [(US, 1), (JP, 2)]


def test_23_14_what_the_enemy_knows_is_no_decoy() -> None:
    """§23.14, §7.3  It is turned without a question."""
    t = LaidTable(CARDS)
    token = t.jp.ship("Shokaku", "FRONT", known=True)
    g = found(t, 1)
    assert ([e.token for e in only(g, Turned)], g.asked) == ([token], {})


def test_23_14_a_patrol_may_find_a_decoy_too() -> None:
    """§23.14, §16.3(3)  The phasing side is asked for its own formations."""
    t = LaidTable(CARDS)
    token = t.us.ship("Wasp", "FRONT")
    base = t.jp.base("Buka")
    g = t.play(Patrol(phasing=US, left=attempts(1), base=base), dice=[5, 1], target=base)
    assert window(g) == {US: "12a"}
    g.answer(US, "decoy")
    assert (g.forces[US].formations[token].detected, dice_left(g)) == (False, 0)


def test_23_14_a_submarine_finds_no_decoy() -> None:
    """§23.14, §15.3(2)  Its success turns the formation."""
    t, tokens = table(ships=1)
    t.us.hand("us/pt-boats")
    card = next(c for c in t.cards.us.air if getattr(c, "submarine", None) is not None)
    t.us.forces.hand = (card,)
    g = t.play(Submarines(phasing=US), dice=[5, 1, 1, 1, 1, 1])
    g.answer(US, ("submarine", card.id, tokens[0]))
    assert [e.token for e in only(g, Turned)] == [tokens[0]]
    assert JP not in g.asked


def test_23_14_without_the_rule_formations_are_found_as_ever() -> None:
    """§15.2(4), §23.14"""
    t, tokens = table(with_rule=False)
    g = found(t, 1)
    g.answer(US, tokens[0])
    assert (unseen(g), g.asked) == (tokens[1:], {})


def test_23_14_what_was_found_is_kept_in_a_position() -> None:
    """§23.14  A game that waits for the owner can be written down and read again."""
    g = new_game(CARDS, seed(3))
    player = eager(Random(3))
    while "12a" not in [g.window(side) for side in g.asked]:
        side = next(iter(g.asked))
        g.answer(side, player(g, side))
    text = to_text(g)
    again = from_text(text, CARDS)
    assert to_text(again) == text
    (side,) = again.asked
    again.answer(side, "decoy")
    assert again.state.in_force[-1].does == "decoys"


def test_23_14_from_one_to_four() -> None:
    """§23.14  The players choose how many."""
    for word in ("decoys:0", "decoys:5"):
        with pytest.raises(OptionError, match="from 1 to 4"):
            varied(card_set("full"), [word])
    assert varied(card_set("full"), ["decoys"]).options.decoys == 2
