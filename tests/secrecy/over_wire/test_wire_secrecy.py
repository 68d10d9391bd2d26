"""Nothing leaves the server that tells a secret: every byte for a seat or for who looks on, its time, order and size.

Two servers side by side hold games that differ only in what the viewer must not know: the other side's unseen ships,
hand, decks and airplanes, its steps in private, its standing orders, what was refused to it.  Whatever the viewer, two
who look on (one of them in a browser) and a stranger in the lobby hear of the two must be the same.

tests/support/lengths.py says how many pairs there are; IRONBOTTOM_PAIRS=100000 in the environment tries that many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.battle_from import battle_from
from ironbottom.campaign_sheet import opening_of
from ironbottom.flow import Game
from ironbottom.proof.campaign_terms import coming
from ironbottom.proof.chain import Chain, head_after, read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.questions import Answer, Move
from ironbottom.server.archive.branches import Branches, Then
from ironbottom.server.table import play_handlers
from ironbottom.server.table.clock.clocks import GRACE
from ironbottom.server.table.live_game import Transition
from ironbottom.server.table.table import AGAIN, GameTable
from ironbottom.server.transport.session import ClientSession
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.wire.messages import Leave, Refused
from ironbottom.wire.moments import MadeBattle, MakeBattle
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms, SetHours, Vacation
from ironbottom.wire.terms import Absent, Terms
from ironbottom.words import SIDES, Line, Side
from tests.secrecy.laid import laid
from tests.secrecy.over_wire.doings import PROBES
from tests.secrecy.over_wire.evening import UNDO, Evening
from tests.secrecy.over_wire.heads import begun, heads_hang_on_the_share, played
from tests.secrecy.over_wire.leaks import LEAKS
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import Heard, World, draw_alike
from tests.secrecy.reading import Leaked
from tests.secrecy.runs import DONE
from tests.support.lengths import PAIRS, some
from tests.support.players import window_of

CHUNKS = max(1, min(8, PAIRS // 1_500))  # fewer pairs may miss a window
A_TABLE = 40  # pairs of one evening
EVENINGS = PAIRS // A_TABLE
WHOLE, ANSWERS = PAIRS // 500, 240  # games that are played from the beginning, and how far
WAYS = {  # what must have been tried
    "private", "private, disk full", "disk full", "quick", "order", "late", "no answer", "clock", "stand-in",
    "resigned", *[probe.__name__ for probe in PROBES],
}
BY_HAND = (False, False)  # neither is a bot
SELDOM = {"0", "7", "15", "31", "31a", "31b"}  # the server asks no sides; the others seldom come about


@pytest.fixture(autouse=True)
def _draws(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_alike(monkeypatch)


# two worlds


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_byte_is_the_same_in_both_worlds(chunk: int) -> None:
    """§20.1, §20.5, §22, R-13, R-27, R-36, R-37  Answers, private doings, returns, clocks, pauses, stand-ins, ends."""
    tried, windows, pairs = Counter[str](), Counter[str](), 0
    for number in range(chunk * EVENINGS // CHUNKS, (chunk + 1) * EVENINGS // CHUNKS):
        evening = Evening(number)
        pairs += evening.play(A_TABLE)
        tried, windows = tried + evening.tried, windows + evening.windows
    assert pairs > 0.9 * PAIRS / CHUNKS
    assert set(tried) >= WAYS
    assert set(WINDOWS) - OF_OPTIONS - set(windows) <= SELDOM


@pytest.mark.parametrize("number", some(range(WHOLE), 3))
def test_a_whole_game_with_other_hidden_cards_is_the_same_on_the_wire(number: int) -> None:
    """§22.2, §22.5, R-13  From the toss on, over a kill of the server, with what was missed before it."""
    whole = Whole(number, ANSWERS)
    assert whole.play() > 100
    assert whole.changed > 0
    assert whole.tried["restarted"] == 1


# planted leaks


def a_push() -> Iterator[Callable[[], object]]:
    """The pairs of each push."""
    for number in range(EVENINGS):
        if number == 6:
            yield partial(heads_hang_on_the_share, 0)
        yield partial(one_evening, number)


def one_evening(number: int) -> None:
    Evening(number).play(A_TABLE)


def play(evenings: Iterator[Callable[[], object]]) -> None:
    for evening in evenings:
        evening()


@pytest.mark.parametrize("name", some(LEAKS, 15))
def test_a_planted_leak_is_found_on_the_wire(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """§22  Whatever leaks, within the pairs of one push the two worlds are told apart."""
    LEAKS[name](monkeypatch)
    with pytest.raises(Leaked):
        play(a_push())


def test_a_planted_battle_of_a_game_that_goes_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """§24  What is at a moment is told when the game is over."""
    right = Branches.of_table

    def of_table(self: Branches, table: GameTable, session: ClientSession, message: MakeBattle, then: Then) -> None:
        live = table.live_game
        if live is None or live.ended:
            right(self, table, session, message, then)
        else:
            session.tell(MadeBattle(message.seq, table.id, 0, live.game.state.turn, battle_from(live.game)))

    monkeypatch.setattr(Branches, "of_table", of_table)
    with pytest.raises(Leaked):
        play(a_push())


def test_enough_leaks_are_planted_on_the_wire() -> None:
    assert len(LEAKS) >= 40


# campaigns


class CampaignEvening(Evening):
    """At the first game of a campaign."""

    def chosen_terms(self) -> Terms:
        battle = opening_of("three-games")  # with decks: part of a hand that nobody knows is carried on
        return replace(super().chosen_terms(), cards=battle.set, battle=battle.brief)

    def begin(self) -> None:
        """Everybody hears now and then how the table stands."""
        super().begin()
        self.in_both(0.5, lambda world: world.table.tell_all())


CAMPAIGN_EVENINGS = (3, 12, 33)  # they begin with the table's own game


def a_campaign(number: int) -> CampaignEvening:
    evening = CampaignEvening(number)
    evening.play(6)
    return evening


@pytest.mark.parametrize("number", CAMPAIGN_EVENINGS)
def test_what_comes_in_a_campaign_is_told_when_a_battle_is_over(number: int) -> None:
    """§22, §25.2  Before that no byte hangs on hidden cards, of which some will be carried on."""
    evening = a_campaign(number)
    assert evening.tried["resigned"] == 1
    for world in evening.worlds:
        assert isinstance(world.table.message().coming, Battle)


def test_a_planted_coming_battle_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would come if the US gave up now."""

    def early(table: GameTable) -> Battle | UnsetType:
        live, terms = table.live_game, table.stored.terms
        if live is None or not terms.battle:
            return UNSET
        game = live.game.clone()
        if game.outcome is None:
            game.resign(Side.US)
        return coming(terms, table.services.sets[terms.cards], game, live.begun.game) or UNSET

    monkeypatch.setattr(GameTable, "_coming", early)
    with pytest.raises(Leaked):
        play(partial(a_campaign, number) for number in CAMPAIGN_EVENINGS)


# heads


@pytest.mark.parametrize("number", range(4))
def test_a_head_hangs_on_what_nobody_knows_before_the_end(number: int) -> None:
    """Games that are alike in everything but the server's share have no head in common."""
    assert heads_hang_on_the_share(number) > 4


def test_equal_entries_have_other_heads_in_another_game() -> None:
    share, answered = bytes(32), an_answer()
    one, two = [Chain.of(bytes([n]) * 32, share) for n in (1, 2)]
    assert one.line(answered) != two.line(answered)
    alike = [replace(chain, head=bytes(32)) for chain in (one, two)]
    heads = [chain.after(chain.line(answered)).head for chain in alike]
    assert heads[0] != heads[1]
    assert one.salt(1) != one.salt(2)


def test_who_guesses_an_entry_cannot_try_his_guess_on_its_head() -> None:
    """With the head before it, the right body and all that a player knows, it takes the server's share."""
    first, share = begun(0), b"nobody knows this before the end"
    known = [first.game, first.commitment, first.server, bytes(32), *[party.share for party in first.players]]
    for taken, before in [*played(first, share, 6)][1:]:
        guessed = read(taken.rows[0].line).body
        for salts, right in [*[(other, False) for other in known], (share, True)]:
            chain = replace(Chain.of(first.game, salts), head=before.chain.head, entries=before.chain.entries)
            assert (head_after(chain.head, chain.line(guessed)) == taken.live_game.chain.head) is right


def an_answer() -> AnsweredEntry:
    body = read([*played(begun(0), bytes(32), 1)][1][0].rows[0].line).body
    assert isinstance(body, AnsweredEntry)
    return body


# leaks that were found, and mended


BY_THE_DAY = PaceTerms(bank=2 * DAY, added=12 * HOUR, most=4 * DAY, hours=10, vacation=7)


def alone(
    name: str, *, bank: int = 0, absent: Absent = "wait", bots: tuple[bool, bool] = BY_HAND, left: float = 600.0
) -> World:
    """One server, where the keeper of the secrets plays US and is about to deploy his ships in private."""
    terms = Terms(side="us", reach="open", bank=bank, absent=absent)
    world = World(name, Side.US, terms, web=False, bots=bots)
    world.until(10.0)
    world.put(before_ships(), left)
    world.take_tape()
    return world


def before_ships() -> Game:
    """A laid table at window 5 of the US."""
    g = laid(0).g
    while Side.US not in g.asked or window_of(g, Side.US) != "5":
        side = next(iter(g.asked))
        g = g.after(side, g.default(side))
    return g


def steps(world: World, *times: float) -> None:
    """Private steps; there and back, where that can be."""
    for time in times:
        world.at(10.0 + time, step_or_back)


def step_or_back(world: World) -> None:
    shape = world.game.asked[Side.US].shape
    if shape.fault(UNDO) is None:
        give(world, UNDO)
    else:
        give(world, next(answer for answer in shape.answers() if answer != DONE))


def give(world: World, answer: Answer) -> None:
    world.give(Side.US, answer)


def heard(world: World, time: float) -> list[Heard]:
    """What everybody at the table heard up to then."""
    world.until(10.0 + time)
    return [one for one in world.take_tape() if one.to != "stranger"]


def test_an_order_ends_a_private_segment_no_sooner_than_a_hand() -> None:
    """§20.5  Its end is held like any answer that shows: else nobody but an order could be so quick."""
    one, two = [alone("end of a segment") for _ in range(2)]
    one.at(10.1, lambda w: w.order(StandingOrder(EVERY, "default")))
    two.at(10.2, partial(give, answer=DONE))
    assert heard(one, 0.39) == heard(two, 0.39) == []
    assert heard(one, 0.41) == heard(two, 0.41) != []


def test_an_order_is_no_later_than_a_hand_where_it_takes_private_steps_first() -> None:
    """§14.3, §20.6  The default of an air plan moves airplanes that are left in REAR, one after the other."""
    one, two = [alone("steps of an order") for _ in range(2)]
    g = airplanes_left_in_rear(one.game)
    for world in (one, two):
        world.put(g, 600.0)
        assert g.default(Side.US) != DONE
    one.at(10.0, lambda w: w.order(StandingOrder(EVERY, "default")))
    for n in range(10):
        two.at(10.05 + n / 50, partial(give, answer=g.default(Side.US)))
        if g.default(Side.US) == DONE:
            break
        g = g.after(Side.US, g.default(Side.US))
    assert heard(one, 0.39) == []
    assert heard(one, 0.5) == heard(two, 0.5) != []


def airplanes_left_in_rear(g: Game) -> Game:
    """Window 6, after a carrier has gone to REAR."""
    shape = g.asked[Side.US].shape
    assert isinstance(shape, Move)
    load = {a.host for a in g.forces[Side.US].airplanes.values()}
    moves = shape.steps["move"]
    carrier = next(token for token in moves if token in load and Line.US_REAR in moves[token])
    return g.after(Side.US, ("move", carrier, Line.US_REAR)).after(Side.US, DONE)


def test_private_steps_do_not_put_off_the_end_of_their_segment() -> None:
    """§22.5  The common least time of a private segment counts from its beginning."""
    one, two = [alone("steps before the end") for _ in range(2)]
    steps(one, 0.1, 0.2)
    for world in (one, two):
        world.at(10.3, partial(give, answer=DONE))
    told = heard(one, 0.5)
    assert told == heard(two, 0.5)
    assert told[0].time == pytest.approx(10.401)


def test_private_steps_do_not_move_the_clock() -> None:
    """§20.6, §22.5  A private segment is one decision: who has no time left gets none by steps there and back."""
    one, two = [alone("steps on the clock", bank=600, left=0.0) for _ in range(2)]
    steps(one, 1.0, 2.0, 3.0, 4.0)
    assert heard(one, GRACE - 0.01) == heard(two, GRACE - 0.01) == []
    assert heard(one, GRACE + 0.01) == heard(two, GRACE + 0.01) != []


def test_a_head_tells_nobody_else_that_something_was_done_in_private() -> None:
    """§22.5  Whoever asks again and again how things stand sees no head change by private steps, orders, signatures."""
    world = alone("heads")
    ask_how_things_stand(world)
    told = heard(world, 0.2)
    steps(world, 0.3, 0.4, 0.5)
    world.at(10.6, World.order)
    world.at(10.7, lambda w: w.keeper.countersign())
    assert heard(world, 0.8) == []
    assert len(world.keeper.log.receipts) == 1
    ask_how_things_stand(world)
    again = heard(world, 1.0)
    assert [updates(one) for one in (told, again)] == [3, 3]
    assert len(world.heads) == 1
    give(world, DONE)
    heard(world, 1.1)
    assert len(world.heads) == 2


def ask_how_things_stand(world: World) -> None:
    world.viewer.say_again(world.viewer.have)
    for looker in world.lookers:
        looker.ask(Leave, looker.table)
        looker.look_on(looker.table)


def updates(tape: list[Heard]) -> int:
    return sum([b"update" in one.data[:30] for one in tape])


def test_a_full_disk_tells_nobody_of_what_was_tried_in_private() -> None:
    """§22.5  What nobody else sees neither pauses a table nor ends its pause; and a pause is told of once."""
    world = alone("a full disk")
    steps(world, 0.1, 0.5, 0.7)
    world.disk.full = True
    assert heard(world, 0.2) == []
    assert world.keeper.last(Refused).code == "not-stored"
    for time in (0.3, 0.4):
        world.at(10.0 + time, lambda w: w.viewer.chat("Hello"))
    assert [paused(one) for one in heard(world, 0.45)] == [True, True, True, False, False]
    world.disk.full = False
    assert heard(world, 0.8) == []
    assert len(world.keeper.own) == 2
    assert heard(world, 0.3 + AGAIN) == []
    assert [paused(one) for one in heard(world, 0.31 + AGAIN)] == [False] * 3


def paused(one: Heard) -> bool:
    return b"paused" in one.data


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET line = x'7b' WHERE n = (SELECT MAX(n) FROM entries)",
        "UPDATE entries SET us = us + 1 WHERE n = (SELECT MAX(n) FROM entries)",
    ],
)
def test_a_game_that_cannot_be_read_back_names_no_entry(damage: str) -> None:
    """§22.5  The number of the entry at fault would tell how much was done in private."""
    texts = []
    for tried in ((), (0.1, 0.2, 0.3)):
        world = in_first_deployment("unreadable")
        steps(world, *tried)
        heard(world, 0.5)
        world.disk.store.execute(damage)
        world.restart(0)
        texts.append(world.viewer.last(Refused).text)
    assert texts[0] == texts[1]
    assert not any(letter.isdigit() for letter in texts[0])


def in_first_deployment(name: str, bank: int = 0, pace: PaceTerms | UnsetType = UNSET) -> World:
    """A game as it began, where both have kept their fleets."""
    terms = Terms(side="us", reach="open", bank=bank, absent="clock" if pace else "wait", pace=pace)
    world = World(name, Side.US, terms, web=False, bots=BY_HAND)
    world.until(9.0)
    for side in SIDES:
        world.give(side, "keep")
    world.until(10.0)
    world.take_tape()
    return world


def test_the_clocks_after_a_restart_tell_nothing_of_private_steps() -> None:
    """§22.5  They stand as at the last answer that showed, whatever was written down after it."""
    one, two = [in_first_deployment("clocks of a restart", bank=600) for _ in range(2)]
    steps(one, 3.0, 5.0)
    for world in (one, two):
        heard(world, 6.0)
        world.restart(0)
    assert heard(one, 9.0) == heard(two, 9.0) != []


def test_clocks_for_days_tell_nothing_of_private_steps() -> None:
    """§22.5  Nor do hours, vacations and a restart, which whoever is at the table hears of."""
    one, two = [in_first_deployment("clocks for days", pace=BY_THE_DAY) for _ in range(2)]
    steps(one, 3.0, 5.0, 9.0)
    for world in (one, two):
        world.at(14.5, lambda w: w.keeper.ask(SetHours, w.keeper.table, Hours(8, "Asia/Tokyo")))
        world.at(15.5, lambda w: w.viewer.ask(Vacation, w.keeper.table, away=True))
    steps(one, 6.0, 7.0)
    told = heard(one, 8.0)
    assert told == heard(two, 8.0) != []
    steps(one, 9.0)
    for world in (one, two):
        heard(world, 10.0)
        world.restart(0)
    assert heard(one, 14.0) == heard(two, 14.0) != []


def test_a_planted_leak_of_clocks_for_days_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is counted anew at each private step would tell of it."""
    before = play_handlers._store

    def counting(table: GameTable, taken: Transition, *what: Any) -> None:
        before(table, taken._replace(hidden=False), *what)

    one, two = [in_first_deployment("clocks that tell", pace=BY_THE_DAY) for _ in range(2)]
    monkeypatch.setattr(play_handlers, "_store", counting)
    steps(one, 3.0, 5.0)
    for world in (one, two):
        heard(world, 6.0)
        world.restart(0)
    assert heard(one, 9.0) != heard(two, 9.0)


@pytest.mark.parametrize("bots", [(True, False), (False, True), (True, True)])
def test_a_bot_that_plays_a_person_takes_its_time(bots: tuple[bool, bool]) -> None:
    """§20.1  How long it reckons tells what it has to reckon with; only bots among themselves do not wait."""
    world = alone("bots", bots=bots)
    give(world, DONE)
    told = heard(world, 0.5)
    assert told[0].time == pytest.approx(10.002 if bots == (True, True) else 10.401)


def test_an_order_looks_like_whoever_sits_there() -> None:
    """§20.1  While somebody stands in for the player an order of his looks like his stand-in."""
    given = []
    for stands_in in (False, True):
        world = World("who sits there", Side.US, Terms(side="us", reach="open", absent="bot"), web=False, bots=BY_HAND)
        world.order(StandingOrder(EVERY, "default"))
        world.until(1.0)
        if stands_in:
            world.leave_to_stand_in()
        world.put(before_ships(), 600.0)
        world.run(0.5)
        update = world.viewer.update
        assert update is not None
        given.append(update.given)
    assert given == ["player", "stand-in"]
