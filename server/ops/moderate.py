"""`ironbottom moderate`: whom the host of a server does not let in.  A server that runs follows within a second."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ironbottom.language import N_, _

from ..lobby.club.moderation import KINDS, BadLine, ModerationLine, keep, line_of, lines_in
from ..store.data_folder import MODERATION
from .command import default_data

DONE, FAILED = 0, 1

EXAMPLES = N_("""\
examples:
  ironbottom moderate list --data /srv/ironbottom
  ironbottom moderate ban key ABCD-EFGH-IJKL-MNOP   (as `ironbottom verify` and `ironbottom key show` tell it)
  ironbottom moderate ban address 192.0.2.0/24
  ironbottom moderate ban name Rude                 (who comes under it is a guest)
  ironbottom moderate lift name Rude
""")


def add_to(parsers: Any) -> None:
    """Add `moderate` to the program."""
    about = _("Ban a key, an address or a name from a server of yours, or lift that again.")
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser(
        "moderate", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw
    )
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    for name, about in (
        ("list", _("List who and what is banned.")), ("ban", _("Ban somebody.")), ("lift", _("Lift a ban."))
    ):
        one = commands.add_parser(name, help=about, description=about)
        if name != "list":
            one.add_argument("kind", choices=KINDS, help=_("what is named"))
            one.add_argument("what", metavar="WHAT", help=_("the letters of a key, an address or a network, a name"))
        one.add_argument("--data", type=Path, metavar="DIR", help=_("the folder of the server"))
        one.set_defaults(run=run, moderate=name)


def run(args: argparse.Namespace) -> int:
    """Do it, or say in one sentence why not."""
    folder: Path = args.data or default_data()
    try:
        _do(args, folder)
    except BadLine as why:
        text = _("{line} cannot be read; write key ABCD-EFGH-IJKL-MNOP, address 192.0.2.0/24 or name NAME (what is "
                 "banned stands in {path}).")
        return _failed(text.format(line=repr(str(why)), path=folder / MODERATION))
    except OSError as error:
        text = _("{path} cannot be read or written ({why}): name the server's folder with --data, as its own user.")
        return _failed(text.format(path=folder / MODERATION, why=error.strerror))
    return DONE


def _do(args: argparse.Namespace, folder: Path) -> None:
    lines = lines_in(folder)
    if args.moderate == "list":
        print("\n".join(map(str, lines)) or _("Nobody is banned."))
        return
    if not folder.is_dir():
        raise FileNotFoundError(2, _("there is no such folder"))
    line = line_of(f"{args.kind} {args.what}")
    kept = [one for one in lines if one != line]
    if args.moderate == "lift" and len(kept) == len(lines):
        print(_("{line} was not banned.").format(line=line))
        return
    keep(folder, [*kept, line] if args.moderate == "ban" else kept)
    print(_told(args.moderate, line))


def _told(what: str, line: ModerationLine) -> str:
    text = _("{line} is banned; a server that runs follows within a second.") if what == "ban" else _(
        "{line} is banned no more.")
    return text.format(line=line)


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return FAILED
