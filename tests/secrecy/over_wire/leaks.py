"""Leaks planted on purpose on the wire: each plays the server false in one place, and the two worlds must show it.

Every function here puts one false part into the server; pytest's monkeypatch takes it out again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from ironbottom import sight
from ironbottom.flow import Game
from ironbottom.proof import told
from ironbottom.proof.chain import SALT, Chain
from ironbottom.proof.standing import forced
from ironbottom.proof.told import PRIVATE
from ironbottom.server.archive import downloads, replays
from ironbottom.server.archive.replays import Reviews
from ironbottom.server.archive.studies import Studies
from ironbottom.server.lobby.bot_pool import BotPool
from ironbottom.server.lobby.lobby import HERE
from ironbottom.server.table import countersign, encoding, live_game, play_handlers, recovery, table_handlers
from ironbottom.server.table.clock.clocks import Clocks
from ironbottom.server.table.live_game import OPEN, LiveGame, Transition
from ironbottom.server.table.table import GameTable, TableStanding
from ironbottom.server.table.table import refuse as refuse_
from ironbottom.server.transport.session import ClientSession
from ironbottom.views import View
from ironbottom.wire.answers import Plain
from ironbottom.wire.encoded import EncodedUpdate
from ironbottom.wire.messages import Call, Countersign, Given, Orders, Review, Say, Scene, Scenes, Seated
from ironbottom.wire.messages import Table as TableMessage
from ironbottom.wire.studying import Studied, Study
from ironbottom.words import SIDES, Side
from tests.secrecy.leaks import LEAKS as ENGINE

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Leak] = {}
OF_THE_ENGINE = (  # some of its planted leaks: what they tell must show here as well
    "the face of an unseen formation", "a filling as long as the name of the card", "the cards of a hand",
    "formations in the order of their names", "a token that is reckoned from the card", "which cards were drawn",
    "private segments as they are played", "a window that opens because the card is held",
    "a refusal that names a card of the enemy's hand",
)


def planted(name: str) -> Callable[[Leak], Leak]:
    def enter(leak: Leak) -> Leak:
        assert name not in LEAKS
        LEAKS[name] = leak
        return leak

    return enter


for name in OF_THE_ENGINE:
    LEAKS[name] = ENGINE[name]


def entries(table: GameTable) -> int:
    return 0 if table.live_game is None else table.live_game.chain.entries


def messages(mp: pytest.MonkeyPatch, more: Callable[[GameTable, TableMessage], TableMessage]) -> None:
    """Let the message about a table tell `more`."""
    right = GameTable.message
    mp.setattr(GameTable, "message", lambda self: more(self, right(self)))


def updates(mp: pytest.MonkeyPatch, more: Callable[[GameTable, EncodedUpdate], EncodedUpdate]) -> None:
    """Let the updates of a table tell `more`, whoever hears them."""
    right = ClientSession.tell

    def tell(self: ClientSession, message: Any) -> None:
        if isinstance(message, EncodedUpdate):
            message = more(self.seats[message.table][0], message)
        right(self, message)

    mp.setattr(ClientSession, "tell", tell)


# what is told when nothing is to be told


@planted("an update for every private step")
def always_told(mp: pytest.MonkeyPatch) -> None:
    right = LiveGame.outgoing

    def outgoing_(self: LiveGame, actor: Side | None, *, veiled: bool = False, **more: Any) -> Any:
        return right(replace(self, seen=(0, 0)), actor, **more)

    mp.setattr(LiveGame, "outgoing", outgoing_)


@planted("an update for who looks on for every private step")
def always_open(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(Transition, "open", True)


@planted("how the table stands, after every private step")
def table_after_a_step(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers._store

    def store(table: GameTable, taken: Transition, *rest: Any) -> None:
        right(table, taken, *rest)
        if taken.hidden:
            table.tell_all()

    mp.setattr(play_handlers, "_store", store)


@planted("the lobby hears of private steps")
def lobby_after_a_step(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers._store

    def store(table: GameTable, taken: Transition, *rest: Any) -> None:
        right(table, taken, *rest)
        if taken.hidden:
            table.services.changed(table)

    mp.setattr(play_handlers, "_store", store)


@planted("how the table stands, when an answer waits for the common least time")
def table_while_it_waits(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers._hold

    def hold(table: GameTable, *rest: Any) -> None:
        right(table, *rest)
        table.tell_all()

    mp.setattr(play_handlers, "_hold", hold)


@planted("that an answer was refused")
def refusal_told_to_all(mp: pytest.MonkeyPatch) -> None:
    right = refuse_

    def refuse(session: ClientSession | None, seq: int, code: str, text: str, rule: str = "") -> None:
        right(session, seq, code, text, rule)
        for table, _place in [] if session is None else [*session.seats.values()]:
            table.tell_all()

    mp.setattr(play_handlers, "refuse", refuse)


@planted("that orders were given")
def orders_told(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers.order

    def order(table: GameTable, *rest: Any) -> None:
        right(table, *rest)
        table.when_free(table.tell_all)

    mp.setitem(HERE, Orders, order)


@planted("that answers were signed")
def signing_told(mp: pytest.MonkeyPatch) -> None:
    right = countersign.countersign

    def signed(table: GameTable, *rest: Any) -> None:
        right(table, *rest)
        table.when_free(table.tell_all)

    mp.setitem(HERE, Countersign, signed)


# time


@planted("an order that answers at once")
def order_at_once(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers._hold

    def hold(table: GameTable, place: int, wait: float, act: Any, seq: int = 0, holder: Any = None) -> None:
        right(table, place, wait if holder is not None else 0.0, act, seq, holder)

    mp.setattr(play_handlers, "_hold", hold)


@planted("an order that answers a little later than a player")
def order_late(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers._hold

    def hold(table: GameTable, place: int, wait: float, act: Any, seq: int = 0, holder: Any = None) -> None:
        right(table, place, wait if holder is not None else wait + 0.05, act, seq, holder)

    mp.setattr(play_handlers, "_hold", hold)


def least(mp: pytest.MonkeyPatch, at_once: Callable[[GameTable, int, Plain], bool]) -> None:
    """Let some answers be carried out without waiting for the common least time."""
    right = play_handlers._least
    mp.setattr(play_handlers, "_least", lambda table, place, answer: (
        0.0 if at_once(table, place, answer) else right(table, place, answer)
    ))


@planted("no common least time where there is one answer")
def forced_at_once(mp: pytest.MonkeyPatch) -> None:
    def at_once(table: GameTable, place: int, answer: Plain) -> bool:
        game = table.live_game
        asked = None if game is None else game.game.asked.get(game.side(place))
        return asked is not None and forced(asked.shape) and not asked.plays

    least(mp, at_once)


@planted("no common least time for the end of a private segment")
def private_end_at_once(mp: pytest.MonkeyPatch) -> None:
    def at_once(table: GameTable, place: int, answer: Plain) -> bool:
        game = table.live_game
        assert game is not None
        return game.side(place) in game.game.asked and game.game.window(game.side(place)) in PRIVATE

    least(mp, at_once)


@planted("no common least time for a bot that plays a person")
def bots_at_once(mp: pytest.MonkeyPatch) -> None:
    def at_once(table: GameTable, place: int, answer: Plain) -> bool:
        seat = table.seat(place)
        return seat is not None and seat.bot

    least(mp, at_once)


def not_hidden(mp: pytest.MonkeyPatch, name: str) -> None:
    """Let one function of at_play take private steps for answers that everybody sees."""
    right = getattr(play_handlers, name)
    mp.setattr(play_handlers, name, lambda table, taken, *rest: right(table, taken._replace(hidden=False), *rest))


@planted("clocks that begin anew with every private step")
def clocks_by_steps(mp: pytest.MonkeyPatch) -> None:
    not_hidden(mp, "_store")


@planted("a common least time that begins anew with every private step")
def least_by_steps(mp: pytest.MonkeyPatch) -> None:
    not_hidden(mp, "speak")


@planted("clocks that stand still while something is done in private")
def clocks_stopped(mp: pytest.MonkeyPatch) -> None:
    right = play_handlers.run_clocks

    def run_clocks(table: GameTable) -> None:
        right(table)
        if table.live_game is not None and entries(table) % 2:
            assert isinstance(table.clocks, Clocks)
            table.clocks.run(set(), table.now)

    mp.setattr(play_handlers, "run_clocks", run_clocks)


@planted("a disk that is full for a private step")
def pause_by_a_step(mp: pytest.MonkeyPatch) -> None:
    right = GameTable.commit

    def commit(self: GameTable, *rest: Any, unseen: bool = False) -> None:
        right(self, *rest, unseen=False)

    mp.setattr(GameTable, "commit", commit)


# whose events, whose view


@planted("events of the other side")
def events_unseen(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(told, "seen", lambda events, side: [*events])


@planted("events of the other side, for browsers and for who looks on")
def events_unseen_elsewhere(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(encoding, "seen", lambda events, side: [*events])


@planted("events of the other side among those that were missed")
def missed_unseen(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(recovery, "heard", lambda events, side: events or b"\x90")


@planted("private steps among what was missed")
def missed_steps(mp: pytest.MonkeyPatch) -> None:
    right = recovery._since

    def since(store: Any, table: str, game: int) -> Any:
        return [(events, n, n) for n, (events, _us, _jp) in enumerate(right(store, table, game), 1)]

    mp.setattr(recovery, "_since", since)


@planted("events of a side among what those hear who come late to look on")
def story_unseen(mp: pytest.MonkeyPatch) -> None:
    right = live_game.heard
    mp.setattr(recovery, "heard", lambda events, side: right(events, Side.US if side is None else side))


@planted("private steps among what those hear who come late to look on")
def story_of_steps(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(recovery, "is_open", lambda events, both: True)


@planted("the number of entries for who comes to look on")
def entries_for_who_looks_on(mp: pytest.MonkeyPatch) -> None:
    right = recovery.look_on

    def look_on(table: GameTable, session: ClientSession, seq: int) -> None:
        game = table.live_game
        if game is not None:
            table.live_game = replace(game, watched=entries(table))
        right(table, session, seq)

    mp.setattr(recovery, "look_on", look_on)


def other_eyes(mp: pytest.MonkeyPatch, wrong: Callable[[Side | None, Transition | None, bool], Side | None]) -> None:
    """Let updates that are put together in `outgoing` show what others see."""
    right = encoding.update

    def update(
        table: GameTable,
        game: LiveGame,
        side: Side | None,
        number: int,
        taken: Transition | None,
        given: Given,
        *,
        web: bool,
        partner: bool,
    ) -> EncodedUpdate:
        told = right(table, game, side, number, taken, given, web=web, partner=partner)
        eyes = wrong(side, taken, web)
        view = game.now(eyes)
        return replace(told, view=Raw(msgspec.json.encode(view)) if web else live_game.packed(view))

    for module in (encoding, play_handlers):
        mp.setattr(module, "update", update)


@planted("the view of the other side, for who comes back")
def other_view_on_return(mp: pytest.MonkeyPatch) -> None:
    other_eyes(mp, lambda side, taken, web: side.enemy if side is not None and taken is None else side)


@planted("the view of a side, for who looks on")
def view_of_a_side(mp: pytest.MonkeyPatch) -> None:
    other_eyes(mp, lambda side, taken, web: Side.US if side is None else side)


@planted("another view for browsers")
def other_view_for_browsers(mp: pytest.MonkeyPatch) -> None:
    other_eyes(mp, lambda side, taken, web: side.enemy if side is not None and web else side)


def views(mp: pytest.MonkeyPatch, more: Callable[[Game, Side | None, View], View]) -> None:
    """Let every view show `more`."""
    right = sight.view
    mp.setattr(live_game, "view", lambda g, side: more(g, side, right(g, side)))


@planted("private steps, for who asks how the table stands")
def glance_counts_steps(mp: pytest.MonkeyPatch) -> None:
    right = GameTable.standing

    def standing(self: GameTable) -> TableStanding | None:
        found = right(self)
        return None if found is None else found._replace(turn=entries(self))

    mp.setattr(GameTable, "standing", standing)


@planted("the question of the other side")
def question(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side | None, view: View) -> View:
        if not g.asked or view.question is not None:
            return view
        return replace(view, question=sight.question(g, next(iter(g.asked))))

    views(mp, more)


@planted("whether there is more than one answer")
def choices(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side | None, view: View) -> View:
        return replace(view, turn=view.turn + sum(not forced(asked.shape) for asked in g.asked.values()))

    views(mp, more)


@planted("whether an event card could be played")
def plays(mp: pytest.MonkeyPatch) -> None:
    def more(g: Game, side: Side | None, view: View) -> View:
        return replace(view, sections=(*view.sections, *["!" for asked in g.asked.values() if asked.plays]))

    views(mp, more)


# what stands beside it


@planted("that an order answered")
def given_by_order(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(play_handlers, "_shown", lambda table, given, actor: given)


@planted("that an order answered, for who looks on")
def given_by_order_to_watchers(mp: pytest.MonkeyPatch) -> None:
    right, show = play_handlers.speak, play_handlers._show_watchers
    last: list[Given] = ["nobody"]

    def speak(table: GameTable, taken: Transition, given: Given, actor: int = -1) -> None:
        last[0] = given
        right(table, taken, given, actor)

    mp.setattr(play_handlers, "speak", speak)
    mp.setattr(play_handlers, "_show_watchers", lambda table, taken, shown: show(table, taken, last[0]))


@planted("the number of entries in an update")
def entries_in_update(mp: pytest.MonkeyPatch) -> None:
    updates(mp, lambda table, told: replace(told, clocks=(entries(table), 0)))


@planted("the number of entries in what a table tells")
def entries_in_table(mp: pytest.MonkeyPatch) -> None:
    messages(mp, lambda table, told: replace(told, games=entries(table)))


@planted("the number of entries for who takes his seat again")
def entries_in_seated(mp: pytest.MonkeyPatch) -> None:
    right = recovery.seated

    def seated(table: GameTable, *rest: Any) -> Seated:
        return replace(right(table, *rest), number=entries(table))

    mp.setattr(recovery, "seated", seated)


@planted("the number of entries in a line of chat")
def entries_in_chat(mp: pytest.MonkeyPatch) -> None:
    right = table_handlers.say

    def say(table: GameTable, place: int, session: ClientSession, message: Say) -> None:
        right(table, place, session, replace(message, phrase=entries(table) % 100))

    mp.setitem(HERE, Say, say)


@planted("standing orders in what a table tells")
def orders_in_table(mp: pytest.MonkeyPatch) -> None:
    def more(table: GameTable, told: TableMessage) -> TableMessage:
        orders = sum(len(seat.orders) for seat in table.stored.seats if seat is not None)
        return replace(told, note=" " * orders)

    messages(mp, more)


@planted("how many answers the other side has not signed")
def unsigned_in_table(mp: pytest.MonkeyPatch) -> None:
    def more(table: GameTable, told: TableMessage) -> TableMessage:
        game = table.live_game
        return told if game is None else replace(told, watchers=sum(len(one.unsigned) for one in game.signing))

    messages(mp, more)


@planted("the greatest request of each seat in what a table tells")
def last_in_table(mp: pytest.MonkeyPatch) -> None:
    messages(mp, lambda table, told: replace(told, games=sum(seat_state.last for seat_state in table.seat_states)))


@planted("a refusal that names a card of the hand")
def refusal_with_a_card(mp: pytest.MonkeyPatch) -> None:
    right = refuse_

    def refuse(session: ClientSession | None, seq: int, code: str, text: str, rule: str = "") -> None:
        table, place = (None, 0) if session is None else next(iter(session.seats.values()), (None, 0))
        if table is not None and table.live_game is not None:
            enemy = table.live_game.side(1 - place)
            text += "".join([card.id for card in table.live_game.game.forces[enemy].hand[:1]])
        right(session, seq, code, text, rule)

    mp.setattr(play_handlers, "refuse", refuse)


@planted("a filling as long as what the other side is asked, for browsers")
def filled(mp: pytest.MonkeyPatch) -> None:
    def more(table: GameTable, told: EncodedUpdate) -> EncodedUpdate:
        events, game = bytes(told.events), table.live_game
        if game is None or not events.startswith(b"["):
            return told
        asked = sum(len(repr(one.shape)) for one in game.game.asked.values())
        return replace(told, events=Raw(events + b" " * (asked % 7)))

    updates(mp, more)


@planted("the head over private steps, for who asks again")
def newest_head(mp: pytest.MonkeyPatch) -> None:
    updates(mp, lambda table, told: told if table.live_game is None else replace(told, head=table.live_game.chain.head))


@planted("the head over private steps, for who looks on again")
def newest_head_for_watchers(mp: pytest.MonkeyPatch) -> None:
    right = encoding.show

    def show(table: GameTable, place: int, session: ClientSession) -> None:
        game = table.live_game
        if place < 0 and game is not None:
            table.live_game = replace(game, heads=(*game.heads[:OPEN], game.chain.head))
        right(table, place, session)
        table.live_game = game

    for module in (encoding, recovery, play_handlers):
        mp.setattr(module, "show", show)
    mp.setattr("ironbottom.server.lobby.lobby.show", show)


@planted("the transcript of a game that goes on")
def transcript_at_once(mp: pytest.MonkeyPatch) -> None:
    right = downloads.transcript

    def transcript(table: GameTable, session: ClientSession, message: Any) -> None:
        if table.stored.status != "playing":
            right(table, session, message)
            return
        read = table.services.journal.read(partial(downloads._lines, table=table.id, game=table.stored.games))
        read.addCallback(partial(downloads._send, session, message))

    mp.setattr(downloads, "transcript", transcript)


@planted("scenes of a game that goes on")
def scenes_at_once(mp: pytest.MonkeyPatch) -> None:
    right = Reviews.of_table

    def of_table(self: Reviews, table: GameTable, session: ClientSession, message: Review) -> None:
        game = table.live_game
        if game is None or game.ended:
            right(self, table, session, message)
            return
        us, jp = [game.now(side) for side in SIDES]
        scene = Scene(1, None, "", "nobody", None, (), us, jp)
        session.tell(Scenes(message.seq, table.id, 0, 1, (scene,)))

    mp.setattr(Reviews, "of_table", of_table)


@planted("how many scenes there will be, for who would see them too early")
def scenes_counted(mp: pytest.MonkeyPatch) -> None:
    right = downloads.finished

    def finished(table: GameTable, session: ClientSession, seq: int) -> int:
        if table.stored.status != "playing":
            return right(table, session, seq)
        refuse_(session, seq, "not-yet", f"That can be had when the game is over; so far it has {entries(table)}.")
        return 0

    mp.setattr(replays, "finished", finished)


@planted("how far the review of a game that goes on would have come")
def studied_at_once(mp: pytest.MonkeyPatch) -> None:
    right = Studies.of_table

    def of_table(self: Studies, table: GameTable, session: ClientSession, message: Study) -> None:
        if table.stored.status != "playing":
            right(self, table, session, message)
            return
        session.tell(Studied(message.seq, message.table, all=entries(table)))

    mp.setattr(Studies, "of_table", of_table)


@planted("whether the other side is busy, for who calls a bot")
def busy(mp: pytest.MonkeyPatch) -> None:
    def call(self: BotPool, table: GameTable, place: int, session: ClientSession, message: Call) -> None:
        refuse_(session, message.seq, "taken", f"Both seats of that table are taken ({entries(table) % 3}).")

    mp.setattr(BotPool, "call", call)


@planted("salts that nobody draws")
def unsalted(mp: pytest.MonkeyPatch) -> None:
    mp.setattr(Chain, "salt", lambda self, n: bytes(SALT))
