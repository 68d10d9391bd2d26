"""What a host might do while a game goes on, each time as cleverly as he can: whatever he can sign himself fits again.

Every cheat must be named, with the first entry that is wrong.
"""

from __future__ import annotations

import pytest
from msgspec import field
from msgspec.structs import replace

from ironbottom.dice import Stream
from ironbottom.events import Drew
from ironbottom.flow import Game
from ironbottom.keys import sign
from ironbottom.proof.entries import AnsweredEntry, Countersigned, Ended, Ordered
from ironbottom.proof.faults import Code
from ironbottom.proof.standing import ordered as standing_answer
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.sight import view
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Given
from ironbottom.wire.orders import Does, StandingOrder
from ironbottom.wire.signing import COMMIT, REVEAL, commitment
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.proof.hosts import FIXED, LATE, changed, entry, first_difference, is_end, nth, other_answer, own, said
from tests.support.signed_games import (
    ANN,
    CARDS,
    SERVER,
    Referee,
    Setting,
    begin,
    chained,
    honest,
    ordered_by,
    outcome_of,
    verdict,
)

LOADED = 30  # the throw that is changed


# the seed


def test_a_late_seed_under_the_old_commitment() -> None:
    made = Referee(FIXED, LATE).play()
    assert said(made.lines) == (made.number(is_end), "late-seed")


def test_a_late_seed_under_a_late_commitment() -> None:
    made = Referee(FIXED, LATE).play()
    begun = replace(made.begun, commitment=commitment(made.begun.game, LATE))
    assert said(chained(changed(made, 1, begun), LATE)) == (1, "late-seed")


def test_a_late_seed_of_a_host_who_plays_himself() -> None:
    """Ann is the host: her own signatures she can make again, Bob's she cannot."""
    made = Referee(FIXED, LATE).play()
    game, (ann, bob) = made.begun.game, made.begun.players
    late = commitment(game, LATE)
    ann = replace(
        ann,
        committed=sign(ANN.key, COMMIT, game, late, ann.commitment),
        revealed=sign(ANN.key, REVEAL, game, late, ann.commitment, bob.commitment),
    )
    begun = replace(made.begun, commitment=late, players=(ann, bob))
    found = verdict(chained(changed(made, 1, begun), LATE))
    assert (found.entry, found.code) == (1, "signature")
    assert "Bob" in found.sentence
    assert "chosen late" in found.sentence


def test_a_late_seed_and_the_old_share_shown() -> None:
    made = Referee(FIXED, LATE).play()
    n = made.number(is_end)
    lines = chained(changed(made, n, replace(entry(made, n, Ended), share=SERVER.share)))
    assert said(lines) == (first_difference(made.bodies, begin(FIXED)[1]), "mix")


# cards and dice


class StackedDeck(Referee):
    """Gives Japan another card than its deck would."""

    found = 0

    def deal(self, seed: bytes) -> Game:
        game = super().deal(seed)
        forces = game.forces[Side.JP]
        *rest, top = forces.air_deck
        other = next(i for i, card in enumerate(rest) if card != top)
        rest[other], top = top, rest[other]
        forces.air_deck = (*rest, top)
        return game

    def take(self, side: Side, answer: Answer, given: Given, by: bytes = b"") -> None:
        super().take(side, answer, given, by)
        drew = [event for event in self.game.events or () if isinstance(event, Drew) and event.side is Side.JP]
        if drew and not self.found:
            self.found = len(self.bodies)


def test_a_swapped_card() -> None:
    host = StackedDeck(FIXED)
    made = host.play()
    assert host.found
    assert said(made.lines) == (host.found, "deal")


class OtherDeal(Referee):
    """Deals from another seed than that of the toss."""

    def deal(self, seed: bytes) -> Game:
        return super().deal(LATE)


def test_another_deal() -> None:
    made = OtherDeal(FIXED).play()
    assert said(made.lines) == (first_difference(made.bodies, begin(FIXED)[1]), "mix")


class OtherTokens(Referee):
    """Names the cards on the table otherwise than the seed does."""

    def deal(self, seed: bytes) -> Game:
        state = opening(CARDS, seed)
        state.tokens = Stream.of(LATE, "tokens")
        return Game(state, [Match(ask_sides=False)])


def test_a_signed_answer_that_fits_no_game_of_the_seed() -> None:
    """It is its player's, so it is the game that was another one; where the file tells no mixes, as it once did not."""
    setting = FIXED._replace(number=1, format=1)  # in which an answer names a token before an event does
    made = OtherTokens(setting).play()
    n = first_difference(made.bodies, begin(setting)[1])
    found = verdict(made.lines)
    assert (found.entry, found.code) == (n, "deal")
    assert "signed this answer" in found.sentence


class Loaded(Stream):
    """Dice of which one throw falls as the host wants it."""

    thrown: list[int] = field(default_factory=list)  # so many dice each time; shared by all copies

    def faces(self, n: int) -> bytes:
        faces = super().faces(n)
        self.thrown.append(n)
        if len(self.thrown) != LOADED:
            return faces
        return bytes([6] * n) if set(faces) != {6} else bytes([1] * n)

    def copy(self) -> Loaded:
        return Loaded(self.key, self.block, self.rest, self.thrown)


class LoadedDice(Referee):
    """Changes one throw."""

    found = 0

    def deal(self, seed: bytes) -> Game:
        game = super().deal(seed)
        assert isinstance(game.state.dice, Stream)
        game.state.dice = Loaded(game.state.dice.key)
        return game

    def take(self, side: Side, answer: Answer, given: Given, by: bytes = b"") -> None:
        super().take(side, answer, given, by)
        assert isinstance(self.game.state.dice, Loaded)
        if len(self.game.state.dice.thrown) >= LOADED and not self.found:
            self.found = len(self.bodies)


def test_a_changed_die() -> None:
    host = LoadedDice(FIXED)
    made = host.play()
    assert host.found
    assert said(made.lines) == (host.found, "dice")


def test_a_die_changed_afterwards() -> None:
    """The digest of what came of it is that of the true dice: nothing else is to be seen."""
    made = honest(FIXED)
    n = nth(made, 20, lambda body: isinstance(body, AnsweredEntry) and body.dice != ())
    answered = entry(made, n, AnsweredEntry)
    throw = answered.dice[0]
    dice = (bytes([throw[0] % 6 + 1, *throw[1:]]), *answered.dice[1:])
    assert said(chained(changed(made, n, replace(answered, dice=dice)))) == (n, "dice")


# answers


class Forger(Referee):
    """Carries out another answer of Bob's than he sent, the first time that he chooses an action late enough."""

    found = 0

    def carried_out(self, side: Side, answer: Answer) -> Answer:
        asked = self.game.asked[side]
        if self.found or side is not Side.JP or self.answers < 80 or asked.step.window != "16":
            return answer
        self.found = len(self.bodies) + 1
        return next(other for other in asked.shape.answers() if other != answer)


def test_a_forged_answer() -> None:
    """The game goes on from the forged answer, in cards, dice and digests: only the player's signature knows better."""
    host = Forger(FIXED)
    made = host.play()
    assert host.found
    assert said(made.lines) == (host.found, "forged")


def test_an_answer_forged_afterwards_and_everything_behind_it_played_again() -> None:
    n, bodies = other_answer(Side.JP)
    assert said(chained(bodies)) == (n, "forged")


def test_an_answer_forged_afterwards_and_nothing_else_changed() -> None:
    made = honest(FIXED)
    n = nth(made, 3, lambda body: isinstance(body, AnsweredEntry) and body.window == "16")
    answered = entry(made, n, AnsweredEntry)
    answer = "retreat" if answered.answer != "retreat" else "landing"
    assert said(chained(changed(made, n, replace(answered, answer=answer)))) == (n, "forged")


def test_a_player_s_answer_said_to_be_by_order() -> None:
    for made in (honest(FIXED), honest(FIXED._replace(terms=Terms(bank=60), slow=3))):
        n = nth(made, 50, own(Side.US))
        assert said(chained(changed(made, n, replace(entry(made, n, AnsweredEntry), given="order")))) == (n, "forged")


def test_an_answer_that_was_never_given() -> None:
    """The answer of a standing order, said to be by the player himself, to whom more signatures would be due."""
    setting = Setting(number=9, orders=((0, 0, (StandingOrder("*", "pass-when-forced"),)),))
    made = honest(setting)
    n = nth(made, 0, lambda body: isinstance(body, AnsweredEntry) and body.given == "order")
    assert said(chained(changed(made, n, replace(entry(made, n, AnsweredEntry), given="player")))) == (n, "forged")


class BackSeat(Referee):
    """Answers itself now and then, and says that it was somebody or something else."""

    given: Given = "order"
    by = b""
    found = 0

    def take(self, side: Side, answer: Answer, given: Given, by: bytes = b"") -> None:
        if self.answers >= 100 and side is Side.JP and not self.found:
            self.unsigned[side].pop()
            self.found = len(self.bodies) + 1
            clock = self.given == "clock"
            other = self.game.default(side) if clock else self.game.asked[side].shape.guess(self.rng)
            super().take(side, other, self.given, self.by)
        else:
            super().take(side, answer, given, by)


@pytest.mark.parametrize(
    ("given", "by", "setting", "code", "words"),
    [
        ("order", b"", FIXED, "orders", "had given none"),
        (
            "order",
            b"",
            FIXED._replace(orders=((3, 1, (StandingOrder("19", "default"),)),)),
            "orders",
            "no standing order",
        ),
        ("order", SERVER.public, FIXED, "stand-in", "not clear who"),
        ("clock", b"", FIXED, "clock", "there was no clock"),
        ("stand-in", SERVER.public, FIXED, "stand-in", "by the terms"),
        ("stand-in", b"", FIXED._replace(terms=Terms(absent="bot")), "stand-in", "not clear who"),
        ("nobody", b"", FIXED, "stand-in", "nobody gave"),
    ],
)
def test_an_answer_of_the_host_for_a_player(
    given: Given, by: bytes, setting: Setting, code: Code, words: str
) -> None:
    host = BackSeat(setting)
    host.given, host.by = given, by
    found = verdict(host.play().lines)
    assert (found.entry, found.code) == (host.found, code)
    assert words in found.sentence


def test_an_order_that_gives_another_answer() -> None:
    made = honest(Setting(number=9, orders=((0, 0, (StandingOrder("*", "default"),)), (60, 0, ()))))
    n = nth(made, 0, lambda body: isinstance(body, AnsweredEntry) and body.given == "order" and body.window in "56")
    kept = [body for i, body in enumerate(made.bodies, 1) if i < n]
    game = new_game(CARDS, begin(Setting(number=9))[1])
    for body in kept:
        if isinstance(body, AnsweredEntry):
            game.answer(Side(body.side), understood(body.answer))
    other = next(a for a in game.asked[Side.US].shape.answers() if plain(a) != entry(made, n, AnsweredEntry).answer)
    game = game.after(Side.US, other)
    dice, digest = outcome_of(game)
    body = replace(entry(made, n, AnsweredEntry), answer=plain(other), dice=dice, digest=digest)
    assert said(chained(changed(made, n, body))) == (n, "orders")


class Disobedient(Referee):
    """Where an order of a kind answers first, it gives another answer, and says that it is the order's."""

    found = 0
    kind: Does = "none"

    def take(self, side: Side, answer: Answer, given: Given, by: bytes = b"") -> None:
        if given == "order" and not self.found:
            orders = [one for one in self.orders[side] if one.does == self.kind]
            shape = self.game.asked[side].shape
            if standing_answer(view(self.game, side), orders) == answer and shape.count() > 1:
                self.found = len(self.bodies) + 1
                answer = next(one for one in shape.answers() if one != answer)
        super().take(side, answer, given, by)


NEW_KINDS = (
    StandingOrder("28", "withdraw-damaged", 1), StandingOrder("28", "withdraw-carriers", 1),
    StandingOrder("23", "break-off", 1), StandingOrder("9", "intercept", cards=("us/wildcat", "jp/zeke")),
    StandingOrder("22", "meet-escorts"), StandingOrder("29", "spread", turn="his"), StandingOrder("25", "press-on"),
    StandingOrder("20.2", "stay-when-few", 3),
)


@pytest.mark.parametrize("order", NEW_KINDS, ids=lambda order: order.does)
def test_each_kind_of_order_gives_this_answer_and_no_other(order: StandingOrder) -> None:
    for number in range(1, 9):
        setting = Setting(number=number, orders=((0, 0, (order,)), (0, 1, (order,))))
        host = Disobedient(setting)
        host.kind = order.does
        lines = host.play().lines
        if not host.found:
            continue
        assert not verdict(honest(setting).lines).code
        found = verdict(lines)
        assert (found.entry, found.code) == (host.found, "orders")
        assert "another answer" in found.sentence
        return
    pytest.fail("no game came to a question that this order answers")


@pytest.mark.parametrize("order", NEW_KINDS, ids=lambda order: order.does)
def test_an_answer_by_an_order_of_a_kind_that_nobody_gave(order: StandingOrder) -> None:
    """The host has heard of the order for another turn, or other airplanes; the player has signed what he signed."""
    signed = replace(order, window="99")
    setting = Setting(number=9, orders=((0, 0, (signed,)), (0, 1, (signed,))))
    host = BackSeat(setting)
    found = verdict(host.play().lines)
    assert (found.entry, found.code) == (host.found, "orders")
    assert "no standing order" in found.sentence


def test_the_turn_and_the_airplanes_of_an_order_are_signed() -> None:
    for given in (StandingOrder("9", "intercept", 1), StandingOrder("9", "intercept", 1, "his", ("jp/zeke",))):
        made = honest(Setting(number=9, orders=((0, 0, (given,)),)))
        n = nth(made, 0, lambda body: isinstance(body, Ordered))
        for other in (replace(given, turn="mine"), replace(given, cards=("us/wildcat",))):
            changed_ = replace(entry(made, n, Ordered), orders=(other,))
            assert said(chained(changed(made, n, changed_))) == (n, "signature")


def test_a_default_that_is_none() -> None:
    made = honest(FIXED._replace(terms=Terms(bank=60), slow=9))
    n = nth(made, 0, lambda body: isinstance(body, AnsweredEntry) and body.given == "clock" and body.window == "6")
    answered = entry(made, n, AnsweredEntry)
    assert said(chained(changed(made, n, replace(answered, answer=["undo"])))) == (n, "clock")


def test_standing_orders_that_the_player_did_not_sign() -> None:
    made = honest(Setting(number=9, orders=((0, 0, (StandingOrder("*", "default"),)), (60, 0, ()))))
    n = made.number(lambda body: isinstance(body, Ordered))
    by_host = ordered_by(SERVER, made.begun.game, Side.US, n, entry(made, n, Ordered).orders)
    assert said(chained(changed(made, n, by_host))) == (n, "signature")


def test_old_standing_orders_that_the_host_puts_in_again() -> None:
    """They bear the player's own signature; their number betrays them."""
    made = honest(Setting(number=9, orders=((0, 0, (StandingOrder("*", "default"),)), (60, 0, ()))))
    old, n = entry(made, made.number(lambda body: isinstance(body, Ordered)), Ordered), 120
    assert said(chained([*made.bodies[: n - 1], old, *made.bodies[n - 1 :]])) == (n, "replayed")


def test_an_answer_that_nobody_signed_and_that_could_not_be_given() -> None:
    """Another side, window or answer than could be: the last of a game whose players left at once."""
    made = honest(FIXED._replace(signs_last=(False, False)))
    n = nth(made, -1, lambda body: isinstance(body, AnsweredEntry))
    last = entry(made, n, AnsweredEntry)
    others: list[tuple[AnsweredEntry, str]] = [
        (replace(last, side=1 - last.side, update=10_000), "is not asked"),
        (replace(last, window="0"), "of window"),
        (replace(last, answer="nonsense"), "answer"),
    ]
    for other, why in others:
        found = verdict(chained(changed(made, n, other)))
        assert (found.entry, found.code) == (n, "illegal")
        assert why in found.sentence


def test_a_rule_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of ours is called one, and is no proof against anybody."""

    def fails(self: Game, side: Side, answer: Answer) -> None:
        raise ZeroDivisionError("a bug")

    made = honest(FIXED)
    monkeypatch.setattr(Game, "answer", fails)
    assert said(made.lines) == (2, "rules")


def test_an_update_answered_twice() -> None:
    made = honest(FIXED)
    n = nth(made, 5, own(Side.US))
    earlier = entry(made, nth(made, 4, own(Side.US)), AnsweredEntry)
    body = replace(entry(made, n, AnsweredEntry), update=earlier.update)
    unsigned = [one for one in changed(made, n, body) if not isinstance(one, Countersigned)]
    at = n - sum(isinstance(one, Countersigned) for one in made.bodies[:n])
    assert said(chained(unsigned)) == (at, "update")
