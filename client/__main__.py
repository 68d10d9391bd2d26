"""The program `ironbottom`: finds the commands that are there, and runs the one that is asked for.

A command is a module of `commands/` with a function `add_to(parsers)`, which adds its parser and sets the parser's
default `run` to a function from the parsed arguments to an exit code: 0 done, 1 a check failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import NoReturn

from .letters import shown
from .terminal import any_letters, complain

COMMANDS = ("cards", "odds", "selfplay", "replay")

INTERRUPTED = 130

EXAMPLES = """\
examples:
  ironbottom cards list
  ironbottom selfplay --games 100
  ironbottom odds 4 --hp 3

each command has its own examples: ironbottom selfplay --help
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints repeat nothing raw of what was typed."""

    def error(self, message: str) -> NoReturn:
        super().error(shown(message))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with every command that is installed."""
    program = _Parser(
        prog="ironbottom",
        description="Iron Bottom & Sunset Sky: the two-player card game of the Solomons, 1942-43.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_argument("--version", action="version", version=f"%(prog)s {version('ironbottom')}")
    parsers = program.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        module = f"ironbottom.client.commands.{name}"
        if find_spec(module) is not None:
            import_module(module).add_to(parsers)
    return program


def run(argv: Sequence[str] | None) -> int:
    """Run one command line and return its exit code; a call without a command gets the help and a 2."""
    program = parser()
    arguments = program.parse_args(argv)
    if not hasattr(arguments, "run"):
        program.print_help(sys.stderr)
        return 2
    return int(arguments.run(arguments))


def open_closed_streams() -> None:
    """Where the shell has closed a stream (`<&-`), read nothing from it and write to nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; an interrupt, a reader that has left or a full disk ends it without a traceback."""
    open_closed_streams()
    any_letters()
    try:
        try:
            return run(argv)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Python flushes once more when it ends: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        complain(f"ironbottom: {error}.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
