"""The worked answers of the guide: a step and a pick, alone as they stand there, and by its bot in a whole game."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.questions import Move, Pick, Shape
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import Side
from tests import ROOT

GUIDE = (ROOT / "client" / "bots" / "GUIDE.md").read_text(encoding="utf-8")
CAREFUL, WORKED, FORWARD = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def test_what_it_says_of_answers_is_so() -> None:
    assert WORKED.count("assert ") == 7
    exec(WORKED, {})  # noqa: S102 - our own document


@pytest.fixture
def forward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Its second bot, imported as it would be in the folder of whoever wrote it."""
    for name, text in (("careful", CAREFUL), ("forward", FORWARD)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("forward").Forward
    for name in ("careful", "forward"):
        sys.modules.pop(name, None)


def test_its_second_bot_moves_and_picks(forward: Any) -> None:
    """Every answer is legal, and some of each kind are more than the default."""
    cards, own = card_set("core"), set[type[Shape]]()
    game, bots = new_game(cards, bytes(32)), {side: forward(cards, Random(side)) for side in Side}
    while game.asked:
        side = next(iter(game.asked))
        seen = view(game, side)
        assert seen.question is not None
        answer = bots[side].choose(seen)
        assert seen.question.shape.fault(answer) is None
        if answer != seen.question.default:
            own.add(type(seen.question.shape))
        game.answer(side, answer)
    assert own == {Move, Pick}


def test_a_token_is_dealt_anew() -> None:
    """As the guide says: who keeps one over a mix names another card, or none."""
    game, rng = new_game(card_set("core"), bytes(32)), Random(1)
    seen: list[dict[Any, int]] = []
    while game.asked and len(seen) < 60:
        side = next(iter(game.asked))
        seen.append({row.lead: row.token for row in view(game, Side.US).us.formations})
        game = game.after(side, game.asked[side].shape.guess(rng))
    assert any(one[lead] != other[lead] for one in seen for other in seen for lead in one.keys() & other.keys())
