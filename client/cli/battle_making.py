"""The sub-commands of `ironbottom battles` that make battles: of a moment of a game, and in an editor."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from ironbottom.battle_link import is_link, link_to
from ironbottom.battle_sheet import battle_names
from ironbottom.language import N_, _

from ..console.errors import UserError
from ..console.running import run_command
from ..console.stdin import is_screen
from ..storage.card_sets import BATTLES, CHOICES, EXPORTED, USUAL_SET, battle_of, cards_of, laid_out
from ..storage.web_profiles import OWN_PAGE

MOST_TURNS = 40
Run = Callable[[argparse.Namespace], int]

NEW = N_("""\
examples:
  ironbottom battles new --from game.ibss@131
  ironbottom battles new --from game.ibss@131 --turns 4 --title "The last night" --out last-night.yaml

the number tells how many answers were given before, as `ironbottom replay` shows it. the battle begins with the turn
that begins there or next.
""")


def add_new(commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """`battles new`."""
    raw = argparse.RawDescriptionHelpFormatter
    about = _("Make a battle of a moment of a finished game, with all that lies on the table and in decks and hands.")
    new = commands.add_parser("new", help=about, description=about, epilog=_(NEW), formatter_class=raw)
    new.add_argument("--from", dest="begin", metavar="GAME@MOMENT", required=True, help=_(
        "the transcript of a finished game, and after how many answers the battle begins"
    ))
    about = _("how long it is, of both sides together (default: 6)")
    new.add_argument("--turns", type=_turns, metavar="N", help=about)
    new.add_argument("--title", default="", metavar="TEXT", help=_("what it is called"))
    about = _("yes: both draw, and hands are dealt anew; no: nobody draws, and hands stay (default: as in the game)")
    new.add_argument("--decks", choices=("yes", "no"), help=about)
    new.add_argument("--out", metavar="FILE", help=_("the file to write (default: print it)"))
    new.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    new.set_defaults(run=run, battles=_new)


def _turns(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= MOST_TURNS):
        allowed = _("found {text}; allowed is a number from 1 to {most}")
        raise argparse.ArgumentTypeError(allowed.format(text=repr(text[:40]), most=MOST_TURNS))
    return int(text)


def _new(args: argparse.Namespace) -> None:
    import_module("ironbottom.client.launch.alone.battle_of_moment").run(args)


EDIT = N_("""\
examples:
  ironbottom battles edit my-battle.yaml
  ironbottom battles edit cape-esperance --out my-cape.yaml
""")


def add_edit(commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """`battles edit`."""
    raw = argparse.RawDescriptionHelpFormatter
    about = _("Change a battle in the terminal: ships and their lines, airplanes, damage, decks, and what counts.")
    edit = commands.add_parser("edit", help=about, description=about, epilog=_(EDIT), formatter_class=raw)
    edit.add_argument("name", metavar=BATTLES, help=_("a file with a battle, a battle of the list, or a link"))
    edit.add_argument("--out", metavar="FILE", help=_("the file to save it to (default: the same file)"))
    edit.add_argument("--set", metavar=CHOICES, default=USUAL_SET, help=_(
        "the cards, where the battle is one for a folder of your own"
    ))
    edit.set_defaults(run=run, battles=_edit)


LINK = N_("""\
examples:
  ironbottom battles link my-battle.yaml

the link holds the whole battle; no server keeps it. a friend opens it in the browser while `ironbottom play --web` runs
on his computer, or plays it in the terminal: ironbottom play --battle LINK
""")


def add_link(commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """`battles link`."""
    raw = argparse.RawDescriptionHelpFormatter
    about = _("Print a link that holds a battle, to be shared.")
    link = commands.add_parser("link", help=about, description=about, epilog=_(LINK), formatter_class=raw)
    link.add_argument("name", metavar=BATTLES, help=_("a file with a battle, a battle of the list, or a link"))
    link.add_argument("--set", metavar=CHOICES, default=USUAL_SET, help=_(
        "the cards, where the battle is one for a folder of your own"
    ))
    link.set_defaults(run=run, battles=_link)


def _link(args: argparse.Namespace) -> None:
    battle, _cards = laid_out(args.name, args.set)
    print(link_to(battle, OWN_PAGE))


def _edit(args: argparse.Namespace) -> None:
    battle = battle_of(args.name)
    cards = cards_of(battle, args.set)
    name = battle.name if is_link(args.name) else args.name
    of_another_kind = is_link(args.name) or name in battle_names() or name.endswith(EXPORTED)
    file = Path(args.out or (f"{name.removesuffix(EXPORTED)}.yaml" if of_another_kind else name))
    if str(file) != args.name and file.exists():
        text = _("{file}: found a file already; allowed is another name, with --out FILE.")
        raise UserError(text.format(file=file))
    if not (sys.stdin.isatty() and is_screen()):
        raise UserError(_("The editor needs a terminal; in a file a battle is written as cards/FIELDS.md says."))
    run_command(import_module("ironbottom.client.terminal.editor.editor_app").edited(battle, cards, file))
