"""Laws of the kernel, on procedures of a few lines that are nobody's rules."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

import pytest
from msgspec import Struct
from msgspec.structs import fields

from ironbottom.dice import Attempts
from ironbottom.flow import BUDGET, Asking, Forced, Game, IllegalAnswer, Procedure, Step, ask, both, call, do, until
from ironbottom.questions import Choose, Pick
from ironbottom.rules.s05_lines import Free
from ironbottom.rules.s14_deployment import Steps
from ironbottom.state import Formation, State
from ironbottom.words import SIDES, Side, Token
from tests.support.table import LaidTable

DIARY: list[str] = []
YES_NO = Choose(("yes", "no"))


@pytest.fixture(autouse=True)
def _clean_diary() -> None:
    DIARY.clear()


def run(*sections: Procedure) -> Game:
    return LaidTable(bases=False).play(*sections)


class Chapter(Procedure, tag="chapter", kw_only=True):
    """A section with a step of each kind."""

    phasing: Side = Side.JP
    over: bool = False

    @property
    def waiting(self) -> Side:
        return self.phasing.enemy

    @do("99.1")
    def zulu(self, g: Game) -> None:
        DIARY.append("zulu")

    @ask("99.2", "3", "phasing", "waiting")
    def alpha(self, g: Game, side: Side) -> Asking:
        """Yes or no?"""
        return YES_NO

    @alpha.answered
    def alphas(self, g: Game, side: Side, answer: str) -> None:
        DIARY.append(f"alpha {side.name} {answer}")
        self.over = answer == "no"

    @until("99.3")
    def mike(self, g: Game) -> bool:
        DIARY.append("mike")
        return self.over

    @call("99.4")
    def bravo(self, g: Game) -> Procedure:
        DIARY.append("bravo")
        return Footnote()

    @do("99.5")
    def echo(self, g: Game) -> None:
        DIARY.append("echo")


class Footnote(Procedure, tag="footnote", kw_only=True):
    """A section inside another."""

    @do("99.4.1")
    def noted(self, g: Game) -> None:
        DIARY.append("footnote")


def test_definition_order_is_play_order() -> None:
    """Steps in the order in which they stand, roles in that of the decorator, a call before what follows."""
    g = run(Chapter())
    assert DIARY == ["zulu"]
    assert list(g.asked) == [Side.JP]
    g.answer(Side.JP, "yes")
    assert list(g.asked) == [Side.US]
    g.answer(Side.US, "yes")
    assert DIARY == ["zulu", "alpha JP yes", "alpha US yes", "mike", "bravo", "footnote", "echo"]
    assert not g.asked
    assert not g.stack


def test_until_leaves_the_section() -> None:
    """What stands behind a true `until` does not happen, and the section around it goes on."""
    g = run(Chapter(phasing=Side.US), Footnote())
    g.answer(Side.US, "yes")
    g.answer(Side.JP, "no")
    assert DIARY == ["zulu", "alpha US yes", "alpha JP no", "mike", "footnote"]


def test_an_answer_comes_from_who_is_asked() -> None:
    """§20.1  The other side is refused, an illegal answer too, with the paragraph; the question still stands."""
    g = run(Chapter())
    with pytest.raises(IllegalAnswer, match=r"§20.1: US is not asked now"):
        g.answer(Side.US, "yes")
    with pytest.raises(IllegalAnswer, match=r"§99.2: choose one of yes, no"):
        g.answer(Side.JP, "perhaps")
    assert DIARY == ["zulu"]
    assert g.asked[Side.JP].shape == YES_NO


def test_ask_without_answered() -> None:
    """A question that nobody takes the answer of is found when the rules are read."""
    with pytest.raises(TypeError, match="a question needs an answer"):

        class Deaf(Procedure, tag="deaf", kw_only=True):
            phasing: Side

            @ask("99.1", "3", "phasing")
            def question(self, g: Game, side: Side) -> Asking:
                return YES_NO


def test_answered_without_ask() -> None:
    """Only a question is answered."""
    with pytest.raises(TypeError, match="and only a question"):

        class Talkative(Procedure, tag="talkative", kw_only=True):
            @do("99.1")
            def act(self, g: Game) -> None:
                """Nothing."""

            @act.answered
            def acted(self, g: Game, side: Side, answer: str) -> None:
                """Nothing."""


def test_unknown_role() -> None:
    """A role that the section does not have is found when the rules are read, by its name."""
    with pytest.raises(TypeError, match="nobody is admiral here"):

        class Mutiny(Procedure, tag="mutiny", kw_only=True):
            @ask("99.1", "3", "admiral")
            def question(self, g: Game, side: Side) -> Asking:
                return YES_NO

            @question.answered
            def answered(self, g: Game, side: Side, answer: str) -> None:
                """Nothing."""


def test_round_for_ever() -> None:
    """A section that goes round and never asks is stopped, by its name."""

    class Treadmill(Procedure, tag="treadmill", kw_only=True):
        loops: ClassVar[bool] = True

        @do("99.1")
        def step(self, g: Game) -> None:
            """Nothing."""

        @until("99.2")
        def never(self, g: Game) -> bool:
            DIARY.append("round")
            return False

    with pytest.raises(RuntimeError, match=f"treadmill: {BUDGET} "):
        run(Treadmill())
    assert len(DIARY) <= BUDGET


def test_a_loop_goes_round_until() -> None:
    """A looping section begins again behind its last step."""

    class Three(Procedure, tag="three", kw_only=True):
        loops: ClassVar[bool] = True
        rounds: int = 0

        @do("99.1")
        def count(self, g: Game) -> None:
            self.rounds += 1
            DIARY.append(str(self.rounds))

        @until("99.2")
        def enough(self, g: Game) -> bool:
            return self.rounds == 3

        @do("99.3")
        def rest(self, g: Game) -> None:
            DIARY.append("rest")

    run(Three())
    assert DIARY == ["1", "rest", "2", "rest", "3"]


class Ballot(Procedure, tag="ballot", kw_only=True):
    """Both sides at once; a side may take several steps before it is through."""

    votes: tuple[tuple[Side, str], ...] = ()

    @both("99.1", "15")
    def vote(self, g: Game, side: Side) -> Asking:
        """Vote."""
        return Choose(("aye", "nay", "wait"))

    @vote.answered
    def voted(self, g: Game, side: Side, answer: str) -> bool:
        self.votes = (*self.votes, (side, answer))
        return answer != "wait"

    @do("99.2")
    def counted(self, g: Game) -> None:
        DIARY.append("counted")


@pytest.mark.parametrize("first", SIDES)
def test_both_sides_at_once(first: Side) -> None:
    """§20.5  Both are asked together, either may answer first, and who is through is asked no more."""
    g = run(Ballot())
    assert set(g.asked) == set(SIDES)
    g.answer(first, "aye")
    assert set(g.asked) == {first.enemy}
    assert DIARY == []
    with pytest.raises(IllegalAnswer, match="not asked"):
        g.answer(first, "nay")
    g.answer(first.enemy, "wait")
    assert set(g.asked) == {first.enemy}
    g.answer(first.enemy, "nay")
    assert DIARY == ["counted"]


def test_answers_lie_sealed() -> None:
    """§20.5  While one side waits nothing of its answer is in the question of the other."""
    g = run(Ballot())
    before = g.asked[Side.US]
    g.answer(Side.JP, "nay")
    assert g.asked[Side.US] == before


class Lonely(Procedure, tag="lonely", kw_only=True):
    """One side has nothing to decide, or only one answer."""

    done: tuple[tuple[Side, object], ...] = ()

    @both("99.1", "15")
    def choose(self, g: Game, side: Side) -> Asking:
        """Choose."""
        return Forced(Pick((1,), 1, 1)) if side is Side.US else YES_NO

    @choose.answered
    def chose(self, g: Game, side: Side, answer: object) -> bool:
        DIARY.append(f"{side.name} {answer}")
        return True


def test_a_forced_answer_is_taken() -> None:
    """§20.1, R-58  It is carried out like any other, and nobody is asked for it."""
    g = run(Lonely())
    assert set(g.asked) == {Side.JP}
    assert DIARY == ["US (1,)"]


def test_nothing_to_decide() -> None:
    """§20.1  None is no question: no answer is carried out."""

    class Silent(Procedure, tag="silent", kw_only=True):
        phasing: Side = Side.US

        @ask("99.1", "3", "phasing")
        def question(self, g: Game, side: Side) -> Asking:
            return None

        @question.answered
        def answered(self, g: Game, side: Side, answer: object) -> None:
            DIARY.append("answered")

    assert not run(Silent()).asked
    assert DIARY == []


def test_a_clone_shares_nothing_that_changes() -> None:
    """§20.5  Two games that were one go their own ways."""
    g = run(Chapter())
    twin = g.clone()
    twin.answer(Side.JP, "no")
    assert list(g.asked) == [Side.JP]
    assert (g.stack[-1].asked, g.answers) == (0, 0)
    assert g.after(Side.JP, "no").answers == 1
    assert g.answers == 0


def test_resigning() -> None:
    """§11.4  At any moment; the opponent wins, and nothing more is asked."""
    g = run(Chapter())
    g.resign(Side.US)
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.reason) == (Side.JP, "resigned")
    assert not g.asked
    with pytest.raises(IllegalAnswer, match="the game is over"):
        g.resign(Side.JP)
    with pytest.raises(IllegalAnswer, match="the game is over"):
        g.answer(Side.JP, "yes")


def procedures() -> Iterator[type[Procedure]]:
    """Every section of the rules."""
    left: list[type[Procedure]] = [Procedure]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("ironbottom."):
            yield kind


COPIED = (dict[Token, Formation], Free, Steps)  # tables of which a changed copy is put in place of the old one
FROZEN = (int, str, bool, bytes, NoneType, Attempts, State)


def unchanging(hint: Any) -> bool:
    """Whether values of this type are never changed in place; a State that is kept for steps back is cloned first."""
    if hasattr(hint, "__supertype__"):
        return unchanging(hint.__supertype__)
    if get_origin(hint) is Literal or hint is Ellipsis:
        return True
    if get_origin(hint) in (UnionType, Union, tuple):
        return all(unchanging(part) for part in get_args(hint))
    if hint in COPIED:
        return True
    return isinstance(hint, type) and (issubclass(hint, Enum) or hint in FROZEN or is_frozen(hint))


def is_frozen(hint: type) -> bool:
    return issubclass(hint, Struct) and bool(hint.__struct_config__.frozen)


def name_of(kind: type[Procedure]) -> str:
    return kind.__name__


SECTIONS: list[type[Procedure]] = sorted(procedures(), key=name_of)


@pytest.mark.parametrize("kind", SECTIONS, ids=name_of)
def test_fields_of_sections_are_never_changed_in_place(kind: type[Procedure]) -> None:
    """So that a shallow copy of a frame is a clone, and a frame is a line of a position."""
    assert [f.name for f in fields(kind) if not unchanging(f.type)] == []


def test_the_check_of_fields_can_fail() -> None:
    """A list in a frame would be shared by clones."""
    assert not unchanging(list[int])
    assert not unchanging(tuple[list[int], ...])
    assert unchanging(tuple[tuple[Side, Token], ...])


def may_end(step: Step[Any]) -> bool:
    """Whether a step can end its section: an `until`, or a question whose answer says so."""
    return step.kind == "until" or (step.kind == "ask" and step.then.__annotations__["return"] == "bool")


def test_looping_sections_end() -> None:
    """`loops` needs a step that ends it; only the turns of a game end from outside (§11)."""
    endless = [k.__name__ for k in procedures() if k.loops and not any(may_end(s) for s in k.steps)]
    assert endless == ["Turns"]


def test_tags_are_unique() -> None:
    """A tag names a section for programs, records and positions."""
    tags = [kind.tag() for kind in procedures() if kind.steps]
    assert len(set(tags)) == len(tags)


def test_every_question_has_a_prompt_and_a_window() -> None:
    """§20  Whoever is asked is told what, in a sentence; only the target of an event has no window of its own."""
    asking = [(kind, step) for kind in procedures() for step in kind.steps if step.kind in ("ask", "both")]
    assert asking
    for kind, step in asking:
        assert step.prompt.endswith((".", "?", ")")), f"{kind.__name__}.{step.name}"
        assert step.window or kind.tag() == "playing"
