"""Nothing leaves that tells a secret (§22): two worlds that differ only in what a viewer must not know read the same.

Every question of many whole games is held against twins of its world: for each side with other secrets, and for each
pair of eyes that must not know them, its opponent's and a spectator's.  In the private segments, where nothing may
change, every step is held against the position before it, and only some positions against twins.

SECRECY_GAMES=2000 in the environment plays that many.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest

from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.words import SIDES, Side
from tests.secrecy.laid import laid, on_the_beach
from tests.secrecy.reading import EVERYBODY, refusals, same, told
from tests.secrecy.runs import watched
from tests.secrecy.twins import set_up_anew, twin
from tests.secrecy.wholes import cards_of_game, first_run, second_run
from tests.support.lengths import WORLDS, by_night, some
from tests.support.players import first_legal, seed, window_of

CHUNKS = 4
TWICE = 12  # whole games that are played twice


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_question_reads_the_same_in_both_worlds(chunk: int) -> None:
    """§20.1, §22.2, §22.3, §22.4, §22.6, §22.7, R-27, R-36, R-37  At every question, and after the answer to it."""
    for number in range(chunk, WORLDS, CHUNKS):
        watch = watched(number)
        watch.play()
        assert sum(watch.questions.values()) > 50
        assert sum(watch.answers.values()) > sum(watch.questions.values())


@by_night
def test_every_window_is_among_them() -> None:
    """§20.1, §20.5, §22.6  No window of the table of decisions is left out; nor are private segments and the mix."""
    questions, answers, others = Counter[str](), Counter[str](), Counter[str]()
    always = set(WINDOWS) - OF_OPTIONS
    for watch in chain([on_the_beach()], map(laid, range(6)), map(watched, range(26, 126))):
        watch.play()
        questions, answers, others = questions + watch.questions, answers + watch.answers, others + watch.others
        if always <= set(questions) and always <= set(answers):
            break
    assert always - set(questions) == set()
    assert always - set(answers) == set()
    assert min(others[run] for run in ("taken back", "mixed", "lost", "returned")) > 0


def test_laid_tables_read_the_same_in_both_worlds() -> None:
    """§7.4, §7.7, §14.3(4), §20.5, §22.3, §22.5, R-8, R-13, R-37  Private segments, the mix and the return."""
    for number in range(12):
        laid(number).play(120)


@pytest.mark.parametrize("number", some(range(TWICE), 3))
def test_a_whole_game_with_other_hidden_cards_leaves_the_same_bytes(number: int) -> None:
    """§20.1, §22.2, §22.5, R-13, R-27  Updates, their number, order and length; the windows asked, and for whom."""
    once = first_run(number, 5_000 if number % 3 == 0 else 160)
    for secret in SIDES:
        again, changed = second_run(number, once, secret, Random(number))
        assert changed > 0
        assert again.asked == once.asked
        for eyes in (secret.enemy, None):
            assert again.lengths(eyes) == once.lengths(eyes)
            same("an update", once.updates[eyes], again.updates[eyes])


def test_before_the_common_reveal_not_even_counts_are_seen() -> None:
    """§10.4, §22.1, R-10, R-38  Whatever one side draws, draws anew or places: the other reads the same bytes."""
    for number in range(40):
        g, rng = new_game(cards_of_game(number), seed(number)), Random(number)
        for side in SIDES:
            other = set_up_anew(g, side, rng)
            assert other.forces[side].fleet_deck != g.forces[side].fleet_deck
            for eyes in (side.enemy, None):
                for answer in ("keep", "redraw"):
                    same("a fleet", told(g.after(side, "keep"), eyes), told(other.after(side, answer), eyes))


def test_twins_are_different_worlds() -> None:
    """§22  The test is no test if the twins share their secrets: hands, decks, formations and airplanes differ."""
    differing: Counter[str] = Counter()
    for number in range(8):
        g, rng = laid(number).g, Random(number)
        for side in SIDES:
            other = twin(g, side, rng)
            differing.update(differences(g, other, side))
            assert len(other.forces[side].hand) == len(g.forces[side].hand)
            assert other.state.check() == []
    assert set(differing) == {"hand", "airplanes in the deck", "fleet", "discards", "ships", "pairs", "aboard", "kinds"}


def differences(g: Game, other: Game, side: Side) -> set[str]:
    """What two worlds have different."""
    one, two = g.forces[side], other.forces[side]
    found = {
        "hand": one.hand != two.hand, "airplanes in the deck": one.air_deck != two.air_deck,
        "fleet": one.fleet_deck != two.fleet_deck, "discards": one.discards != two.discards,
    }
    for token, f in one.formations.items():
        twin_of = two.formations[token]
        assert (f.line, f.escort is None, f.detected, f.damage) == (
            twin_of.line, twin_of.escort is None, twin_of.detected, twin_of.damage
        )
        found["ships" if f.escort is None else "pairs"] = f != twin_of or found.get("ships", False)
        found["kinds"] = found.get("kinds", False) or f.values.icon is not twin_of.values.icon
    for token, a in one.airplanes.items():
        assert a.host == two.airplanes[token].host
        found["aboard"] = found.get("aboard", False) or a.card != two.airplanes[token].card
    return {what for what, differs in found.items() if differs}


def test_refusals_name_no_card_of_the_other_side() -> None:
    """§20.1, §22.6  What a side is told for a wrong answer is the same whatever the other holds; asked or not asked."""
    said: set[str] = set()
    for number in range(6):
        watch = watched(number)
        g = watch.g
        while g.asked and g.state.turn < 4:
            side = next(iter(g.asked))
            for eyes in SIDES:
                enemy = {c.id for c in g.forces[eyes.enemy].hand}
                for text in refusals(g, eyes):
                    assert not any(name in text for name in enemy)
                    said.add(text.split("|")[0])
            g.answer(side, first_legal(g, side) if window_of(g, side) != "3" else g.default(side))
    assert {"20.1", "13.2", "14.2(1)"} <= said


def test_every_pair_of_eyes_is_tried() -> None:
    """§22.7  Both sides and the spectators."""
    assert set(EVERYBODY) == {Side.US, Side.JP, None}
