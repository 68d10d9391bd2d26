"""What reads a command line: argparse, with its own words from our catalogues, and the choice of the language."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ironbottom.language import ENGLISH, LANGUAGES, N_, _, counted

from ..text.sanitize import sanitize

OPTION = "--lang"
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts

OWN_WORDS = (  # what argparse says by itself to the reader of a help or of a complaint
    N_("usage: "), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"), N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"), N_("not allowed with argument %s"), N_("unrecognized arguments: %s"),
    N_("unexpected option string: %s"), N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"), N_("expected one argument"), N_("expected at most one argument"),
    N_("expected at least one argument"), N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"), N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
)


vars(argparse).update(_=_, ngettext=counted)  # instead of gettext's own, which knows the system's catalogues only


class Parser(argparse.ArgumentParser):
    """A parser whose complaints repeat nothing raw of what was typed, and show the usage of the command that is meant.

    The parser of a command calls itself what it does not know: argparse leaves that to the parser above.
    """

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(_("unrecognized arguments: %s") % " ".join(unknown))
        return found, unknown

    def error(self, message: str) -> NoReturn:
        super().error(sanitize(message))


def add_language(program: argparse.ArgumentParser) -> None:
    """Add the option --lang, which may stand before or after the command."""
    about = _("the language, before or after the command (default: that of the environment)")
    program.add_argument(OPTION, choices=LANGUAGES, help=about)


def read_language(argv: Sequence[str], environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """The language to speak, and the arguments with --lang in front, wherever it stood: argparse judges it there."""
    given: list[str] = []
    rest: list[str] = []
    words = iter(argv)
    for word in words:
        if word == OPTION:
            given = [f"{OPTION}={next(words, '')}"]
        elif word.startswith(f"{OPTION}="):
            given = [word]
        else:
            rest += [word, *words] if word == "--" else [word]
    language = given[0].partition("=")[2] if given else ""
    spoken = [environment[name] for name in ENVIRONMENT if environment.get(name)]
    return language if language in LANGUAGES else (*spoken, ENGLISH)[0], [*given, *rest]
