"""Terminals for the tests; whatever was started in them is ended with the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.client.terminal.real.terminal import Terminal
from tests.client.terminal.real.tmux import missing

Opens = Callable[..., Terminal]


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Opens]:
    """Open a terminal and run the program there, with these words; `home` is another folder than the usual one."""
    assert not missing(), missing()
    with ExitStack() as stack:

        def opened(*words: str, home: str = "home", **more: Any) -> Terminal:
            return stack.enter_context(Terminal(tmp_path / home, *words, **more))

        yield opened
