"""Who may ask for advice, what his adviser is told, when it is ended, and what is said when it fails."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.battle_sheet import battle_text, read_battle
from ironbottom.client.bots.seat.advice.process import AdvisedSeat
from ironbottom.server.advice import adviser_pool
from ironbottom.server.advice.adviser_pool import IDLE, PATIENCE, AdviserPool
from ironbottom.server.advice.following import SeatFollower
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.table.live_game import Transition
from ironbottom.wire.advising import (
    Advice,
    Advise,
    AdvisedAnswer,
    Briefing,
    Finding,
    HeardUpdate,
    Inquiry,
    OwnAnswer,
    ToAdviser,
)
from ironbottom.wire.messages import Join, Refused, Update
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

BEST = AdvisedAnswer("keep", (), 0.6, 0.02, 0.0, 0.0, "It is best.")


class WrittenAdviser:
    """An adviser that writes down what it is told, and says the same each time."""

    def __init__(self, found: Callable[[Finding], None], ended: Callable[[], None]) -> None:
        self.found, self.ended = found, ended
        self.told: list[ToAdviser] = []
        self.over = self.dumb = False
        self.fault = ""

    def tell(self, message: ToAdviser) -> None:
        self.told.append(message)
        if isinstance(message, Inquiry) and not self.dumb:
            self.found(Finding(message.n, (BEST,), 24, fault=self.fault))

    def end(self) -> None:
        self.over = True

    def updates(self) -> list[HeardUpdate]:
        return [one for one in self.told if isinstance(one, HeardUpdate)]


class Office:
    """The advisers of a server, and two players at a table of it."""

    def __init__(self, terms: Terms | None = None, *, bot: bool = False, most: int = 4) -> None:
        self.server, self.metrics = ServerUnderTest(), Metrics()
        self.most, self.broken, self.started = most, False, list[WrittenAdviser]()
        self.open()
        self.ada, self.ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=bot)
        self.server.connect(self.ada)
        self.server.connect(self.ben)
        self.terms = terms or Terms(side="us", seed=SEED, least=0)
        self.ada.create(self.terms)
        self.server.run(0.1)
        self.ben.ask(Join, self.ada.table, self.ada.secret, advice=bool(self.terms.advice), special=self.terms.special)
        self.ada.auto = False
        self.server.run(1.0)

    def open(self) -> None:
        self.server.lobby.advisers = AdviserPool(self.server.lifetime, self.metrics, self.most, self.start)

    def start(self, found: Callable[[Finding], None], ended: Callable[[], None]) -> WrittenAdviser:
        if self.broken:
            raise OSError("no memory")
        self.started.append(WrittenAdviser(found, ended))
        return self.started[-1]

    def ask(self, player: WirePlayer | None = None, *, seconds: float = 0.5, answer: str | None = None) -> str:
        """The code of a refusal; "" for advice."""
        player = player or self.ada
        update = player.update
        seq = player.ask(Advise, player.table, 0 if update is None else update.number, "en", answer)
        self.server.run(seconds)
        for message in player.told:
            if isinstance(message, Refused) and message.seq == seq:
                return message.code
            if isinstance(message, Advice) and message.seq == seq:
                return ""
        return "nothing"

    def play(self, answers: int) -> None:
        """Both play on, so many answers of Ada's; then she is asked again, and says nothing."""
        for _ in range(answers):
            self.ada.auto = True
            self.ada.consider()
            self.ada.auto = False
            self.server.run(0.5)


WITH = Terms(side="us", seed=SEED, least=0, advice=True)
BATTLE = read_battle(battle_text("eastern-solomons")).without_history


def test_two_people_have_no_advice_unless_they_agreed() -> None:
    office = Office()
    assert office.ada.status() == "playing"
    assert office.ask() == "no-consent"
    assert office.ask(office.ben) == "no-consent"
    assert office.started == []


def test_two_people_who_agreed_have_it() -> None:
    office = Office(WITH)
    assert office.ask() == ""
    advice = office.ada.last(Advice)
    assert (advice.answers, advice.worlds) == ((BEST,), 24)


def test_who_sits_opposite_a_bot_has_it_and_the_bot_has_not() -> None:
    office = Office(bot=True)
    assert office.ask() == ""
    assert office.ask(office.ben) == "no-consent"


def test_a_server_that_forgets_the_consent_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adviser_pool, "may_ask", lambda _table, _place: True)
    with pytest.raises(AssertionError):
        test_two_people_have_no_advice_unless_they_agreed()


def test_nobody_sits_down_who_was_not_shown_that_both_may_ask() -> None:
    server = ServerUnderTest()
    ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
    server.connect(ada)
    server.connect(ben)
    ada.create(WITH)
    server.run(0.1)
    ben.join(ada.table, ada.secret)  # as a client that does not know of it
    server.run(0.5)
    assert ben.last(Refused).code == "advice"
    ben.ask(Join, ada.table, ada.secret, advice=True)
    server.run(0.5)
    assert ada.status() == "playing"


def test_terms_without_it_are_the_bytes_of_before() -> None:
    """So are signatures, transcripts, and what the lobby tells."""
    old = {"side": "either", "cards": "core", "absent": "wait", "bank": 0, "spectators": True, "reach": "invite",
           "least": 400, "seed": None, "practice": False}
    assert msgspec.json.encode(Terms()) == msgspec.json.encode(old)
    office = Office(Terms(side="us", seed=SEED, advice=False))
    table = office.server.lobby.tables[office.ada.table]
    assert b"advice" not in msgspec.json.encode(table.stored.terms)
    assert b"advice" in msgspec.json.encode(WITH)


def test_an_adviser_is_told_what_its_seat_is_told_from_the_first_on() -> None:
    """Byte for byte, and nothing else; also where it is started in mid-game."""
    office = Office(WITH)
    office.play(12)
    assert office.ask() == ""
    [adviser] = office.started
    sent = {one.number: one for one in office.ada.all(Update)}
    assert [one.number for one in adviser.updates()] == [*range(1, office.ada.update.number + 1)]  # type: ignore[union-attr]
    pack = msgspec.msgpack.encode
    for one in adviser.updates():
        if one.number in sent and sent[one.number].events:
            assert bytes(one.view) == pack(sent[one.number].view)
            assert bytes(one.events) == pack(sent[one.number].events)
    assert isinstance(adviser.told[0], Briefing)
    own = [one for one in adviser.told if isinstance(one, OwnAnswer)]
    assert len(own) == 12


@pytest.mark.parametrize(
    "terms",
    [
        WITH, replace(WITH, options=("graded-damage", "us-head-start:5")),
        replace(WITH, cards=BATTLE.set, battle=BATTLE),
        replace(WITH, cards=BATTLE.set, battle=BATTLE, options=("radar",)),
    ],
    ids=["plain", "options", "battle", "battle-options"],
)
def test_its_cards_are_those_that_the_game_is_played_with(terms: Terms) -> None:
    """A battle is valued as a battle, and with optional rules by them."""
    office = Office(terms)
    assert office.ask() == ""
    briefing = office.started[0].told[0]
    assert isinstance(briefing, Briefing)
    (cards,) = [one for name, one in office.server.lobby.versions(terms) if name == terms.cards]
    assert AdvisedSeat(briefing).adviser.judge.cards == cards


def test_it_is_told_further_each_time() -> None:
    office = Office(WITH)
    office.ask()
    before = len(office.started[0].updates())
    office.play(3)
    assert office.ask() == ""
    after = office.started[0].updates()
    assert len(office.started) == 1
    assert len(after) > before
    assert [one.number for one in after] == [*range(1, len(after) + 1)]


def test_an_adviser_that_is_fed_with_the_other_side_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def hear(self: SeatFollower, taken: Transition) -> None:
        self.live_game = taken.live_game
        told = taken.told[self.side.enemy]
        if told is not None:
            self._tell(HeardUpdate(told.number, msgspec.Raw(told.events), msgspec.Raw(told.view)))

    monkeypatch.setattr(SeatFollower, "_hear", hear)
    with pytest.raises(AssertionError):
        test_an_adviser_is_told_what_its_seat_is_told_from_the_first_on()


def test_nobody_else_hears_of_it() -> None:
    """The other player is told the same as without it, in the same order."""

    def told(asks: bool) -> list[object]:
        office = Office(WITH)
        office.ben.told.clear()
        if asks:
            office.ask()
        else:
            office.server.run(0.5)
        office.play(2)
        return [(one.number, one.events, one.view) if isinstance(one, Update) else type(one) for one in office.ben.told]

    assert told(True) == told(False)


def test_a_stale_question_and_one_that_is_not_asked() -> None:
    office = Office(WITH)
    update = office.ada.update
    assert update is not None
    office.play(2)
    seq = office.ada.ask(Advise, office.ada.table, update.number)
    office.server.run(0.5)
    assert [one.code for one in office.ada.told if isinstance(one, Refused) and one.seq == seq] == ["stale"]
    eve = WirePlayer("Eve", 3)
    office.server.connect(eve)
    seq = eve.ask(Advise, office.ada.table, 1)
    office.server.run(0.1)
    assert eve.last(Refused).code == "no-table"


def test_one_that_says_nothing_is_given_up_and_the_next_is_another() -> None:
    office = Office(WITH)
    office.ask()
    office.started[0].dumb = True
    assert office.ask(seconds=PATIENCE - 1) == "nothing"
    office.server.run(2)
    assert office.ada.last(Refused).code == "no-advice"
    assert office.started[0].over
    assert office.ask() == ""
    assert len(office.started) == 2


def test_one_that_dies_and_one_that_fails() -> None:
    office = Office(WITH)
    office.ask()
    office.started[0].dumb = True
    assert office.ask() == "nothing"
    office.started[0].ended()
    office.server.run(0.1)
    assert office.ada.last(Refused).code == "no-advice"
    assert office.metrics.advisers == 0
    assert office.ask() == ""
    office.started[1].fault = "a bug"
    assert office.ask() == "no-advice"
    assert not office.started[1].over


def test_one_that_cannot_be_started() -> None:
    office = Office(WITH)
    office.broken = True
    assert office.ask() == "no-advice"
    office.broken = False
    assert office.ask() == ""


def test_a_server_without_advisers() -> None:
    assert Office(WITH, most=0).ask() == "no-advice"


def test_no_more_than_the_host_allows_and_idle_ones_make_room() -> None:
    office = Office(WITH, most=1)
    assert office.ask() == ""
    office.ada.auto = True
    office.ada.consider()
    office.ben.auto = False
    office.server.run(3.0)
    office.started[0].dumb = True
    while office.ben.update is None or office.ben.update.view.question is None:
        office.server.run(1.0)
    assert office.ask(office.ben) == ""
    assert office.started[0].over
    assert office.metrics.advisers == 1


def test_two_questions_of_a_seat_at_a_time() -> None:
    office = Office(WITH)
    office.ask()
    office.started[0].dumb = True
    assert [office.ask(seconds=0.1) for _ in range(3)] == ["nothing", "nothing", "again"]


def test_idle_ones_are_ended() -> None:
    office = Office(WITH)
    office.ask()
    office.server.run(IDLE + 1)
    office.server.lobby.sweep()
    assert office.started[0].over
    assert office.ask() == ""


def test_it_ends_with_its_game() -> None:
    office = Office(WITH)
    office.ask()
    office.ada.auto = True
    office.ada.consider()
    office.server.play(office.ada, seconds=3_000)
    assert office.ada.over
    assert office.started[0].over
    assert office.ask() in ("not-yet", "over")


def test_after_a_restart_it_is_asked_again() -> None:
    office = Office(WITH)
    office.play(4)
    assert office.ask() == ""
    before = [bytes(one.view) for one in office.started[0].updates()]
    office.server.restart(office.ada)
    office.open()
    office.server.run(1.0)
    assert office.ask() == ""
    assert [bytes(one.view) for one in office.started[1].updates()] == before


def test_a_real_adviser_understands_what_it_is_told() -> None:
    office = Office(WITH)
    office.play(3)
    office.ask()
    told = office.started[0].told
    briefing = told[0]
    assert isinstance(briefing, Briefing)
    seat = AdvisedSeat(briefing)
    for message in told[1:]:
        if isinstance(message, HeardUpdate | OwnAnswer):
            seat.hear(message)
    inquiry = Inquiry(9, 1, "en", None)
    found = seat.find(inquiry)
    assert (found.n, found.fault) == (9, "")


def test_what_is_no_answer_is_refused_before_anybody_thinks_of_it() -> None:
    """Not as an adviser that has failed: nothing is asked of him, and the log hears of nothing."""
    office = Office(WITH)
    assert office.ask(answer="nonsense") == "illegal"
    assert not office.started
    assert office.ask(answer="keep") == ""
