"""Bots of a host's own: which names are taken, and that one whose module is nowhere is told before anybody calls it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from ironbottom.server.lobby.bot_pool import BotPool, names
from ironbottom.server.ops.command import add_options, settings_of
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.runtime.own_bots import LONGEST, is_own_name, look_for
from ironbottom.server.runtime.settings import CannotServe

OWN = "careful:Careful"


def chosen(*words: str) -> tuple[str, ...]:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return settings_of(parser.parse_args(words)).own_bots


def test_the_option_may_be_repeated() -> None:
    assert chosen() == ()
    assert chosen("--bot", OWN, "--bot", "a.b:C", "--bot", OWN) == (OWN, "a.b:C")
    assert chosen("--bots", "3") == ()


@pytest.mark.parametrize("text", [
    "", "mate", ":", "a:", ":B", "a:B:C", "a b:C", "../a:B", "a.:B", "a:" + "B" * LONGEST,
])
def test_what_names_no_class_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_own_name(text)
    with pytest.raises(SystemExit):
        chosen("--bot", text)
    assert "is no bot of your own; allowed is MODULE:CLASS" in capsys.readouterr().err


def test_they_are_called_beside_ours_and_nobody_else_is() -> None:
    pool = BotPool(Clock(), Metrics(), 5, own=(OWN,))
    assert pool.names == (*names(), OWN)
    assert BotPool(Clock(), Metrics(), 0, own=(OWN,)).names == ()


def test_one_that_is_nowhere_is_told_and_none_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "careful.py").write_text("raise SystemExit(9)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    look_for((OWN, "json.decoder:JSONDecoder", "sys:exit"))
    with pytest.raises(CannotServe, match=r"^The bot lost\.one:Bot: there is no module lost\.one in this folder"):
        look_for((OWN, "lost.one:Bot"))
    assert "careful" not in sys.modules
