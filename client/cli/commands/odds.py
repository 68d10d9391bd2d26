"""§3, §9.2  The command `odds`: exact odds of a roll, or of two sides that fire at each other."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from ironbottom.dice import Ability
from ironbottom.language import N_, _
from ironbottom.odds import (
    Duel,
    First,
    Round,
    at_least,
    duel,
    duel_rounds,
    expected,
    expected_damage,
    first_round,
    hits,
    withdrawal,
)
from ironbottom.vocabulary import phrase

from ...console.output import complain
from ...text.card_text import padded, width
from ...text.sanitize import can_print
from . import ABOUT

ABILITIES = range(21)
HP = range(1, 100)
SIDES: dict[str, First] = {"attack": "attack", "defence": "defence"}

EIGHTHS = "▏▎▍▌▋▊▉█"
BAR = 30  # characters for a certainty
RARE = 0.0005  # tables end where less than this is left

DESCRIPTION = N_("""\
Exact odds, nothing is simulated. An ability is "-" (none), 0 (limited: one die,
only a 6 hits) or 1 to 20.

  odds ABILITY [--hp N]                 a full roll: how many hits, and is a
                                        target with N HP brought down?
  odds --attack A --defence D --hp N    two sides that fire at each other, round
                                        by round
""")

EXAMPLES = N_("""\
examples:
  ironbottom odds 4 --hp 3

  torpedo attack: Anti-Air goes first
    ironbottom odds --attack 4 --defence 2 --hp 5 --first defence
  bomb attack, submarine, bombardment
    ironbottom odds --attack 2 --defence 1 --hp 6
  sea combat
    ironbottom odds --attack 5 --attacker-hp 4 --defence 3 --hp 6 --no-counter
  air control combat
    ironbottom odds --attack 3 --defence 2 --hp 1 --spent-withdraw
""")

ORDERS: dict[First | None, str] = {
    None: N_("Both roll together"),
    "attack": N_("The attack rolls first in each round"),
    "defence": N_("The defence rolls first in each round"),
}

Parsers = argparse._SubParsersAction  # what add_subparsers returns; argparse gives it no public name


class WrongUsageError(Exception):
    """An option that can't be; the text is the sentence for the player."""


class OddsFight(NamedTuple):
    """What `duel` is asked, in its order."""

    attack: Ability
    attacker_hp: int
    defence: Ability
    defender_hp: int
    first: First | None
    counter: bool
    spent_withdraw: bool


def add_to(parsers: Parsers[argparse.ArgumentParser]) -> None:
    """Add the command `odds` to the program's parsers."""
    parser = parsers.add_parser(
        "odds",
        help=_(ABOUT["odds"]),
        description=_(DESCRIPTION),
        epilog=_(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    # Numbers stay text here: `run` refuses bad ones in one sentence, argparse would print its usage first.
    about = _("one side rolls this ability until it is spent")
    parser.add_argument("ability", nargs="?", metavar="ABILITY", help=about)
    about = _("HP that the target or defender has left")
    parser.add_argument("--hp", "--defender-hp", dest="hp", metavar="N", help=about)
    _add_two_sides(parser.add_argument_group(_("two sides")))
    parser.add_argument("--ascii", action="store_true", help=_("plain characters only"))
    parser.add_argument("--json", action="store_true", help=_("print JSON instead of a table"))
    parser.set_defaults(run=run)


def _add_two_sides(two: argparse._ArgumentGroup) -> None:
    two.add_argument("--attack", metavar="A", help=_("ability of the attacker"))
    two.add_argument("--attacker-hp", metavar="N", help=_("HP that the attacker has left (default: 1, an airplane)"))
    two.add_argument("--defence", metavar="D", help=_("ability of the defender"))
    about = _("attack or defence: rolls first in each round (default: together)")
    two.add_argument("--first", metavar="SIDE", help=about)
    about = _("the defence is counter-fire and ends with the attack (default); --no-counter: both fire until spent")
    two.add_argument("--counter", action=argparse.BooleanOptionalAction, help=about)
    about = _("a side without attempts withdraws; that ends it")
    two.add_argument("--spent-withdraw", action="store_true", help=about)


def run(args: argparse.Namespace) -> int:
    """Print the odds that are asked for; return 0, or 2 when an option can't be."""
    try:
        text = _answer(args)
    except WrongUsageError as wrong:
        complain(f"ironbottom odds: {wrong}")
        return 2
    print(text)
    return 0


def _answer(args: argparse.Namespace) -> str:
    bar = _plain_bar if args.ascii or not can_print(EIGHTHS) else _block_bar
    if args.ability is None:
        fight = _fight(args)
        return json.dumps(fight_facts(fight), indent=2) if args.json else fight_table(fight, bar)
    _refuse_two_sided(args)
    ability = _ability("ABILITY", args.ability)
    hp = None if args.hp is None else _number("--hp", args.hp, HP)
    return json.dumps(roll_facts(ability, hp), indent=2) if args.json else roll_table(ability, hp, bar)


# What is asked


def _is_in(found: str, allowed: range) -> bool:
    return found.isascii() and found.isdigit() and len(found) <= 3 and int(found) in allowed


def _number(option: str, found: str, allowed: range) -> int:
    if _is_in(found, allowed):
        return int(found)
    wrong = _('{option} is "{found}"; it must be a whole number from {low} to {high}.')
    raise WrongUsageError(wrong.format(option=option, found=found[:40], low=allowed[0], high=allowed[-1]))


def _ability(option: str, found: str) -> Ability:
    if found == "-":
        return None
    if _is_in(found, ABILITIES):
        return int(found)
    wrong = _('{option} is "{found}"; it must be "-" or a whole number from 0 to {high}.')
    raise WrongUsageError(wrong.format(option=option, found=found[:40], high=ABILITIES[-1]))


def _side(found: str | None) -> First | None:
    if found is None:
        return None
    if found in SIDES:
        return SIDES[found]
    wrong = _('--first is "{found}"; it must be attack or defence, or be left out for together.')
    raise WrongUsageError(wrong.format(found=found[:40]))


def _counter(args: argparse.Namespace) -> str:
    return "--no-counter" if args.counter is False else "--counter"


def _refuse_two_sided(args: argparse.Namespace) -> None:
    given = {
        "--attack": args.attack,
        "--attacker-hp": args.attacker_hp,
        "--defence": args.defence,
        "--first": args.first,
        _counter(args): args.counter,
        "--spent-withdraw": args.spent_withdraw or None,
    }
    for option, found in given.items():
        if found is not None:
            wrong = _(
                '{option} is for two sides, but ABILITY "{ability}" is one side; '
                "give ABILITY alone, or --attack, --defence and --hp."
            )
            raise WrongUsageError(wrong.format(option=option, ability=args.ability))


def _fight(args: argparse.Namespace) -> OddsFight:
    if args.attack is None and args.defence is None:
        missing = _('ABILITY is missing; give "-" or a number from 0 to 20, or --attack, --defence and --hp.')
        raise WrongUsageError(missing)
    for option, found in {"--attack": args.attack, "--defence": args.defence, "--hp": args.hp}.items():
        if found is None:
            missing = _("{option} is missing; two sides need --attack, --defence and --hp.")
            raise WrongUsageError(missing.format(option=option))
    if args.spent_withdraw and args.counter is not None:
        both = _("{option} is given with --spent-withdraw; give only one of them.")
        raise WrongUsageError(both.format(option=_counter(args)))
    return OddsFight(
        attack=_ability("--attack", args.attack),
        attacker_hp=1 if args.attacker_hp is None else _number("--attacker-hp", args.attacker_hp, HP),
        defence=_ability("--defence", args.defence),
        defender_hp=_number("--hp", args.hp, HP),
        first=_side(args.first),
        counter=args.counter is not False,
        spent_withdraw=args.spent_withdraw,
    )


# What is answered


def _most(ability: Ability, hp: int | None) -> int:
    """Return the last number of hits that a table shows."""
    return hp if hp is not None else next(k for k in count() if at_least(ability, k + 1) < RARE)


def roll_facts(ability: Ability, hp: int | None) -> dict[str, object]:
    """Return the odds of one side's roll, for JSON; lists start at no hits."""
    most = _most(ability, hp)
    facts: dict[str, object] = {
        "ability": ability,
        "expected": expected(ability),
        "first_round": first_round(ability),
        "withdrawal": withdrawal(ability),
        "hits": list(hits(ability, most)),
        "at_least": [at_least(ability, k) for k in range(most + 1)],
    }
    if hp is not None:
        facts |= {"hp": hp, "down": at_least(ability, hp), "expected_damage": expected_damage(ability, hp)}
    return facts


def fight_facts(fight: OddsFight) -> dict[str, object]:
    """Return the odds of two sides, for JSON."""
    odds = duel(*fight)
    rounds = [shown._asdict() for shown in _worth_showing(fight)]
    return fight._asdict() | odds._asdict() | {"neither": _neither(odds), "rounds": rounds}


def _neither(odds: Duel) -> float:
    return max(0.0, 1 - odds.attacker_down - odds.defender_down + odds.both)


def _worth_showing(fight: OddsFight) -> list[Round]:
    """Return the rounds up to the one after which hardly anything is left."""
    rounds = duel_rounds(*fight)
    last = next(i for i, shown in enumerate(rounds) if shown.goes_on < RARE)
    return list(rounds[: last + 1])


def roll_table(ability: Ability, hp: int | None, bar: Callable[[float], str]) -> str:
    """Return the odds of one side's roll, for people."""
    name = _printed(ability)
    head = _("Ability {ability}") if hp is None else _("Ability {ability} against {hp} HP")
    lines = [head.format(ability=name, hp=hp), ""]
    facts = []
    if hp is not None:
        facts.append((_("target down"), _percent(at_least(ability, hp))))
        damage = phrase("cards.damage_of_hp", damage=f"{expected_damage(ability, hp):7.2f}", hp=hp)
        facts.append((_("expected damage"), damage))
    speed = _("(speed {speed})").format(speed=name)
    facts.append((_("expected hits"), f"{expected(ability):7.2f}"))
    facts.append((_("hit in round one"), _percent(first_round(ability))))
    facts.append((_("withdrawal check"), f"{_percent(withdrawal(ability))}  {speed}"))
    longest = max([width(what) for what, value in facts])
    lines += [f"  {padded(what, longest)}  {value}" for what, value in facts]
    head, columns = _head("  ", ((_("hits"), 4), (_("exactly"), 9), (_("at least"), 9)))
    lines += ["", head]
    for k, chance in enumerate(hits(ability, _most(ability, hp))):
        more = at_least(ability, k)
        row = _right("  ", (str(k), _percent(chance), _percent(more)), columns)
        lines.append(f"{row}  {bar(more)}".rstrip())
    return "\n".join(lines)


def fight_table(fight: OddsFight, bar: Callable[[float], str]) -> str:
    """Return the odds of two sides, for people."""
    odds = duel(*fight)
    down = (_("attacker down"), odds.attacker_down), (_("defender down"), odds.defender_down)
    chances = (*down, (_("both down"), odds.both), (_("neither down"), _neither(odds)))
    longest = max([width(what) for what, chance in chances])
    head, columns = _head(
        "   ",
        ((_("round"), 5), (_("attacker down"), 13), (_("defender down"), 13), (_("both down"), 9), (_("goes on"), 9)),
    )
    lines = [
        *_sides(fight),
        "",
        *[f"  {padded(what, longest)}  {_percent(chance)}  {bar(chance)}".rstrip() for what, chance in chances],
        *["", f"  {_expected(fight, odds)}", "", head],
    ]
    for number, shown in enumerate(_worth_showing(fight), start=1):
        lines.append(_right("   ", (str(number), *[_percent(chance) for chance in shown]), columns))
    lines += ["", _("Who goes down with the other is counted under both names.")]
    return "\n".join(lines)


def _head(space: str, labels: tuple[tuple[str, int], ...]) -> tuple[str, list[int]]:
    """The head of a table of figures, and its columns: each as wide as its figures, or as its label."""
    columns = [max(least, width(label)) for label, least in labels]
    return _right(space, [label for label, least in labels], columns), columns


def _right(space: str, cells: Sequence[str], columns: Sequence[int]) -> str:
    return "  " + space.join([padded(cell, column, ">") for cell, column in zip(cells, columns, strict=True)])


def _sides(fight: OddsFight) -> list[str]:
    """Who fires at whom, and how."""
    sides = _("Attack {attack} with {attacker_hp} HP against defence {defence} with {defender_hp} HP").format(
        attack=_printed(fight.attack), attacker_hp=fight.attacker_hp,
        defence=_printed(fight.defence), defender_hp=fight.defender_hp,
    )
    if fight.spent_withdraw:
        end = _("a side without attempts withdraws.")
    else:
        end = _("the counter-fire ends with the attack.") if fight.counter else _("both fire until spent.")
    return [sides, _("{order}; {end}").format(order=_(ORDERS[fight.first]), end=end)]


def _expected(fight: OddsFight, odds: Duel) -> str:
    sentence = _("expected damage: attacker {attacker} of {attacker_hp}, defender {defender} of {defender_hp}")
    return sentence.format(
        attacker=f"{odds.attacker_damage:.2f}", attacker_hp=fight.attacker_hp,
        defender=f"{odds.defender_damage:.2f}", defender_hp=fight.defender_hp,
    )


def _printed(ability: Ability) -> str:
    return "-" if ability is None else str(ability)


def _percent(chance: float) -> str:
    return f"{100 * chance:7.2f} %"


def _block_bar(chance: float) -> str:
    whole, part = divmod(round(chance * BAR * 8), 8)
    return EIGHTHS[-1] * whole + (EIGHTHS[part - 1] if part else "")


def _plain_bar(chance: float) -> str:
    return "#" * round(chance * BAR)
