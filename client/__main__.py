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
from importlib.util import find_spec

from ironbottom.language import N_, _, speak

from .cli.commands import ABOUT
from .cli.parser import Parser, add_language, read_language
from .console.interrupts import Stopped, code_of
from .console.output import any_letters, complain

COMMANDS = tuple(ABOUT)
ELSEWHERE = {  # commands that do not lie in commands/
    "serve": "ironbottom.server.ops.command", "moderate": "ironbottom.server.ops.moderate",
    "server": "ironbottom.server.ops.server_command",
}

EXAMPLES = N_("""\
examples:
  ironbottom tutorial
  ironbottom play --side us
  ironbottom host
  ironbottom odds 4 --hp 3

each command has its own examples: ironbottom host --help

environment:
  IRONBOTTOM_HOME     the folder of your key, your name and your games
                      (default: the one that your system has for data)
  IRONBOTTOM_NAME     what others call you, where no --name does
  IRONBOTTOM_MAILBOX  the mailbox server for spoken codes (client/net/REMOTE.md)
""")


def parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of a command line, with the command that it names alone; without words, with every command.

    A game starts sooner when it does not wait for what only the other commands need; a list of them needs none.
    """
    program = Parser(
        prog="ironbottom",
        description=_("Iron Bottom & Sunset Sky: the two-player card game of the Solomons, 1942-43."),
        epilog=_(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    about = _("show program's version number and exit")
    program.add_argument("--version", action="version", version=_version(words), help=about)
    add_language(program)
    parsers = program.add_subparsers(title=_("commands"), metavar="COMMAND")
    named = [word for word in words or () if not word.startswith("-")][:1]
    for name in named if named and named[0] in COMMANDS else COMMANDS:
        module = ELSEWHERE.get(name, f"ironbottom.client.cli.commands.{name}")
        if find_spec(module) is None:
            continue
        if words is None or name in named:
            import_module(module).add_to(parsers)
        else:
            parsers.add_parser(name, help=_(ABOUT[name]), add_help=False)
    return program


def _version(words: Sequence[str] | None) -> str:
    """What --version prints; to look it up takes long, so only where it is asked for."""
    if words is not None and "--version" not in words:
        return ""
    return f"%(prog)s {import_module('importlib.metadata').version('ironbottom')}"


def run(argv: Sequence[str]) -> int:
    """Run one command line and return its exit code; a call without a command gets the help and a 2."""
    program = parser(argv)
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
            language, words = read_language(sys.argv[1:] if argv is None else argv, os.environ)
            speak(language)
            return run(words)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        if isinstance(interrupt, Stopped):
            complain(_("Stopped by {signal}.").format(signal=interrupt.name))
        return code_of(interrupt)
    except OSError as error:
        # Python flushes once more when it ends: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0
        complain(f"ironbottom: {error}.")
        return 1


if __name__ == "__main__":
    sys.exit(main())
