"""Terminals for the tests; whatever was started in them is ended with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.client.terminal.real.terminal import TmuxTerminal
from tests.client.terminal.real.tmux import missing

Opens = Callable[..., TmuxTerminal]


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Opens]:
    """Open a terminal and run the program there, with these words; `home` is another folder than the usual one."""
    assert not missing(), missing()
    with ExitStack() as stack:

        def opened(*words: str, home: str = "home", **more: Any) -> TmuxTerminal:
            return stack.enter_context(TmuxTerminal(tmp_path / home, *words, **more))

        yield opened
