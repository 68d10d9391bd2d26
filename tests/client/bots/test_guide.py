"""The worked answers of the guide: a step and a pick, alone as they stand there, and by its bot in a whole game."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.mate import Mate
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.launch.arena.in_process import forget, tell
from ironbottom.events import ShotDown
from ironbottom.questions import Move, Pick, Shape
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.words import Side
from tests import ROOT

GUIDE = (ROOT / "client" / "bots" / "GUIDE.md").read_text(encoding="utf-8")
CAREFUL, WORKED, FORWARD, TRYING, TELLING = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def test_what_it_says_of_answers_is_so() -> None:
    assert WORKED.count("assert ") == 7
    exec(WORKED, {})  # noqa: S102 - our own document


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Its bots, imported as they would be in the folder of whoever wrote them."""
    texts = {"careful": CAREFUL, "forward": FORWARD, "trying": TRYING, "telling": TELLING}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in texts:
        sys.modules.pop(name, None)


@pytest.fixture
def forward(written: None) -> Any:
    """The second one."""
    return importlib.import_module("forward").Forward


def test_its_third_bot_listens_and_tries_its_actions(written: None) -> None:
    """It hears each update, and chooses an action that is not always the default."""
    cards, chosen = card_set("core"), list[bool]()
    game, trying = new_game(cards, bytes(32)), importlib.import_module("trying").Trying(cards, Random(1))
    enemy = Mate(cards, Random(2))
    while game.asked and game.state.turn < 8:
        trying.hears(seen(game.events or (), Side.US), view(game, Side.US))
        assert game.events is not None
        game.events.clear()
        side = next(iter(game.asked))
        before = view(game, side)
        assert before.question is not None
        answer = trying.choose(before) if side is Side.US else enemy.choose(before)
        if before.question.step == "action.choose" and side is Side.US:
            chosen.append(answer != before.question.default)
        game.answer(side, answer)
    assert True in chosen


def test_its_fourth_bot_hears_and_says_why(written: None) -> None:
    """It counts on, and is told like any other."""
    cards, said = card_set("core"), list[str]()
    telling = NamedBot("telling:Telling", importlib.import_module("telling").Telling(cards, Random(1)))
    game, enemy = new_game(cards, bytes(32)), made("mate", cards, Random(2))
    down = 0
    while game.asked:
        down += sum([len(e.airplanes) for e in game.events or () if isinstance(e, ShotDown) and e.side is Side.JP])
        tell(game, {Side.US: telling})
        forget(game)
        side = next(iter(game.asked))
        before = view(game, side)
        answer = (telling if side is Side.US else enemy).choose(before)
        if side is Side.US:
            said.append(telling.why(before, answer))
            assert said[-1] == f"Airplanes of the enemy that are down: {down}."
        game.answer(side, answer)
    assert len(set(said)) > 1


def test_its_second_bot_moves_and_picks(forward: Any) -> None:
    """Every answer is legal, and some of each kind are more than the default."""
    cards, own = card_set("core"), set[type[Shape]]()
    game, bots = new_game(cards, bytes(32)), {side: forward(cards, Random(side)) for side in Side}
    while game.asked:
        side = next(iter(game.asked))
        before = view(game, side)
        assert before.question is not None
        answer = bots[side].choose(before)
        assert before.question.shape.fault(answer) is None
        if answer != before.question.default:
            own.add(type(before.question.shape))
        game.answer(side, answer)
    assert own == {Move, Pick}


def test_a_token_is_dealt_anew() -> None:
    """As the guide says: who keeps one over a mix names another card, or none."""
    game, rng = new_game(card_set("core"), bytes(32)), Random(1)
    rows: list[dict[Any, int]] = []
    while game.asked and len(rows) < 60:
        side = next(iter(game.asked))
        rows.append({row.lead: row.token for row in view(game, Side.US).us.formations})
        game = game.after(side, game.asked[side].shape.guess(rng))
    assert any(one[lead] != other[lead] for one in rows for other in rows for lead in one.keys() & other.keys())
