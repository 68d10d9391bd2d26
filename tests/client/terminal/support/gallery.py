"""Whole screens of the terminal client in situations of real games, as text: letters, and how each is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from rich.style import Style
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from ironbottom.catalog import card_set
from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.app.base_app import GameApp
from ironbottom.client.terminal.app.lobby_app import LobbyScreen
from ironbottom.client.terminal.club.club_app import ClubScreen
from ironbottom.client.terminal.sheets import sheets
from ironbottom.client.terminal.sheets.ending import Ending
from ironbottom.client.terminal.state.beats import spans_of
from ironbottom.client.terminal.state.model import Beat, FinishedTable, UiState
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.client.terminal.table import parts
from ironbottom.client.terminal.table.table_screen import TableScreen
from ironbottom.client.text.people.table_list import TableChoice
from ironbottom.events import Rolled
from ironbottom.language import ENGLISH, _, speak
from ironbottom.views import SeenOutcome
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Seat, Table, Update
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.client.support.table import ID
from tests.wire.games import turns

from .club import ladder_place

SIZES = ((80, 24), (120, 40), (180, 50))
GAME = 1  # a random game with all cards
CALM = 3  # rounds without a change
ROUND = 1 / 50  # seconds: longer than a screen waits until it is drawn again
CARDS = 3  # that throw together, so that there is something to be seen
FIGHTS = ("17.2", "18")
HOME = Path("/home/ada/.local/share/ironbottom/games")


class DrawnScreen(NamedTuple):
    """A screen: its letters, and for each row its runs of cells that are drawn alike."""

    rows: tuple[str, ...]
    looks: tuple[tuple[tuple[int, str], ...], ...]


class Wanted(NamedTuple):
    """A situation: when it comes, for whom, what is pressed then, and what lies over the table."""

    comes: Callable[[Update], bool]
    side: Side | None = Side.US
    keys: tuple[str, ...] = ()
    over: Callable[[UiState, Any], Screen[Any]] | None = None
    thrown: bool = False  # shown while the dice of the update fall


def asked(step: str, least: int = 1) -> Callable[[Update], bool]:
    """Something with so many rows at least is asked."""

    def comes(update: Update) -> bool:
        question = update.view.question
        return question is not None and question.step == step and rows_of(question.shape) >= least

    return comes


def rows_of(shape: Any) -> int:
    """How many things a question is about."""
    return next(len(getattr(shape, name)) for name in ("choices", "items", "options", "steps") if hasattr(shape, name))


def thrown(update: Update) -> bool:
    """Several cards throw at the same time, in air control combat or at sea."""
    spans = [span.group for span in spans_of(update.events) if isinstance(span.group[0], Rolled)]
    return any(len(group) >= CARDS and group[0].rule.startswith(FIGHTS) for group in spans)


def never(_update: Update) -> bool:
    """Until the game ends."""
    return False


WANTED: dict[str, Wanted] = {
    "set-up": Wanted(asked("first-deployment.place")),
    "deployment": Wanted(asked("ships.step", 1), keys=("1",)),
    "search": Wanted(asked("reconnaissance.search", 3), keys=("down", "space")),
    "battle": Wanted(thrown, None, thrown=True),
    "targets": Wanted(asked("sea-rounds.aim", 2), keys=("1",)),
    "end": Wanted(never, over=Ending),
    "help": Wanted(asked("action.choose"), over=lambda ui, doing: sheets.SHEETS["help"](ui, doing, "")),
}
LOBBY = "lobby"
CLUB = "club"
NAMES = (*WANTED, LOBBY, CLUB)


def ui_of(wanted: Wanted) -> UiState:
    """All that these eyes have seen until the situation comes; its last update is left to be played, where dice are."""
    place = -1 if wanted.side is None else int(wanted.side)
    ui = UiState(card_set("full@1"), place=place, now=lambda: 0.0)
    seats = (_seat("Ada", Side.US), _seat("本田", Side.JP))
    ui.sit(Table(ID, "playing", Terms(cards="full"), seats, bytes(32), 1, 2), place)
    for update in updates(2 if wanted.side is None else wanted.side):
        ui.catch_up()
        ui.arrive(Updated(update.view, update.events, update.number, update.given, None))
        if wanted.comes(update):
            break
    if wanted.thrown:
        return _thrown(ui)
    ui.catch_up()
    return ui if wanted.comes is not never else _over(ui)


@cache
def updates(place: int) -> tuple[Update, ...]:
    """All that one pair of eyes is told of a game."""
    return tuple([turn.updates[place] for turn in turns(GAME)])


def _seat(name: str, side: Side) -> Seat:
    return Seat(name, bytes([1 + side]) * 32, side, True, False, False, 754_000, False, False)


def _over(ui: UiState) -> UiState:
    """The game is over, and its transcript is here."""
    assert ui.view is not None
    outcome = SeenOutcome(Side.US, "resigned", (7, 3))
    ui.view = ui.newest = replace(ui.view, question=None, waiting=(), outcome=outcome)
    ui.question = ui.last_menu = None
    ui.over = FinishedTable(HOME / "K7F2QA9X-2026-11-21-us-japan.ibss")
    return ui


def _thrown(ui: UiState) -> UiState:
    """The moment in which the dice lie there."""
    update, before = ui.begin(), ui.view
    assert update is not None
    assert before is not None
    spans = [span for span in spans_of(update.events) if isinstance(span.group[0], Rolled)]
    span = max(spans, key=lambda one: len(one.group))
    ui.beat = Beat(span.group[0], tuple(span.group), span.first, span.last, update.events, before, update.view)
    return ui


class Gallery(GameApp[None]):
    """Shows a situation."""

    def __init__(self, theme: str) -> None:
        super().__init__(UiState(card_set("full@1")), None)
        self.settings = TerminalSettings(theme=theme, speed="at-once")

    async def hang(self, name: str) -> None:
        """A situation."""
        self.ui = UiState(card_set("full@1")) if name in (LOBBY, CLUB) else ui_of(WANTED[name])
        self.ui.settings = self.settings
        self._dress()
        if name == LOBBY:
            await self.push_screen(LobbyScreen(_("Tables in your network"), _tables, lambda: ""))
            return
        if name == CLUB:
            await self.push_screen(ClubScreen(ladder_place()))
            return
        wanted = WANTED[name]
        await self.push_screen(TableScreen(self.ui, self, parts.beats(self.ui, self.changed)))
        if wanted.over is not None:
            await self.push_screen(wanted.over(self.ui, self))
        self.changed()


async def _tables() -> list[TableChoice]:
    return [TableChoice("A", "1  Ada [b]", True, True), TableChoice("B", "2  本田", False, True)]


Sizes = dict[tuple[int, int], DrawnScreen]


async def at_all_sizes(name: str, theme: str) -> Sizes:
    """A situation."""
    app, found = Gallery(theme), Sizes()
    async with app.run_test(size=SIZES[0]) as pilot:
        await app.hang(name)
        await settled(pilot)
        for key in WANTED[name].keys if name in WANTED else ():
            await pilot.press(key)
        for size in SIZES:
            await resized(pilot, size)
            found[size] = await settled(pilot)
    return found


async def resized(pilot: Pilot[None], size: tuple[int, int]) -> None:
    if pilot.app.size != size:
        await pilot.resize_terminal(*size)


async def settled(pilot: Pilot[None]) -> DrawnScreen:
    """What is drawn when all that was said between the widgets has been heard, and nothing comes of it any more."""
    same, before = 0, tuple[str, ...]()
    while same < CALM:
        await pilot.pause(ROUND)
        now = tuple([strip.text for strip in pilot.app.screen._compositor.render_strips(pilot.app.size)])
        same, before = (same + 1 if now == before else 0), now
    return drawn(pilot.app)


def drawn(app: App[Any]) -> DrawnScreen:
    """What is on the screen now."""
    strips = app.screen._compositor.render_strips(app.size)
    looks = [[(cells(one.text), look(one.style)) for one in strip if one.text] for strip in strips]
    return DrawnScreen(tuple([strip.text for strip in strips]), tuple([tuple(_joined(runs)) for runs in looks]))


def _joined(runs: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for name, same in groupby(runs, key=lambda run: run[1]):
        yield sum([n for n, _name in same]), name


def look(style: Style | None) -> str:
    """How something is drawn, without what a click on it does."""
    return "" if style is None else str(style.clear_meta_and_links())


@cache
def pictures(name: str, language: str, theme: str) -> Sizes:
    """A situation in a language and a theme."""
    speak(language)
    try:
        return asyncio.run(at_all_sizes(name, theme))
    finally:
        speak(ENGLISH)
