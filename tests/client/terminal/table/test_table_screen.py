"""The table by key: every part is reached at every size, nothing that is typed is lost, and answers go out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.events import Resize
from textual.pilot import Pilot
from textual.widgets import Input

from ironbottom.client.net.server_messages import in_our_words
from ironbottom.client.net.session_events import Denied, Disconnected, Noticed, Reconnected, SessionEnded
from ironbottom.client.plain.client import HowLeft
from ironbottom.client.terminal.drawing import themes
from ironbottom.client.terminal.state.commands import COMMANDS
from ironbottom.client.terminal.state.messages import Touched
from ironbottom.client.terminal.state.model import Touch
from ironbottom.client.terminal.state.settings import TerminalSettings, keep, kept
from ironbottom.client.terminal.table.status import banner_text, status_text
from ironbottom.client.terminal.table.table_screen import TableScreen
from ironbottom.client.text.question.by_itself import sole_answer
from ironbottom.language import speak
from ironbottom.questions import Move, Question
from ironbottom.wire.messages import Leave, Mute, Ok, Refused, Reply, Said, Say
from ironbottom.words import Side
from tests.client.support.table import ID
from tests.support.languages import english
from tests.support.lengths import by_night, some

from ..sheets.test_ending import end
from ..support.panel import keys_for
from ..support.screens import read
from ..support.seat import Sat, act, until
from ..support.tables import played

__all__ = ["english"]  # after each test the next one hears English

SIZES = [(80, 24), (120, 40), (190, 50)]
HOSTILE = "[red]x[/] \x1b[31m\u202e[@click=app.quit]y[/]"


@pytest.mark.parametrize("size", some(SIZES, 1))
def test_every_part_is_reached_by_its_key_and_left_with_escape(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(40))
        for key, part in (("H", "hand"), ("P", "piles"), ("L", "log"), ("T", "chat")):
            await pilot.press(key)
            await pilot.pause()
            widget = sat.app.screen.query_one(f"#{part}")
            assert widget.region.area > 0, part
            focused = sat.app.focused
            assert focused is not None
            assert widget in focused.ancestors_with_self
            await pilot.press("escape")
            await pilot.pause()
            assert sat.app.focused is sat.app.screen.query_one("#question")
            assert sat.app.screen.query_one("#field").region.area > 0

    act(scene, tmp_path, size=size)


def test_zoom_shows_the_question_then_the_board_then_both(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, sat.asked_at(40))
        seen = []
        for _press in range(3):
            await pilot.press("Z")
            await pilot.pause()
            screen = sat.app.screen
            shown = screen.query_one("#field").display, screen.query_one("#asking").display
            seen.append((*shown, screen.query_one("#body").region.height))
        assert seen == [(False, True, 22), (True, False, 22), (True, True, 22)]

    act(scene, tmp_path)


@pytest.mark.parametrize("side", some([Side.US, Side.JP], 1))
def test_a_game_is_followed_at_any_size_and_every_answer_that_goes_out_is_legal(tmp_path: Path, side: Side) -> None:
    """A question of each kind, each answered by keys, on a screen whose size changes all the time."""
    sizes = [*SIZES, (60, 18), (20, 6)]
    given = []

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        windows = {turn.question.step: i for i, turn in enumerate(played(1)) if turn.question.side is side}
        for n, turn in enumerate(some(sorted(windows.values()), 6)):
            await sat.tell(pilot, turn)
            only = sole_answer(played(1)[turn].question)
            assert (sat.ui.menu is None) == (only is not None)
            if only is None:
                offer = sat.ui.staged.offer
                picked = [row.number for thing in sat.ui.staged.picked for row in offer.rows if row.thing == thing]
                await pilot.press(*keys_for(offer, played(1)[turn].answer, picked))
            replies = [one for one in sat.sent() if isinstance(one, Reply)]
            if replies:
                assert sat.ui.menu is None
                assert replies[0].update == sat.update(turn).number
                given.append(replies[0])
                sat.hear(Ok(replies[0].seq))
            await pilot.resize_terminal(*sizes[n % len(sizes)])

    sat = act(scene, tmp_path, side=side)
    assert len(given) > 2
    assert sat.saves


def choice(sat: Sat, first: int = 0) -> int:
    """A question that one key answers: nothing is lost by its default."""
    return next(
        i for i, turn in enumerate(played(1))
        if i >= first and turn.question.side is sat.side and no_default(turn.question) == ""
    )


def no_default(question: Question) -> str:
    """Why the key for the default gives none."""
    if isinstance(question.shape, Move):
        return "A segment that is played step by step is not ended by one key; E E ends it."
    return "" if question.harmless else "The default answer may lose something here: give one of your own."


@pytest.mark.parametrize("size", some(SIZES, 1))
def test_the_key_for_the_default_gives_it_or_says_why_not(tmp_path: Path, size: tuple[int, int]) -> None:
    """§20.6  In segments that are played step by step, where something may be lost by it, where nothing is lost."""
    steps = {turn.question.step: i for i, turn in enumerate(played(1)) if turn.question.side is Side.US}

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        assert not sat.app.screen.check_action("default", ())
        said = set()
        by_reason: dict[str, list[int]] = {}
        for turn in sorted(steps.values()):
            by_reason.setdefault(no_default(played(1)[turn].question), []).append(turn)
        for turn in sorted([turn for turns in by_reason.values() for turn in some(turns, 3)]):
            await sat.tell(pilot, turn)
            await pilot.press("D")
            await pilot.pause()
            why = no_default(played(1)[turn].question)
            replies = [one for one in sat.sent() if isinstance(one, Reply)]
            assert len(replies) == (not why)
            assert sat.ui.pointed == why
            assert why[:9] in read(sat.app)
            assert size[0] > 80 or flat(why) in flat(read(sat.app))
            said.add(why)
            for reply in replies:
                sat.hear(Ok(reply.seq))
        assert len(said) == 3

    act(scene, tmp_path, size=size)


def once(sat: Sat) -> None:
    """What was refused is told, and that it was, once."""
    told = " ".join(read(sat.app).split())
    assert "Not accepted: That cannot be done." in told
    assert told.count("Not accepted") == 1


def test_what_is_refused_is_said_with_its_rule_and_the_question_stands(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        await pilot.press("D")
        (reply,) = [one for one in sat.sent() if isinstance(one, Reply)]
        sat.hear(Refused(reply.seq, "illegal", "That cannot be done.", "17.2"))
        await sat.settle(pilot)
        assert sat.ui.menu is not None
        assert sat.ui.fault == ("17.2", "That cannot be done.")
        once(sat)
        await pilot.press("W")
        await pilot.pause()
        once(sat)
        assert "17.2" in read(sat.app)

    act(scene, tmp_path, size=(120, 40))


NOTES = (  # of tables that wait, as long as they may be
    "The host's disk cannot be written: the game waits, and goes on where it stopped.",
    "This game cannot go on here: the journal cannot be read (disk I/O error).  Nothing is lost: let the host put back "
    "a copy of the journal.",
    "word " * 79 + "end",
)


@pytest.mark.parametrize("language", some(["ja", "en"], 1))
@pytest.mark.parametrize("note", some(NOTES, 2))
def test_why_a_game_is_paused_is_read_whole_at_80_columns(tmp_path: Path, note: str, language: str) -> None:
    """In the banner, as long as the pause lasts; it is not begun a second time on the line above the question."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        sat.hear(replace(sat.table(), status="paused", note=note))
        await sat.settle(pilot)
        seen = flat(read(sat.app))
        assert flat(banner_text(sat.ui)) in seen
        assert seen.count(flat(banner_text(sat.ui))[:10]) == 1
        assert flat(in_our_words("paused", note).rstrip("）"))[-12:] in seen

    speak(language)
    act(scene, tmp_path)


def flat(text: str) -> str:
    """Without what may stand between two lines."""
    return "".join(text.replace("─", "").split())


def test_a_lost_connection_is_shown_and_what_is_typed_stays(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        await pilot.press("T", *"hello")
        sat.queue.put_nowait(Disconnected("the line is dead"))
        await sat.settle(pilot)
        assert "The connection is lost (the line is dead)" in read(sat.app)
        assert "no connection" in read(sat.app)
        assert sat.app.screen.query_one("#say", Input).value == "hello"
        sat.queue.put_nowait(Reconnected())
        await sat.settle(pilot)
        assert "The connection is back." in read(sat.app)
        assert "lost" not in read(sat.app)
        await pilot.press("!", "enter")
        (say,) = [one for one in sat.sent() if isinstance(one, Say)]
        assert say.text == "hello!"

    act(scene, tmp_path)


def test_an_answer_without_a_connection_goes_out_when_there_is_one(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        sat.queue.put_nowait(Disconnected("the line is dead"))
        await sat.settle(pilot)
        await pilot.press("D")
        assert sat.ui.sent is not None
        assert [type(one) for one in sat.sent()] == [Reply]

    act(scene, tmp_path)


def test_where_there_is_no_way_on_it_is_said_and_leaving_is_a_failure(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        sat.queue.put_nowait(SessionEnded("The seat was taken elsewhere."))
        await sat.settle(pilot)
        assert "The seat was taken elsewhere." in read(sat.app)
        await pilot.press("q")
        await pilot.pause()

    assert act(scene, tmp_path).app.return_value is HowLeft.STOPPED


@pytest.mark.parametrize("key", some(["q", "ctrl+c", "ctrl+q"], 1))
def test_leaving_keeps_the_game(tmp_path: Path, key: str) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        await pilot.press(key)
        await until(pilot, lambda: sat.app.return_value is not None)
        assert not [one for one in sat.sent() if isinstance(one, Leave)]

    assert act(scene, tmp_path).app.return_value is HowLeft.KEPT


def test_names_and_chat_are_text_and_nothing_else(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        await pilot.press("T")
        sat.hear(Said(ID, 1, 1, "[red]Bob[/]", HOSTILE, 0, 1))
        sat.hear(Said(ID, 2, -1, "Eve", "", 2, 1))
        sat.queue.put_nowait(Noticed("x", HOSTILE))
        await sat.settle(pilot)
        seen = read(sat.app)
        assert "against [red]Bob[/]" in status_text(sat.ui, 120).plain
        assert "[red]Bob[/]: [red]x[/] [31m[@click=app.quit]y[/]" in seen
        assert "Eve, who looks on,: Well played." in seen
        assert "Notice: [red]x[/] [31m[@click=app.quit]y[/]" in seen

    act(scene, tmp_path)


def test_a_reader_of_japanese_reads_in_japanese_what_the_server_says(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        sat.queue.put_nowait(Denied(Refused(4, "not-asked", "You may not.", "20.1"), Reply(4, ID, 1, "x")))
        sat.queue.put_nowait(Denied(Refused(5, "limit", "Too much."), Say(5, ID, "x")))
        await sat.settle(pilot)
        assert sat.ui.fault == ("20.1", "今は質問されていません。")
        assert sat.ui.notice == "サーバーの上限を超えています。後でもう一度試してください。"

    speak("ja")
    act(scene, tmp_path)


def test_chat_that_comes_is_announced_until_it_is_looked_at(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        sat.ui.notice = ""
        sat.hear(Said(ID, 1, 1, "Bob", "are you there?", 0, 1))
        await sat.settle(pilot)
        assert "Bob: are you there? (Shift+T: talk)" in read(sat.app)
        await pilot.press("T")
        await pilot.pause()
        assert not sat.ui.unread
        await pilot.press("3", "enter", *"well", "enter")
        said = [one for one in sat.sent() if isinstance(one, Say)]
        assert [(one.phrase, one.text) for one in said] == [(3, ""), (0, "well")]
        await pilot.press("escape", "M")
        sat.hear(Said(ID, 2, 1, "Bob", "nobody hears that", 0, 1))
        await sat.settle(pilot)
        assert [one.muted for one in sat.sent() if isinstance(one, Mute)] == [True]
        await pilot.press("T")
        await pilot.pause()
        assert "nobody hears that" not in read(sat.app)
        assert "You hear no chat any more" in read(sat.app)

    act(scene, tmp_path)


@by_night
def test_a_card_that_the_question_does_not_ask_about_is_shown_large(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 40))
        view = sat.ui.view
        assert view is not None
        base = view.us.bases[0]
        sat.app.screen.post_message(Touched(Touch("token", base.token), look=True))
        await sat.settle(pilot)
        assert len(sat.app.screen_stack) > 2
        assert sat.ui.naming.card(base.card) in read(sat.app)

    act(scene, tmp_path, size=(120, 40))


@pytest.mark.parametrize("theme", some(themes.NAMES, 1))
def test_every_theme_is_worn_and_remembered(tmp_path: Path, theme: str) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        sat.ui.now = lambda: sat.ui.clocks_at  # no second goes by
        await sat.tell(pilot, choice(sat, 40))
        before = read(sat.app)
        sat.app.set(TerminalSettings(theme=theme))
        await sat.settle(pilot)
        assert sat.app.theme == sat.ui.theme == theme
        await until(pilot, lambda: read(sat.app) == before)  # no letter is another: colour is never the only sign

    act(scene, tmp_path, size=(120, 40))
    assert kept(tmp_path).theme == theme


def test_without_colour_nothing_is_coloured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    keep(tmp_path, TerminalSettings(theme="day"))

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 40))
        assert sat.app.theme == themes.MONO
        colours = {
            one for strip in sat.app.screen._compositor.render_strips(sat.app.size)
            for part in strip.apply_filter(sat.app._filters[-1], sat.app.background_colors[0])
            if part.style is not None for one in (part.style.color, part.style.bgcolor) if one is not None
        }
        assert all(one.is_default for one in colours)

    act(scene, tmp_path)


def test_each_key_does_something_of_its_own() -> None:
    assert len({one.key for one in COMMANDS}) == len(COMMANDS)
    for one in COMMANDS:
        name = one.action.partition("(")[0]
        owner = TableScreen if "." not in name else Sat(Path()).app.__class__
        assert hasattr(owner, f"action_{name.rpartition('.')[2]}"), one


def test_the_palette_has_every_command(tmp_path: Path) -> None:
    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await sat.tell(pilot, choice(sat, 5))
        found = {command.title for command in sat.app.get_system_commands(sat.app.screen)}
        assert len(found) == len(COMMANDS) - 1 + len(themes.NAMES)
        await pilot.press("ctrl+p", *"talk", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert sat.app.focused is sat.app.screen.query_one("#say")

    act(scene, tmp_path)


def test_settings_that_cannot_be_read_are_the_usual_ones(tmp_path: Path) -> None:
    (tmp_path / "terminal.json").write_bytes(b'{"speed": "never"}')
    assert kept(tmp_path) == TerminalSettings()
    keep(tmp_path, TerminalSettings(theme="day", speed="calm", language="ja"))
    assert kept(tmp_path) == TerminalSettings(theme="day", speed="calm")

@pytest.mark.parametrize("sheet", some(["ending", "table", "opponent", "help"], 1))
def test_what_is_taken_away_while_its_window_changes_is_not_drawn(tmp_path: Path, sheet: str) -> None:
    """What lies under it is busy until it has gone; only then come the things to do after its layout."""

    async def scene(sat: Sat, pilot: Pilot[HowLeft]) -> None:
        await end(sat, pilot)
        while len(sat.app.screen_stack) > 2:
            await sat.app.pop_screen()
        if sheet == "table":
            await sat.app.push_screen(TableScreen(sat.ui, sat.app, sat.app.beats))
        else:
            sat.app.open(sheet)
        await sat.settle(pilot)
        screen, busy = sat.app.screen, asyncio.Event()
        assert len(sat.app.screen_stack) == 3
        sat.app.screen_stack[1].call_later(busy.wait)
        screen.post_message(Resize(screen.size, screen.size))
        await sat.app.pop_screen()
        assert not screen.is_attached
        busy.set()
        await sat.settle(pilot)
        assert sat.app.is_running

    act(scene, tmp_path)
