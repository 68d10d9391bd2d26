"""What both players agree upon, in a transcript: it is checked, and a server that agrees for them is caught."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.flow import Game
from ironbottom.keys import sign
from ironbottom.proof.entries import NEWER, Agreed, AnsweredEntry, Body, Ended
from ironbottom.proof.faults import Code
from ironbottom.proof.takeback import Undoable, before_it, undoable, why_not
from ironbottom.proof.verify import Verdict
from ironbottom.wire.agreeing import Agreeable
from ironbottom.wire.signing import ACCEPT, OFFER, agreed
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES, Side
from tests.support.players import eager
from tests.support.signed_games import SERVER, Party, Referee, Setting, SignedGame, verdict

TERMS = Terms(offers=("draw", "pause", "takeback"))
FREE = Setting(number=5, terms=TERMS, format=NEWER)


class AgreeingReferee(Referee):
    """Knows what can be taken back, and does what it is told at the first moment that `when` fits."""

    def __init__(
        self, act: Callable[[AgreeingReferee], None], when: Callable[[AgreeingReferee], bool], setting: Setting = FREE
    ) -> None:
        super().__init__(setting)
        self.act, self.when, self.done, self.n = act, when, False, 0
        self.undone: Undoable | None = None

    def turn(self) -> None:
        if not self.done and self.when(self):
            self.done = True
            self.act(self)
            return
        before, entries = self.game, self.chain.entries
        super().turn()
        for n, body in enumerate(self.bodies[entries:], entries + 1):
            if isinstance(body, AnsweredEntry):
                self.undone = undoable(self.undone, before, self.game, body, n)

    def agree(
        self, what: Agreeable, side: Side, *, heads: tuple[bytes, bytes] | None = None, by: Party | None = None,
        n: int = 0,
    ) -> Agreed:
        """What both sign; `by` signs in place of who accepts."""
        self.n, game = n or self.n + 1, self.begun.game
        offered, seen = heads or (self.chain.head, self.chain.head)
        offer = sign(self.party(side).key, OFFER, *agreed(game, self.n, what, offered))
        accept = sign((by or self.party(side.enemy)).key, ACCEPT, *agreed(game, self.n, what, seen))
        update = self.undone.update if what == "takeback" and self.undone is not None else 0
        return Agreed(side, what, self.n, offered, offer, seen, accept, 0, update)

    def agreed(self, what: Agreeable, side: Side) -> Agreed:
        """It is done, as by an honest server."""
        entry = self.agree(what, side)
        self.note(entry)
        return entry

    def take_back(self) -> None:
        assert self.undone is not None
        self.to(before_it(self.undone))

    def to(self, game: Game) -> None:
        self.game, self.undone = game, None
        self.updates = [n + 1 for n in self.updates]

    def draw(self, side: Side = Side.US) -> None:
        self.agreed("draw", side)
        self.game = self.game.clone()
        self.game.agree_draw()


def can(who: AgreeingReferee) -> bool:
    """Whether the last answer may be taken back; late enough that much could go wrong."""
    found = who.undone
    return who.answers > 20 and found is not None and not why_not(found, found.side, who.game)


def can_later(who: AgreeingReferee, side: Side, then: int) -> Undoable | None:
    """An answer of this side, given after that entry, that may be taken back."""
    found = who.undone
    return found if found is not None and found.side is side and found.entry > then and can(who) else None


def cannot(word: str) -> Callable[[AgreeingReferee], bool]:
    def fits(who: AgreeingReferee) -> bool:
        found = who.undone
        return who.answers > 20 and found is not None and word in why_not(found, found.side, who.game)

    return fits


def late(who: AgreeingReferee) -> bool:
    return who.answers > 25


def checked(act: Callable[[AgreeingReferee], None], when: Callable[[AgreeingReferee], bool] = can) -> Verdict:
    return verdict(AgreeingReferee(act, when).play().lines)


def undo(who: AgreeingReferee) -> None:
    assert who.undone is not None
    who.agreed("takeback", who.undone.side)
    who.take_back()


def draw(who: AgreeingReferee) -> None:
    who.draw()


def pause(who: AgreeingReferee) -> None:
    who.agreed("pause", Side.US)
    who.agreed("go-on", Side.JP)


@pytest.mark.parametrize(("act", "when"), [(undo, can), (draw, late), (pause, late)])
def test_what_both_have_signed_is_sound(act: Callable[[AgreeingReferee], None], when: Callable[..., bool]) -> None:
    found = checked(act, when)
    assert found.ok, found.sentence


def test_a_draw_is_said_to_be_one() -> None:
    found = checked(draw, late)
    assert "a draw" in found.sentence
    assert found.facts is not None
    assert (found.facts.winner, found.facts.reason) == ("", "agreed")


def caught(act: Callable[[AgreeingReferee], None], code: Code, when: Callable[[AgreeingReferee], bool] = can) -> None:
    found = checked(act, when)
    assert (found.ok, found.code) == (False, code), found.sentence


@pytest.mark.parametrize("what", ["draw", "takeback", "pause"])
def test_a_consent_that_the_server_signs_itself(what: Agreeable) -> None:
    def forge(who: AgreeingReferee) -> None:
        assert who.undone is not None
        side = who.undone.side
        who.note(who.agree(what, side, by=SERVER))
        if what == "takeback":
            who.take_back()
        elif what == "draw":
            who.game = who.game.clone()
            who.game.agree_draw()

    caught(forge, "consent")


def test_a_consent_to_something_else() -> None:
    """Both have agreed to a pause; the server says that it was a draw."""

    def bend(who: AgreeingReferee) -> None:
        who.note(replace(who.agree("pause", Side.US), what="draw"))
        who.game = who.game.clone()
        who.game.agree_draw()

    caught(bend, "consent", late)


def test_an_offer_of_the_one_as_one_of_the_other() -> None:
    caught(lambda who: who.note(replace(who.agree("pause", Side.US), side=Side.JP)), "consent", late)


@pytest.mark.parametrize("word", ["die", "card"])
def test_a_takeback_over_a_die_or_a_reveal(word: str) -> None:
    """Both have even agreed to it."""
    caught(undo, "takeback", cannot(word))


def test_a_takeback_over_the_opponents_answer() -> None:
    """An answer of the one, then one of the other: the first is taken back, with both signatures."""
    kept: list[Undoable] = []

    def between(who: AgreeingReferee) -> bool:
        if not kept and can(who) and who.undone is not None:
            kept.append(who.undone)
        return bool(kept) and who.undone is not kept[0] and (who.undone is None or who.undone.side is not kept[0].side)

    def act(who: AgreeingReferee) -> None:
        who.agreed("takeback", kept[0].side)
        who.to(before_it(kept[0]))

    caught(act, "takeback", between)


def test_an_old_acceptance_put_in_again() -> None:
    """Word for word, and for an answer that was given after it."""
    def twice(who: AgreeingReferee) -> None:
        undo(who)
        again = who.bodies[-1]
        while not can(who):
            who.turn()
        who.note(again)
        who.take_back()

    caught(twice, "replayed")


def test_a_consent_from_before_the_answer() -> None:
    """Both had signed a takeback, which lapsed; the server keeps it for a later answer."""
    def old(who: AgreeingReferee) -> None:
        assert who.undone is not None
        side, then = who.undone.side, who.chain.entries
        entry = who.agree("takeback", side)
        while (found := can_later(who, side, then)) is None:
            who.turn()
        who.note(replace(entry, update=found.update))
        who.take_back()

    caught(old, "replayed")


def test_a_consent_of_another_history() -> None:
    heads = (bytes(32), bytes(32))
    caught(lambda who: who.note(who.agree("pause", Side.US, heads=heads)), "fork", late)


def test_a_server_that_takes_back_by_itself() -> None:
    """The game goes on from before an answer, and nobody was asked."""
    found = checked(AgreeingReferee.take_back)
    assert not found.ok
    assert found.code in ("illegal", "deal", "dropped", "dice")


def test_a_server_that_hides_what_it_took_back() -> None:
    """The answer is left out of the file as well: its player has signed it."""
    def hide(who: AgreeingReferee) -> None:
        assert who.undone is not None
        who.take_back()
        line = next(n for n in range(len(who.bodies) - 1, 0, -1) if isinstance(who.bodies[n], AnsweredEntry))
        bodies = [body for n, body in enumerate(who.bodies) if n != line]
        who.bodies, who.lines, who.chain = [], [], type(who.chain).of(who.begun.game, who.share)
        for body in bodies:
            who.note(body)

    found = checked(hide)
    assert not found.ok
    assert found.code in ("dropped", "forged", "fork")


@pytest.mark.parametrize("given", ["player", "clock"])
def test_an_answer_in_a_pause(given: str) -> None:
    def act(who: AgreeingReferee) -> None:
        who.agreed("pause", Side.US)
        side = next(one for one in SIDES if one in who.game.asked)
        if given == "player":
            who.answer(side)
        else:
            who.take(side, eager(Random(1))(who.game, side), "clock")

    caught(act, "paused", late)


@pytest.mark.parametrize("what", ["pause", "go-on"])
def test_a_pause_in_a_pause_and_the_end_of_none(what: Agreeable) -> None:
    def act(who: AgreeingReferee) -> None:
        if what == "pause":
            who.agreed("pause", Side.US)
        who.agreed(what, Side.JP)

    caught(act, "consent", late)


def test_what_the_terms_do_not_allow() -> None:
    made = AgreeingReferee(draw, late, FREE._replace(terms=Terms(offers=("pause",)))).play()
    found = verdict(made.lines)
    assert (found.ok, found.code) == (False, "consent")


def test_a_draw_that_nobody_agreed_to() -> None:
    """The host does not like to lose."""
    made = AgreeingReferee(draw, late).play()
    ended = next(body for body in made.bodies if isinstance(body, Ended))
    found = verdict(rewritten(made, [body for body in made.bodies if not isinstance(body, Agreed)]).lines)
    assert ended.winner is None
    assert (found.ok, found.code) == (False, "cut")


def rewritten(made: SignedGame, bodies: list[Body]) -> SignedGame:
    who = Referee(FREE)
    for body in bodies[1:]:
        who.note(body)
    return SignedGame(tuple(who.bodies), tuple(who.lines), made.receipts)
