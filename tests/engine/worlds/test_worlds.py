"""At every question of whole games a world looks the same to its seat, and goes on by the same rules."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import msgspec
import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.mate import Mate
from ironbottom.flow import IDLE, Forced, Game
from ironbottom.questions import Answer, Move
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.state import Forces
from ironbottom.views import View
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Unknowable
from tests import ROOT
from tests.support.heard_games import HeardGame, heard
from tests.support.lengths import NIGHT, SAMPLED, by_night
from tests.support.players import at_random, cards_in, eager, printed_cards, seed

README = ROOT / "ironbottom" / "worlds" / "README.md"
CARDS = card_set("core")
pack = msgspec.msgpack.Encoder().encode
CHUNKS = 4
LOOKED_AT = 300 if NIGHT else 150  # questions of a game that is dealt again and again
LATE, MANY = 21, 400  # a turn in which one deal of eight fits, and how many worlds are dealt at each of its questions
AHEAD = (3, 30, 300)  # answers for which a world is played on
DONE_WITH = {  # fields of frames that nothing reads any more where the game stands
    ("match", "ask_sides"), ("setup", "ask_sides"), ("setup", "wishes"), ("repair", "hits"), ("patrol", "hits"),
    ("match", "bid"), ("setup", "bid"), ("setup", "bids"),
    ("air-attack", "aims"), ("attacks", "next"), ("bombardment", "next"), ("land-combat", "next"),
}
HIDDEN = {("return", "chosen"), ("surplus", "chosen"), ("first-deployment", "history")}  # the other side's answers
TABLES = ("formations", "bases", "airplanes")


def looks_the_same(world: Game, side: Side, shown: View) -> None:
    """Byte for byte: table, question, default, odds."""
    assert pack(view(world, side)) == pack(shown)




def is_sound(world: Game) -> None:
    """§2.6  No card is lost or doubled, and every row is in order."""
    assert world.state.check() == []
    if world.state.setting_up and not world.forces[Side.US].bases:
        return  # before the sides are settled no base has been placed
    for side in SIDES:
        assert cards_in(world, side) == printed_cards(world, side)


def asks_again(world: Game) -> None:
    """§20.1  The rules put the same question to the same sides where they are asked in this world."""
    top = world.stack[-1]
    for side, asked in world.asked.items():
        put = asked.step.run(top, world, side)
        shape = put.shape if isinstance(put, Forced) else put
        assert asked.shape == (IDLE if shape is None else shape)
        events = asked.step.window in world.law.windows
        assert asked.plays == (world.law.playable(world, side, asked.step.window) if events else ())


def same_rows(one: Forces, other: Forces) -> None:
    """One's own side: everything but the order of the decks, and the rows in the same order."""
    for table in TABLES:
        assert list(getattr(one, table).items()) == list(getattr(other, table).items())
    for pile in ("hand", "discards", "victory", "redrew"):
        assert getattr(one, pile) == getattr(other, pile)
    for deck in ("air_deck", "fleet_deck", "unaccounted"):
        assert Counter(getattr(one, deck)) == Counter(getattr(other, deck))


def stands_where_it_stands(world: Game, real: Game, side: Side) -> None:
    """What goes on in the game is what goes on in the world: frames, effects, what is shown; no secret is in them."""
    one, other = world.state, real.state
    for name in ("turn", "phasing", "action", "target", "in_force", "setting_up", "crossed"):
        assert getattr(one, name) == getattr(other, name), name
    same_rows(one.forces[side], other.forces[side])
    if other.shown is not None:
        assert one.shown is not None
        same_rows(one.shown, other.shown)
        assert one.shown_victory == other.shown_victory
    assert [frame.tag() for frame in world.stack] == [frame.tag() for frame in real.stack]
    for frame, was in zip(world.stack, real.stack, strict=True):
        for name in frame.__struct_fields__:
            if name in frame.derived or (frame.tag(), name) in DONE_WITH | HIDDEN or name == "start":
                continue
            assert getattr(frame, name) == getattr(was, name), (frame.tag(), name)
        if getattr(was, "taken", ()):
            same_rows(getattr(frame, "start").forces[side], getattr(was, "start").forces[side])  # noqa: B009
    if not other.setting_up:
        for table in TABLES:
            enemy = side.enemy
            assert list(getattr(one.forces[enemy], table)) == list(getattr(other.forces[enemy], table))


def play_on(world: Game, rng: Random, answers: int) -> None:
    """Any legal answers: the laws hold as in any other game."""
    player = rng.choice((eager, at_random))(rng)
    for _ in range(answers):
        if not world.asked:
            return
        side = rng.choice(list(world.asked))
        world.answer(side, player(world, side))
        is_sound(world)
        for asked in world.asked:
            assert world.asked[asked].shape.fault(world.default(asked)) is None


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_world_cannot_be_told_from_the_game_at_any_question(chunk: int) -> None:
    for number in range(chunk, SAMPLED, CHUNKS):
        game, rng = heard(number), Random(f"worlds {number}")
        asked = 0
        for side, shown in game.questions():
            situation = game.worlds.at(shown, game.memories[side])
            world = situation.sample(rng)
            looks_the_same(world, side, shown)
            is_sound(world)
            asks_again(world)
            stands_where_it_stands(world, game.g, side)
            if rng.random() < 0.04:
                play_on(situation.sample(rng), rng, rng.choice(AHEAD))
            asked += 1
        assert asked > 50


@by_night
def test_every_window_is_among_them() -> None:
    left = set(WINDOWS) - OF_OPTIONS
    for number in range(1_000):
        game = heard(number)
        for _side, shown in game.questions():
            assert shown.question is not None
            if shown.question.window in left:
                world = game.worlds.sample(shown, game.memories[shown.question.side], Random(number))
                looks_the_same(world, shown.question.side, shown)
                left.discard(shown.question.window)
        if not left:
            return
    raise AssertionError(f"never asked: {left}")


def test_the_same_chance_deals_the_same_world() -> None:
    game = heard(5)
    for side, shown in game.questions(LOOKED_AT):
        one, other = [game.worlds.sample(shown, game.memories[side], Random(7)) for _ in range(2)]
        assert (one.state, one.stack) == (other.state, other.stack)


def test_a_world_changes_nothing_of_the_situation_it_was_dealt_from() -> None:
    """Whatever is played in one, the next one is dealt as if there had been none."""
    game = heard(3)
    for side, shown in game.questions(400):
        situation = game.worlds.at(shown, game.memories[side])
        play_on(situation.sample(Random(1)), Random(1), 20)
        looks_the_same(situation.sample(Random(2)), side, shown)
        fresh = game.worlds.at(shown, game.memories[side]).sample(Random(2))
        again = situation.sample(Random(2))
        assert (again.state, again.stack) == (fresh.state, fresh.stack)


def test_what_cannot_be_known_is_said() -> None:
    """No question, the memory of the other side, a step that was not told."""
    game = heard(4)
    said = Counter[str]()
    for side, shown in game.questions(400):
        for viewer, memory in ((side.enemy, side.enemy), (side, side.enemy)):
            if viewer not in game.g.asked or viewer is not memory:
                with pytest.raises(Unknowable) as told:
                    game.worlds.sample(view(game.g, viewer), game.memories[memory], Random(1))
                said[str(told.value)] += 1
        assert shown.question is not None
        shape = shown.question.shape
        if isinstance(shape, Move) and "undo" in shape.words:
            late = Memory.of(game.g.state.cards, side)
            late.hear((), shown)
            with pytest.raises(Unknowable) as told:
                game.worlds.sample(shown, late, Random(1))
            said[str(told.value)] += 1
    assert len(said) == 3


def test_a_world_is_dealt_also_where_hardly_any_deal_fits() -> None:
    """Near the end nearly all airplanes were seen: of eight deals of ships one has the icons that they stand on."""
    mates = {side: Mate(CARDS, Random(4)) for side in SIDES}

    def mate(g: Game, side: Side) -> Answer:
        return mates[side].choose(view(g, side))

    game = HeardGame(new_game(CARDS, seed(4)), dict.fromkeys(SIDES, mate), Random(4))
    late = 0
    for side, shown in game.questions():
        if shown.turn == LATE and side is Side.US:
            situation, rng = game.worlds.at(shown, game.memories[side]), Random(1)
            worlds = [situation.sample(rng) for _ in range(MANY)]
            looks_the_same(worlds[-1], side, shown)
            late += 1
        if late == 4:
            return
    raise AssertionError(f"asked only {late} times")


def test_a_view_of_a_later_version_is_refused_in_words() -> None:
    """A section that nobody knows here, and one that nothing enters where it stands."""
    game = heard(4)
    side, shown = next(iter(game.questions(1)))
    there = shown.sections
    for sections, why in ((("later", *there), "later is not known"), ((*there, "match"), "does not enter")):
        with pytest.raises(Unknowable, match=why):
            game.worlds.sample(msgspec.structs.replace(shown, sections=sections), game.memories[side], Random(1))


def test_an_unheard_answer_is_found_out() -> None:
    """A memory that was told another step than the one that was taken does not deal a world that looks otherwise."""
    game = heard(2)
    found = 0
    for side, shown in game.questions(200):
        assert shown.question is not None
        shape, memory = shown.question.shape, game.memories[side]
        if shown.question.step == "ships.step" and isinstance(shape, Move) and shape.steps.get("move"):
            token, lines = next(iter(shape.steps["move"].items()))
            trial, false = game.g.after(side, ("move", token, lines[0])), msgspec.json.decode(
                msgspec.json.encode(memory), type=Memory
            )
            false.answered(("move", token, lines[-1]))
            false.hear((), view(trial, side))
            with pytest.raises(Unknowable, match="was not told"):
                game.worlds.sample(view(trial, side), false, Random(1))
            found += 1
    assert found > 3


def test_its_document_says_what_is_so() -> None:
    """The example of README.md runs as it stands there."""
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert example.count("assert ") == 1
    exec(example, {})  # noqa: S102 - our own document
