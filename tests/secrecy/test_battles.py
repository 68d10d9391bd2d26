"""§24  A battle tells no secret either: what was laid out is known, and what is mixed, drawn or moved later is not."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side
from tests.secrecy.reading import Leaked, leaves, same
from tests.secrecy.runs import WatchedGame
from tests.secrecy.twins import twin
from tests.support.lengths import some
from tests.support.players import at_random, eager, first_legal, seed


def cards(name: str) -> CardSet:
    battle = read_battle(battle_text(name), name)
    return varied(card_set(battle.set), (), battle)


def watched(name: str, number: int) -> WatchedGame:
    rng = Random(number)
    us, jp = (eager(rng), at_random(rng)) if number % 2 else (at_random(rng), eager(rng))
    return WatchedGame(new_game(cards(name), seed(number)), us, jp, rng)


@pytest.mark.parametrize("name", some(battle_names(), 4))
def test_every_question_of_a_battle_reads_the_same_in_both_worlds(name: str) -> None:
    """§22, §24.2  The whole battle, and at each question twins with other cards where the viewer may not look."""
    watch = watched(name, battle_names().index(name))
    watch.play()
    assert watch.g.outcome is not None
    assert sum(watch.questions.values()) > 8
    assert watch.others["taken back"] > 0


def test_what_is_laid_out_is_known_until_it_is_mixed() -> None:
    """§24.2(2), §7.4  The enemy reads each face; after its owner's deployment only those that lie open."""
    g, known = new_game(cards("cape-esperance"), seed(3)), []
    while g.asked and g.state.turn == 1:
        known.append(sum([f.lead is not None for f in view(g, Side.US).jp.formations]))
        side = next(iter(g.asked))
        g.answer(side, first_legal(g, side))
    convoy = 1
    assert known[0] == len(view(g, Side.US).jp.formations)
    assert min(known) == convoy
    assert all(f.lead is not None for f in view(g, Side.JP).jp.formations)


def mixed(name: str) -> Game:
    """A battle after both sides have deployed once."""
    g = new_game(cards(name), seed(4))
    while g.state.turn < 3:
        side = next(iter(g.asked))
        g.answer(side, first_legal(g, side))
    assert g.outcome is None
    return g


def test_twins_of_a_mixed_battle_differ_in_what_is_hidden() -> None:
    """The test above can fail: there are hidden cards that change places, and a view that told them is caught."""
    changed = Counter[Side]()
    for name in ("eastern-solomons", "guadalcanal-first-night"):
        g = mixed(name)
        for side in SIDES:
            other = twin(g, side, Random(1))
            changed[side] += leaves(other, side) != leaves(g, side)
            same("a mixed battle", leaves(g, side.enemy), leaves(other, side.enemy))
    assert sum(changed.values()) > 1


def test_a_battle_whose_mix_would_show_faces_is_caught() -> None:
    """A planted leak: formations stay known after the mix."""
    g = mixed("eastern-solomons")
    side = g.state.phasing.enemy  # the other one deploys, and is shown as it lay
    forces = g.forces[side]
    hidden = [f for f in forces.formations.values() if not f.detected]
    assert hidden
    leaking = g.clone()
    table = leaking.forces[side].formations
    table.update({f.token: replace(f, known=True) for f in hidden})
    with pytest.raises(Leaked):
        same("a mixed battle", leaves(g, side.enemy), leaves(leaking, side.enemy))
