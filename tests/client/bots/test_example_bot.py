"""The example bot of the guide: short, on its own, and able to play a whole game over the real protocol."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ironbottom.wire.messages import Create
from ironbottom.wire.terms import Terms
from tests import ROOT
from tests.server.support.crowd import Crowd, CrowdPlayer, context
from tests.server.support.server_process import OwnProcess

BOT = ROOT / "client" / "bots" / "example.py"
SOURCE = BOT.read_text(encoding="utf-8")


def test_it_has_fewer_than_eighty_lines() -> None:
    assert len(SOURCE.splitlines()) < 80


def test_it_needs_nothing_of_this_project() -> None:
    imported = {
        name.split(".", maxsplit=1)[0]
        for node in ast.walk(ast.parse(SOURCE))
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - set(sys.stdlib_module_names) == {"msgpack", "cryptography"}


def test_it_plays_a_whole_game(tmp_path: Path) -> None:
    """It finds the open table in the lobby, tosses, answers, signs, and leaves when the game is over."""
    argv = ["ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path), "--no-announce"]
    with OwnProcess(*argv, "--child", "--log", str(tmp_path / "log")) as server:
        host = CrowdPlayer(server.port, context(), 7)
        host.ask(Create, os.urandom(16), Terms(reach="open"))
        while host.seated is None:
            for message in host.hear():
                host.take(message)
        command = [sys.executable, str(BOT), "127.0.0.1", str(server.port)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as bot:
            crowd = Crowd(host)
            while not host.over and bot.poll() is None:
                for player in crowd.hear(1.0):
                    if player.ready is not None:
                        player.answer()
            _out, said = bot.communicate(timeout=20)
        assert host.over, said
        assert "The game is over" in said
        host.close()


def test_it_goes_along_with_no_other_toss(tmp_path: Path) -> None:
    """The server looks at the deal, and tosses again: the bot leaves, and says why."""
    argv = ["tests.proof.cheating", "grinds", "--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path)]
    with OwnProcess(*argv, "--no-announce", "--child", "--log", str(tmp_path / "log")) as server:
        host = CrowdPlayer(server.port, context(), 7)
        host.ask(Create, os.urandom(16), Terms(reach="open"))
        while host.seated is None:
            for message in host.hear():
                host.take(message)
        command = [sys.executable, str(BOT), "127.0.0.1", str(server.port)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as bot:
            Crowd(host).until(lambda: bot.poll() is not None)
            _out, said = bot.communicate(timeout=20)
        assert said.strip() == "A toss came to nothing after my share was shown: I leave."
        host.close()
def run(*words: str, without: str = "") -> str:
    """What it says when it cannot play; `without` is a package that is not there."""
    program = f"import sys; sys.modules[{without!r}] = None; sys.argv = {['example.py', *words]}\n"
    program += f"exec(compile(open({str(BOT)!r}).read(), 'example.py', 'exec'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize(("words", "without"), [
    ((), ""), (("localhost",), ""), (("localhost", "x"), ""), (("localhost", "1"), ""), (("localhost", "99999"), ""),
    (("localhost", "4277"), "msgpack"), (("localhost", "4277"), "cryptography"),
])
def test_what_is_missing_is_named_in_one_line(words: tuple[str, ...], without: str) -> None:
    said = run(*words, without=without)
    assert len(said.splitlines()) == 1
    assert without in said.split(": type")[0]
    assert "`python example.py HOST PORT`" in said
    assert "`pip install msgpack cryptography`" in said


def test_where_no_table_is_free_it_says_so(tmp_path: Path) -> None:
    argv = ["ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path), "--no-announce"]
    with OwnProcess(*argv, "--child", "--log", str(tmp_path / "log")) as server:
        assert run("127.0.0.1", str(server.port)) == "No table has a free seat: make one with host --open.\n"
