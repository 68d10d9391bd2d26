"""The server that players have, on a computer whose wall clock jumps.

SIGUSR1 puts it back by an hour, SIGUSR2 forward by two.  Nothing else is changed: whoever asks the wall is misled.
"""

from __future__ import annotations

import runpy
import signal
import time
from collections.abc import Callable

HOUR = 3_600.0


def misled() -> Callable[[float], None]:
    """From now on the wall shows what the returned function makes of it."""
    real, ahead = time.time, [0.0]

    def wall() -> float:
        return real() + ahead[0]

    def jump(seconds: float) -> None:
        ahead[0] += seconds

    time.time = wall
    return jump


if __name__ == "__main__":
    jump = misled()
    signal.signal(signal.SIGUSR1, lambda _signal, _frame: jump(-HOUR))
    signal.signal(signal.SIGUSR2, lambda _signal, _frame: jump(2 * HOUR))
    runpy.run_module("ironbottom.server", run_name="__main__")
