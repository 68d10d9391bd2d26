"""The test of two runs is itself put to the test: it must find every leak that is planted (decisions, "Secrets")."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.secrecy.laid import laid
from tests.secrecy.leaks import LEAKS
from tests.secrecy.reading import Leaked
from tests.secrecy.runs import WatchedGame, watched
from tests.support.lengths import some

LAID, WHOLE = 12, 16  # games in which a planted leak must be found


def games() -> Iterator[WatchedGame]:
    """Those on which many tests rest: laid tables, then games from the start, some with the choice of sides."""
    for number in range(LAID // 2):
        yield watched(number + 2)
        yield laid(number)
        yield laid(LAID // 2 + number)
    for number in range(WHOLE):
        yield watched(number + 20)


@pytest.mark.parametrize("name", some(LEAKS, 2))
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """§22, R-27, R-36, R-37, R-38  Whatever leaks, two worlds that differ only in secrets are told apart."""
    LEAKS[name](monkeypatch)
    with pytest.raises(Leaked):
        play_all(games())


def play_all(watches: Iterator[WatchedGame]) -> None:
    for watch in watches:
        watch.play()


def test_enough_leaks_are_planted() -> None:
    """§22  Every way in which a secret could leave has its planted leak."""
    assert len(LEAKS) >= 18
