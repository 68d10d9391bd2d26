"""Runs what a command does, and makes one sentence and an exit code of what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec

from ironbottom.language import _

from .errors import UserError
from .interrupts import as_interrupts, code_of
from .output import complain
from .signals import Signals

P = ParamSpec("P")


def run_command(main: Awaitable[int]) -> int:
    """Run a command; what a person can do something about is one sentence, and its code."""
    with Signals() as signals:
        try:
            return asyncio.run(signals.awaited(main))
        except asyncio.CancelledError:
            if not signals.heard:
                raise
            return signals.code
        except UserError as error:
            complain(error)
            return error.exit_code


def telling(main: Callable[P, int]) -> Callable[P, int]:
    """A command without a loop of events; it ends likewise, and work of hours that is stopped says so."""
    @wraps(main)
    def told(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            with as_interrupts():
                return main(*args, **kwargs)
        except UserError as error:
            complain(error)
            return error.exit_code
        except KeyboardInterrupt as interrupt:
            complain(_("Stopped before its end: give the same command again."))
            return code_of(interrupt)

    return told
