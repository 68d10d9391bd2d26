"""The caster's seat: of a turn not a byte reaches him before as many more turns have ended as the players agreed.

Two games that are equal up to the end of a turn, and different after it, tell him the same until the first of the
different turns may be shown; and then they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.server.archive import casting
from ironbottom.server.archive.casting import CastFilm, shown_through
from ironbottom.server.archive.scenes import SceneArchive, SceneRecorder, play
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.table.table import refuse
from ironbottom.server.transport.session import ClientSession
from ironbottom.windows import WINDOWS
from ironbottom.wire.casting import Cast
from ironbottom.wire.messages import Scene, Scenes, Watch
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from tests.secrecy.over_wire.world import DRAWS, draw_alike
from tests.secrecy.reading import Leaked
from tests.server.support.player import WirePlayer
from tests.server.support.sea import everything_by_chance
from tests.server.support.server_under_test import SEED, Pipe, ServerUnderTest
from tests.server.table.test_orders import answer_after

EQUAL = 3  # turns that both games have in common
FAR = 10_000  # a scene that no game has


def ordered_or_not(how: str, *, web: bool) -> list[Any]:
    """What a caster is told of some turns, in which one of the players answers by his orders, or himself."""
    with everything_by_chance(5):
        server = ServerUnderTest()
        ada, ben = server.seated(Terms(side="us", seed=SEED, reach="open", cast=1), bots=False)
        eve = WirePlayer("Eve", 9, web=web)
        server.connect(eve)
        eve.ask(Watch, ada.table)
        server.run(1.0)
        if how == "order":
            ben.order(*[StandingOrder(window, "default") for window in WINDOWS if window not in ("0", "1")])
        server.run(1.0)
        ada.answer("keep")
        ben.answer("keep")
        if how != "order":
            answer_after(server, ben, 0.0 if how == "at once" else 0.3)
        while server.live_game(ada).game.state.turn < 5:
            server.run(2.0)
            if ada.asked:
                ada.answer(ada.question.default)
        asked = list[int]()
        for first in (0, 5, FAR):
            asked.append(eve.ask(Cast, ada.table, 1, first))
            server.run(2.0)
        told = [message for message in eve.told if getattr(message, "seq", 0) in asked]
        assert any(isinstance(message, Scenes) for message in told)
        return [replace(message, table="") if isinstance(message, Scenes) else message for message in told]


@pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
@pytest.mark.parametrize("how", ["order", "in time"])
def test_nobody_can_tell_an_order_from_a_person(how: str, web: bool) -> None:
    """Orders stay in force: who learns of one, however late, knows answers that are still to come."""
    assert ordered_or_not(how, web=web) == ordered_or_not("at once", web=web)


def told_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gave each answer, as in a replay."""
    monkeypatch.setattr(casting, "_as_by_hand", lambda body: body)


def numbers_of_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a replay: orders and signatures are entries, too."""
    add, entries = SceneRecorder.add, dict[bytes, int]()
    def noted(game: Game, body: Any, n: int) -> None:
        entries[body.digest] = n
        play(game, body, n)

    def numbered(self: SceneRecorder, n: int, body: Any, game: Game) -> bool:
        return add(self, entries.get(getattr(body, "digest", b""), n), body, game)

    monkeypatch.setattr("ironbottom.server.archive.casting.play", noted)
    monkeypatch.setattr(SceneRecorder, "add", numbered)


@pytest.mark.parametrize("leak", [told_as_they_are, numbers_of_entries])
def test_who_tells_of_orders_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert ordered_or_not("order", web=False) != ordered_or_not("at once", web=False)


class LateEvening:
    """A game that is cast; by a turn's beginning the caster has asked for everything that there might be."""

    def __init__(self, late: int, other: int, *, web: bool = False) -> None:
        """`other`: how the players answer from the first turn on that is not common to all evenings."""
        DRAWS.rng = Random("cast")
        self.late, self.other, self.server = late, other, ServerUnderTest()
        terms = Terms(side="us", seed=SEED, reach="open", cast=late)
        self.players = self.server.seated(terms)
        self.eve = WirePlayer("Eve", 9, web=web)
        self.pipe: Pipe = self.server.connect(self.eve)
        self.eve.ask(Watch, self.players[0].table)
        self.server.run(0.1)
        self.known = 0

    @property
    def turn(self) -> int:
        return self.server.live_game(self.players[0]).game.state.turn

    def until(self, turn: int) -> None:
        """On to the beginning of a turn."""
        while self.turn < turn:
            before = self.turn
            self.server.step(*self.players)
            if before <= EQUAL < self.turn:
                for player in self.players:
                    player.rng = Random(f"{player.name} {self.other}")

    def told(self) -> list[bytes]:
        """All that the caster is told when he asks for everything that there might be, byte by byte."""
        said, before = len(self.pipe.sent), -1
        while before < self.known:
            before = self.known
            self.known += len(self._asked(before))
        for first in (0, self.known + 1, FAR):
            self._asked(first)
        return [data for _at, data in self.pipe.sent[said:]]

    def _asked(self, first: int) -> tuple[Scene, ...]:
        """The scenes from one on, as many as come at a time."""
        seq = self.eve.ask(Cast, self.players[0].table, 1, first)
        self.server.run(1.0)
        found = [scene for told in self.eve.all(Scenes) if told.seq == seq for scene in told.scenes]
        if any(scene.us.turn + self.late >= self.turn for scene in found):
            raise Leaked("a scene of a turn after which not enough have ended")
        return tuple(found)


@pytest.fixture(autouse=True)
def _draws(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_alike(monkeypatch)


def compared(late: int, *, web: bool = False) -> list[bool]:
    """Of each turn whether at its beginning the caster heard the same in both games."""
    one, other = LateEvening(late, 1, web=web), LateEvening(late, 2, web=web)
    same = []
    for turn in range(1, EQUAL + late + 3):
        one.until(turn)
        other.until(turn)
        same.append(one.told() == other.told())
    return same


def told_late_enough(late: int, *, web: bool = False) -> None:
    """Raises Leaked."""
    same = compared(late, web=web)
    if same[:-1] != [True] * (EQUAL + late + 1):
        raise Leaked("the caster is told what hangs on a turn that he may not see")
    assert not same[-1]  # the turn that differs is there in the end


@pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
@pytest.mark.parametrize("late", [1, 2, 3])
def test_not_a_byte_comes_early(late: int, web: bool) -> None:
    """The first turn that differs is shown when so many turns after it have ended, and not before."""
    told_late_enough(late, web=web)


def a_turn_early(monkeypatch: pytest.MonkeyPatch) -> None:
    def early(live_game: LiveGame) -> int:
        return shown_through(live_game) + 1

    monkeypatch.setattr(casting, "shown_through", early)


def a_scene_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of the next turn."""
    def early(self: CastFilm, _game: Game, through: int) -> bool:
        return self._game.state.turn <= through

    monkeypatch.setattr(CastFilm, "_may_show", early)


def scenes_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many scenes the next turn has got so far."""
    steps = CastFilm.steps

    def counting(self: CastFilm, lines: Sequence[bytes], through: int) -> Iterator[None]:
        yield from steps(self, lines, through)
        self.archive = self.archive._replace(of=len(lines))

    monkeypatch.setattr(CastFilm, "steps", counting)


def refusal_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    show = casting._show

    def told(archive: SceneArchive | None, key: Any, session: ClientSession, message: Cast) -> None:
        if archive is None or message.first >= archive.of:
            entries = session.seats[message.table][0].live_game.chain.entries
            refuse(session, message.seq, "not-yet", _("Nothing more is to be seen yet.") + f" ({entries})")
        else:
            show(archive, key, session, message)

    monkeypatch.setattr(casting, "_show", told)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "a turn early": a_turn_early, "a scene early": a_scene_early, "how many scenes there are": scenes_counted,
    "how many entries there are": refusal_with_a_count,
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    with pytest.raises(Leaked):
        told_late_enough(1)
