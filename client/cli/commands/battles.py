"""`ironbottom battles`: list the historical battles, show one, check a file with a battle of one's own, make one."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names
from ironbottom.battle_words import CardNames, begins, counting, levels, order_of_battle, special_rules, told
from ironbottom.catalog import CardError, cards_by_id
from ironbottom.language import N_, _
from ironbottom.phrases import side_name
from ironbottom.words import SIDES

from ...console.errors import UserError
from ...console.output import complain, say, say_json
from ...storage.card_sets import BATTLES, USUAL_SET, MeasuredBattle, battle_of, laid_out, measured
from ...text.card_text import table
from ...text.sanitize import printed_name, sanitize
from ..battle_making import add_edit, add_link, add_new
from . import ABOUT

DONE, FAILED = 0, 1

EXAMPLES = N_("""\
examples:
  ironbottom battles list
  ironbottom battles show cape-esperance
  ironbottom battles check my-battle.yaml
  ironbottom battles new --from game.ibss@131 --turns 4 --out my-battle.yaml
  ironbottom battles edit my-battle.yaml
  ironbottom battles link my-battle.yaml                      (to be shared)
  ironbottom battles export my-battle.yaml > my-battle.json   (for the page)
  ironbottom arena --balance --battle my-battle.yaml --games 400
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its three sub-commands."""
    command = _parser(parsers, "battles", _(ABOUT["battles"]), _(EXAMPLES))
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    about = _("List the battles: when they were, how long they are, who begins, and how even they are.")
    listing = _parser(commands, "list", about, _("example:\n  ironbottom battles list --json\n"))
    listing.set_defaults(run=run, battles=_list)
    about = _("Show a battle: who lies where, special rules, what counts, its history.")
    show = _parser(commands, "show", about, _("example:\n  ironbottom battles show savo-island\n"))
    show.add_argument("name", metavar=BATTLES, help=_("a battle of the list, or a file of your own"))
    show.set_defaults(run=run, battles=_show)
    about = _("Read a file as a battle; the first fault ends it with one sentence.")
    check = _parser(commands, "check", about, _("example:\n  ironbottom battles check my-battle.yaml\n"))
    check.add_argument("name", metavar="FILE", help=_("the file (see cards/FIELDS.md)"))
    check.set_defaults(run=run, battles=_check)
    add_new(commands, run)
    add_edit(commands, run)
    add_link(commands, run)
    about = _("Print a battle as JSON, as the page and other programs read it.")
    export = _parser(commands, "export", about, _("example:\n  ironbottom battles export my-battle.yaml > my.json\n"))
    export.add_argument("name", metavar=BATTLES, help=_("a battle of the list, or a file of your own"))
    export.set_defaults(run=run, battles=_export)
    for one in (listing, show):
        one.add_argument("--json", action="store_true", help=_("print JSON instead"))
    for one in (show, check, export):
        one.add_argument("--set", metavar="core|full|DIR", default=USUAL_SET, help=_(
            "the cards, where the battle is one for a folder of your own"
        ))


def _parser(
    parsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return parsers.add_parser(name, help=about, description=about, epilog=examples, formatter_class=raw)


def run(args: argparse.Namespace) -> int:
    """Run the sub-command; a battle that does not do is 1, with one sentence."""
    command: Callable[[argparse.Namespace], None] = args.battles
    try:
        command(args)
    except (CardError, UserError) as error:
        complain(error)
        return FAILED
    return DONE


def _export(args: argparse.Namespace) -> None:
    battle, _cards = laid_out(args.name, args.set)
    say_json(battle, indent=1)


def _check(args: argparse.Namespace) -> None:
    battle, _cards = laid_out(args.name, args.set)
    text = _("{file} is in order: {title}, {turns}")
    say([text.format(file=args.name, title=told(battle).title, turns=begins(battle))])


def _list(args: argparse.Namespace) -> None:
    battles = [battle_of(name) for name in battle_names()]
    if args.json:
        say_json([_in_brief(battle) for battle in battles])
        return
    head = [_("Name"), _("Battle"), _("Day"), _("Turns"), _("First"), _("US wins"), _("Answers")]
    say(table(head, [_row(battle) for battle in battles]))
    say(["", _("US wins: so many games of a hundred, between two bots that are equal.")])


def _row(battle: Battle) -> list[str]:
    found = measured(battle.name)
    figures = ["-", "-"] if found is None else [f"{100 * found.us:.0f} %", f"{found.answers:.0f}"]
    about = [sanitize(told(battle).title), battle.date, str(battle.turns), side_name(battle.first)]
    return [battle.name, *about, *figures]


def _in_brief(battle: Battle) -> dict[str, Any]:
    return {
        "name": battle.name, "title": told(battle).title, "date": battle.date, "turns": battle.turns,
        "first": battle.first.name.lower(), "set": battle.set, "decks": battle.decks, "options": battle.options,
        "introduction": told(battle).introduction, "measured": to_builtins(measured(battle.name)),
    }


def _show(args: argparse.Namespace) -> None:
    battle, cards = laid_out(args.name, args.set)
    found = measured(battle.name) if args.name in battle_names() else None
    if args.json:
        say_json({**to_builtins(battle), "measured": found})
        return
    names, text = CardNames(cards_by_id(cards), printed_name), told(battle)
    lines = [f"{text.title}  ({battle.name})", begins(battle), "", sanitize(text.introduction)]
    for side in SIDES:
        lines += ["", *order_of_battle(battle, side, names)]
    lines += ["", _("Rules"), *_indented(special_rules(battle))]
    lines += ["", _("What counts"), *_indented(counting(battle)), f"  {levels(battle)}"]
    if found is not None:
        lines += ["", _balance(found)]
    lines += ["", _("History"), ""]
    for paragraph in text.history.split("\n\n"):
        lines += [sanitize(paragraph), ""]
    if battle.sources:
        lines += [_("Sources"), *_indented(list(map(sanitize, battle.sources)))]
    say(lines)


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _balance(found: MeasuredBattle) -> str:
    text = _("Between two bots of equal strength ({bot}) the US wins {us:.0f} % of {games} games "
             "({low:.0f} to {high:.0f} % with 95 % confidence); a game has {answers:.0f} answers of both sides.")
    return text.format(
        bot=found.bot, us=100 * found.us, games=found.games, low=100 * found.low, high=100 * found.high,
        answers=found.answers,
    )
