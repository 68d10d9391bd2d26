"""A bot of one's own: the guide's runs as it is printed there, and a wrong one gets one sentence that names it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.proof.transcript import written
from ironbottom.wire.messages import Call, Welcome
from ironbottom.wire.terms import Terms
from tests import ROOT
from tests.server.ops.test_real_bots import until
from tests.server.support.player import WirePlayer
from tests.server.support.reached import RunningServer
from tests.server.support.seats import real_server
from tests.server.support.seats import until as until_ends
from tests.support.lengths import by_night, some
from tests.support.signed_games import honest

from ..support.terminal import OVER, Terminal, ran
from .test_browsing import command, link_of, page

GUIDE = (ROOT / "client" / "bots" / "GUIDE.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
TYPED = [line.split("  #")[0].split() for line in re.findall(r"^ironbottom .*$", GUIDE, re.MULTILINE)]

WRONG = """
import os
import sys


class Bare:
    def choose(self, view):
        return view.question.default


class Rising:
    def __init__(self, cards, rng):
        self.table = cards.no_such_thing

    def choose(self, view):
        return view.question.default


class Mute:
    def __init__(self, cards, rng):
        pass


class Stumbling(Mute):
    def choose(self, view):
        return {}[0 * view.turn]


class Leaving(Mute):
    def choose(self, view):
        sys.exit(3)


class Cheating(Mute):
    def choose(self, view):
        return "win"


class Talking(Mute):
    def choose(self, view):
        print("I think about " + 1_000 * "all ")
        return view.question.default


class Dying(Mute):
    def choose(self, view):
        sys.stderr.write("I see no more.\\n")
        sys.stderr.flush()
        os._exit(9)
"""
SAID = {  # what is wrong with it, where, and the way out
    "hal": (
        "There is no bot 'hal'; there are random, cadet, seaman, ensign, mate, admiral, first, mate-1, light, "
        "envelope.",
        "MODULE:CLASS",
    ),
    "nowhere:Bot": ("there is no module nowhere in this folder", "PYTHONPATH"),
    "wrong:Right": ("the module wrong has no class Right", "MODULE:CLASS"),
    "broken:Bot": ("the module broken cannot be loaded: SyntaxError", "Mend it there"),
    "lost:Bot": ("the module lost cannot be loaded: ModuleNotFoundError: No module named 'elsewhere'", "lost.py"),
    "wrong:Bare": ("cannot be made from (cards, rng): TypeError", "GUIDE.md"),
    "wrong:Rising": ("cannot be made from (cards, rng): AttributeError", "wrong.py, line 13)", "GUIDE.md"),
    "wrong:Mute": ("has no method choose(view)", "GUIDE.md"),
    "wrong:Stumbling": ("failed at a question (", ", turn ", "): KeyError: 0", "wrong.py, line 26)", "Mend it"),
    "wrong:Leaving": ("failed at a question (", ", turn ", "): SystemExit: 3", "wrong.py, line 31)", "Mend it"),
    "wrong:Cheating": ("gave an answer that is not legal (", ", turn ", "), 'win': ", "shape.fault(answer)"),
}
WAYS = {"one": ("--fast", "--jobs", "1"), "two": ("--fast", "--jobs", "2"), "network": ()}
AT_ONCE = [name for name in SAID if not name.startswith("wrong:") or name == "wrong:Right"]  # before anything is begun
LATER = [name for name in SAID if name not in AT_ONCE]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where somebody keeps his bots, and types his commands."""
    here = tmp_path / "bots"
    here.mkdir()
    (here / "careful.py").write_text(PYTHON[0], encoding="utf-8")
    (here / "wrong.py").write_text(WRONG, encoding="utf-8")
    (here / "broken.py").write_text("class Bot:\n    def choose(self, view)\n", encoding="utf-8")
    (here / "lost.py").write_text("import elsewhere\n", encoding="utf-8")
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))
    for name in ("careful", "wrong"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path / "home"


def typed(beginning: str) -> list[str]:
    """A command of the guide."""
    return next(words[1:] for words in TYPED if " ".join(words).startswith(f"ironbottom {beginning}"))


def test_the_guide_prints_one_bot_and_how_to_use_it() -> None:
    """What it prints besides, tests/client/bots/test_guide.py carries out."""
    assert [block.count("class Careful:") for block in PYTHON] == [1, 0, 0, 0, 0]
    assert [words[1] for words in TYPED] == [
        "arena", "arena", "play", "play", "bot", "serve", "arena", "arena", "host",
    ]


@pytest.mark.parametrize("n", some([0, 1], 1))
def test_the_bot_of_the_guide_plays_in_the_arena(folder: Path, n: int) -> None:
    words = [word if not word.isdigit() else "4" for word in TYPED[n][1:]]
    code, said = ran(folder, *words)
    assert code == 0, said
    assert re.match(r"careful:Careful against (random|mate), 4 games, seed 1", said)
    assert "2 deals, 2 of them played from both sides" in said


def test_the_bot_of_the_guide_stands_in_a_ladder(folder: Path) -> None:
    """Kept where the guide says, with the picture."""
    code, said = ran(folder, *[word if not word.isdigit() else "2" for word in typed("arena --ladder")])
    assert code == 0, said
    assert said.startswith("3 players, 6 games, 3 deals, core set, seed 1")
    assert "Careful" in said
    assert len(Path("ladder", "ladder.jsonl").read_bytes().splitlines()) == 1 + 6
    assert Path("ladder.png").read_bytes().startswith(b"\x89PNG")


@by_night
def test_the_bot_of_the_guide_plays_against_you(folder: Path) -> None:
    with Terminal(folder, *typed("play"), "--side", "us") as player:
        player.until("You play US against Careful")
        player.play_on()
        assert player.ended() == 0
        assert OVER in player.text


def test_the_bot_of_the_guide_sits_at_a_table(folder: Path) -> None:
    words = ("--port", "0", "--no-announce", "--least", "0", "--side", "jp")
    with Terminal(folder / "ann", "host", *words) as host:
        invite = host.until("^IB1-.*$")[0]
        with Terminal(folder / "bot", *[word if word[:3] != "IB1" else invite for word in typed("bot")]) as bot:
            host.until("Careful \\(a bot\\) sits at the table")
            host.play_on()
            assert host.ended() == 0
            assert bot.ended() == 0
            assert "has won" in bot.text


@by_night
def test_a_bot_does_not_stay_at_a_table_whose_server_is_gone(folder: Path) -> None:
    """The game is over, and nobody can wish for another."""
    with Terminal(folder / "ann", "host", "--port", "0", "--no-announce", "--least", "0") as host:
        invite = host.until("^IB1-.*$")[0]
        with Terminal(folder / "bot", "bot", "first", "join", invite) as bot:
            host.until("first \\(a bot\\) sits at the table")
            host.play_on("has won|wins,")
            host.kill()
            assert bot.ended() == 0
            assert "has won" in bot.text


def test_the_bot_of_the_guide_plays_a_what_if(folder: Path) -> None:
    """From a moment of a finished game; the command for the same again, and the way back, name it."""
    Path("game.ibss").write_bytes(written(honest().lines))
    words = ("whatif", "game.ibss", "--at", "9", "--side", "us", "--bot", "careful:Careful", "--plain")
    with Terminal(folder, *words) as player:
        player.until("A what-if against careful:Careful")
        player.until("--side us --bot careful:Careful --seed ")
        player.until("You play US against Careful")
        player.play_on("^Turn 2")
        player.type("quit")
        assert player.ended() == 0
        assert "ironbottom replay game.ibss --bot careful:Careful" in player.text


def test_a_page_plays_a_what_if_with_the_bot_of_the_guide(folder: Path) -> None:
    Path("game.ibss").write_bytes(written(honest().lines))
    for words, place in (
        (("whatif", "--at", "9"), "&answers=9&play-on=all,same,either,careful:Careful"),
        (("replay",), "&against=careful:Careful"),
    ):
        with command(folder / words[0], *words, "game.ibss", "--web", "--bot", "careful:Careful") as shown:
            _link, port, fragment = link_of(shown)
            assert fragment == f"replay=REPLAY{place}"
            assert "careful:Careful" in page("Ada", 1, port).player.last(Welcome).bots


def test_the_bot_of_the_guide_tells_how_even_the_cards_are(folder: Path) -> None:
    code, said = ran(folder, "arena", "--balance", "--bot", "careful:Careful", "--games", "4", "--jobs", "2")
    assert code == 0, said
    assert "careful:Careful" in said


@pytest.mark.parametrize("name", some(LATER, 2))
def test_a_wrong_bot_that_plays_itself_gets_one_sentence(folder: Path, name: str) -> None:
    code, said = ran(folder, "arena", "--balance", "--bot", name, "--games", "4", "--jobs", "1")
    assert code == 1, said
    told(said.splitlines()[0], name)


def copied(tmp_path: Path) -> Path:
    """A copy of this project with the bot in it, as the guide says; the folder to name in PYTHONPATH."""
    copy = tmp_path / "copy" / "ironbottom"
    shutil.copytree(ROOT / "ironbottom", copy, ignore=shutil.ignore_patterns("locale", "client", "server", "cards"))
    for part in ("client", "server", "cards"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy("careful.py", copy / "client" / "bots" / "careful.py")
    seats, names = copy / "client" / "bots" / "players.py", copy / "client" / "bots" / "names.json"
    text = seats.read_text(encoding="utf-8").replace("from .mate", "from .careful import Careful\nfrom .mate")
    seats.write_text(text.replace('"first": FirstSeat,', '"first": FirstSeat, "careful": Careful,'), encoding="utf-8")
    names.write_text(json.dumps([*json.loads(names.read_text(encoding="utf-8")), "careful"]), encoding="utf-8")
    return copy.parent


@by_night
def test_the_bot_of_the_guide_is_called_by_its_name(folder: Path, tmp_path: Path) -> None:
    """From then on it is a bot like the others, and a server's player may call it."""
    ada, path = WirePlayer("Ada", 1, bot=False), {"PYTHONPATH": str(copied(tmp_path))}
    argv = [sys.executable, "-P", "-m", "ironbottom.server", "--child", "--port", "0", "--interface", "127.0.0.1"]
    argv += ["--data", str(folder), "--log", str(tmp_path / "log"), "--no-announce"]
    with subprocess.Popen(
        argv, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | path
    ) as process:
        real = RunningServer(process, tmp_path / "log")
        with real.secure() as sock:
            ada.connect(sock.sendall)
            until(sock, ada, lambda: ada.session.state == "in")
            ada.create(Terms(side="us", seed=bytes(32), least=0))
            until(sock, ada, lambda: bool(ada.table))
            ada.ask(Call, ada.table, "careful")
            until(sock, ada, lambda: ada.have > 40)
            assert ada.table_now.seats[1].name == "careful"
        assert real.stop() == 0


@pytest.mark.parametrize("name", AT_ONCE)
@pytest.mark.parametrize("words", [
    ("arena", "first", "NAME"), ("arena", "NAME", "NAME", "--fast"), ("play", "--bot", "NAME"),
    ("play", "--web", "--bot", "NAME"), ("bot", "NAME", "join", "-"), ("arena", "--balance", "--bot", "NAME"),
    ("whatif", "--bot", "NAME", "--at", "0", "game.ibss"),
    ("whatif", "--web", "--bot", "NAME", "--at", "0", "game.ibss"),
    ("replay", "--bot", "NAME", "game.ibss"), ("replay", "--web", "--bot", "NAME", "game.ibss"),
], ids=" ".join)
def test_a_bot_that_there_is_not_is_told_before_anything_begins(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, words: tuple[str, ...]
) -> None:
    assert main([name if word == "NAME" else word for word in words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    told(line, name)
    assert not folder.exists()


IN_ARENA = [(name, way) for name in LATER for way in WAYS]


@pytest.mark.parametrize(("name", "way"), some(IN_ARENA, 2))
def test_a_wrong_bot_in_the_arena_gets_one_sentence(folder: Path, name: str, way: str) -> None:
    code, said = ran(folder, "arena", name, "first", "--games", "4", *WAYS[way])
    assert code == 1, said
    told(said.splitlines()[0], name)
    assert said.splitlines()[1:] == ["Stopped after 0 of 4 games."]


def told(line: str, name: str) -> None:
    """One sentence: the bot, what is wrong, where, the way out."""
    for part in (name, *SAID[name]):
        assert part in line
    assert "Traceback" not in line


@pytest.mark.parametrize("way", some(["two", "network"], 1))  # else the process is the command's own
def test_a_bot_that_takes_its_process_along_is_told(folder: Path, way: str) -> None:
    """Whatever ends it: a fault of its own in C, or a system without memory."""
    code, said = ran(folder, "arena", "first", "wrong:Dying", "--games", "4", *WAYS[way])
    assert code == 1
    assert "Traceback" not in said
    words = r"A process that played has ended by itself \(9(, 9)?\)" if way == "two" else (  # one of the two, or both
        "The process of the bot wrong:Dying has ended in mid-game: I see no more"
    )
    assert re.search(words, said)


@pytest.mark.parametrize("name", some(LATER, 1))
def test_a_wrong_bot_against_you_gets_one_sentence(folder: Path, name: str) -> None:
    """It is not started again and again: it would be wrong again."""
    with Terminal(folder, "play", "--plain", "--bot", name, "--side", "us") as player:
        player.play_on("does not play on")
        assert player.ended() == 1
        assert "`ironbottom resume` goes on with it" in player.lines[-1]
        assert "is back" not in player.text
        told(player.lines[-1], name)


@by_night
@pytest.mark.parametrize("name", some(["wrong:Bare", "wrong:Cheating"], 1))
def test_a_wrong_bot_at_a_table_gets_one_sentence(folder: Path, name: str) -> None:
    with Terminal(folder / "ann", "host", "--port", "0", "--no-announce", "--least", "0") as host:
        invite = host.until("^IB1-.*$")[0]
        with Terminal(folder / "bot", "bot", name, "join", invite) as bot:
            if name == "wrong:Cheating":
                host.play_on("is away")
            assert bot.ended() == 2
        for line in bot.lines:
            told(line, name)


def called_by_a_page(port: int, bot: str) -> str:
    """Make a table as a page does, and call a bot to it; the name of who sits there when the game has begun."""
    end = page("Ada", 1, port)
    assert bot in end.player.last(Welcome).bots
    end.player.create(Terms(side="us", seed=bytes(32), least=0))
    until_ends((end,), lambda: bool(end.player.table))
    end.player.ask(Call, end.player.table, bot)
    until_ends((end,), lambda: end.player.have > 20)
    seat = end.player.table_now.seats[1]
    assert seat is not None
    return seat.name


def test_a_page_calls_the_bot_of_the_guide(folder: Path) -> None:
    """`play --web` offers it on its own server; and whoever runs a server may offer his own."""
    with command(folder / "ann", *typed("play --web")) as play:
        _link, port, fragment = link_of(play)
        assert fragment.startswith("bot=careful%3ACareful&")
        assert called_by_a_page(port, "careful:Careful") == "Careful"


@by_night
def test_a_server_offers_the_bot_of_its_host(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by PYTHONPATH: that server is started in another folder."""
    monkeypatch.setenv("PYTHONPATH", str(Path.cwd()))
    with real_server(tmp_path / "data", *typed("serve")[1:]) as real:
        assert called_by_a_page(real.port, "careful:Careful") == "Careful"


@by_night
def test_a_page_is_back_without_a_bot_that_is_not(folder: Path) -> None:
    """One sentence tells of it; other games of the page go on."""
    with command(folder / "ann", "play", "--web", "--bot", "careful:Careful") as play:
        port = link_of(play)[1]
        play.until("Ctrl-C ends it")
        play.interrupt()
        play.ended()
    Path("careful.py").unlink()
    with command(folder / "ann", "resume", "--web") as again:
        again.until("The bot careful:Careful: there is no module careful in this folder")
        assert link_of(again)[1] == port


@pytest.mark.parametrize("name", some([name for name in LATER if "made from" in SAID[name][0]], 1))
def test_a_wrong_bot_is_told_before_a_page_opens(folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--web", "--bot", name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    told(line, name)


@pytest.mark.parametrize("way", some(WAYS, 2))
def test_what_a_bot_prints_is_not_taken_for_ours(
    folder: Path, capfd: pytest.CaptureFixture[str], way: str
) -> None:
    assert main(["arena", "wrong:Talking", "first", "--games", "2", "--json", *WAYS[way]]) == 0
    assert json.loads(capfd.readouterr().out)["overall"]["games"] == 2


@by_night
def test_a_bot_that_prints_much_plays_on(folder: Path) -> None:
    """Nobody reads it: it must not fill a pipe."""
    with Terminal(folder, "play", "--plain", "--bot", "wrong:Talking", "--side", "us") as player:
        player.play_on("^Turn 6")
