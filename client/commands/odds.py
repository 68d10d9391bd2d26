"""§3, §9.2  The command `odds`: exact odds of a roll, or of two sides that fire at each other."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from ironbottom.dice import Ability
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

from ..letters import can_print
from ..terminal import complain

ABILITIES = range(21)
HP = range(1, 100)
SIDES: dict[str, First] = {"attack": "attack", "defence": "defence"}

EIGHTHS = "▏▎▍▌▋▊▉█"
BAR = 30  # characters for a certainty
RARE = 0.0005  # tables end where less than this is left

DESCRIPTION = """\
Exact odds, nothing is simulated. An ability is "-" (none), 0 (limited: one die,
only a 6 hits) or 1 to 20.

  odds ABILITY [--hp N]                 a full roll: how many hits, and is a
                                        target with N HP brought down?
  odds --attack A --defence D --hp N    two sides that fire at each other, round
                                        by round
"""

EXAMPLES = """\
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
"""

Parsers = argparse._SubParsersAction  # what add_subparsers returns; argparse gives it no public name


class WrongUsageError(Exception):
    """An option that can't be; the text is the sentence for the player."""


class Fight(NamedTuple):
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
        help="exact odds of a roll or of an exchange of fire",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    # Numbers stay text here: `run` refuses bad ones in one sentence, argparse would print its usage first.
    parser.add_argument("ability", nargs="?", metavar="ABILITY", help="one side rolls this ability until it is spent")
    parser.add_argument("--hp", "--defender-hp", dest="hp", metavar="N", help="HP that the target or defender has left")
    two = parser.add_argument_group("two sides")
    two.add_argument("--attack", metavar="A", help="ability of the attacker")
    two.add_argument("--attacker-hp", metavar="N", help="HP that the attacker has left (default: 1, an airplane)")
    two.add_argument("--defence", metavar="D", help="ability of the defender")
    two.add_argument("--first", metavar="SIDE", help="attack or defence: rolls first in each round (default: together)")
    two.add_argument(
        "--counter",
        action=argparse.BooleanOptionalAction,
        help="the defence is counter-fire and ends with the attack (default); --no-counter: both fire until spent",
    )
    two.add_argument("--spent-withdraw", action="store_true", help="a side without attempts withdraws; that ends it")
    parser.add_argument("--ascii", action="store_true", help="plain characters only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


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
    raise WrongUsageError(f'{option} is "{found[:40]}"; it must be a whole number from {allowed[0]} to {allowed[-1]}.')


def _ability(option: str, found: str) -> Ability:
    if found == "-":
        return None
    if _is_in(found, ABILITIES):
        return int(found)
    raise WrongUsageError(f'{option} is "{found[:40]}"; it must be "-" or a whole number from 0 to {ABILITIES[-1]}.')


def _side(found: str | None) -> First | None:
    if found is None:
        return None
    if found in SIDES:
        return SIDES[found]
    raise WrongUsageError(f'--first is "{found[:40]}"; it must be attack or defence, or be left out for together.')


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
            raise WrongUsageError(
                f'{option} is for two sides, but ABILITY "{args.ability}" is one side; '
                "give ABILITY alone, or --attack, --defence and --hp."
            )


def _fight(args: argparse.Namespace) -> Fight:
    if args.attack is None and args.defence is None:
        raise WrongUsageError('ABILITY is missing; give "-" or a number from 0 to 20, or --attack, --defence and --hp.')
    for option, found in {"--attack": args.attack, "--defence": args.defence, "--hp": args.hp}.items():
        if found is None:
            raise WrongUsageError(f"{option} is missing; two sides need --attack, --defence and --hp.")
    if args.spent_withdraw and args.counter is not None:
        raise WrongUsageError(f"{_counter(args)} is given with --spent-withdraw; give only one of them.")
    return Fight(
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


def fight_facts(fight: Fight) -> dict[str, object]:
    """Return the odds of two sides, for JSON."""
    odds = duel(*fight)
    rounds = [shown._asdict() for shown in _worth_showing(fight)]
    return fight._asdict() | odds._asdict() | {"neither": _neither(odds), "rounds": rounds}


def _neither(odds: Duel) -> float:
    return max(0.0, 1 - odds.attacker_down - odds.defender_down + odds.both)


def _worth_showing(fight: Fight) -> list[Round]:
    """Return the rounds up to the one after which hardly anything is left."""
    rounds = duel_rounds(*fight)
    last = next(i for i, shown in enumerate(rounds) if shown.goes_on < RARE)
    return list(rounds[: last + 1])


def roll_table(ability: Ability, hp: int | None, bar: Callable[[float], str]) -> str:
    """Return the odds of one side's roll, for people."""
    name = _printed(ability)
    lines = [f"Ability {name}" + ("" if hp is None else f" against {hp} HP"), ""]
    if hp is not None:
        lines.append(f"  target down       {_percent(at_least(ability, hp))}")
        lines.append(f"  expected damage   {expected_damage(ability, hp):7.2f} of {hp}")
    lines.append(f"  expected hits     {expected(ability):7.2f}")
    lines.append(f"  hit in round one  {_percent(first_round(ability))}")
    lines.append(f"  withdrawal check  {_percent(withdrawal(ability))}  (speed {name})")
    lines += ["", "  hits    exactly   at least"]
    for k, chance in enumerate(hits(ability, _most(ability, hp))):
        more = at_least(ability, k)
        lines.append(f"  {k:4}  {_percent(chance)}  {_percent(more)}  {bar(more)}".rstrip())
    return "\n".join(lines)


def fight_table(fight: Fight, bar: Callable[[float], str]) -> str:
    """Return the odds of two sides, for people."""
    odds = duel(*fight)
    chances = {
        "attacker down": odds.attacker_down,
        "defender down": odds.defender_down,
        "both down": odds.both,
        "neither down": _neither(odds),
    }
    lines = [
        f"Attack {_printed(fight.attack)} with {fight.attacker_hp} HP"
        f" against defence {_printed(fight.defence)} with {fight.defender_hp} HP",
        _mode(fight),
        "",
        *[f"  {what:<13}  {_percent(chance)}  {bar(chance)}".rstrip() for what, chance in chances.items()],
        "",
        f"  expected damage: attacker {odds.attacker_damage:.2f} of {fight.attacker_hp},"
        f" defender {odds.defender_damage:.2f} of {fight.defender_hp}",
        "",
        "  round   attacker down   defender down   both down     goes on",
    ]
    for number, shown in enumerate(_worth_showing(fight), start=1):
        a, d, both, goes_on = [_percent(chance) for chance in shown]
        lines.append(f"  {number:5}   {a:>13}   {d:>13}   {both:>9}   {goes_on:>9}")
    lines += ["", "Who goes down with the other is counted under both names."]
    return "\n".join(lines)


def _mode(fight: Fight) -> str:
    order = "Both roll together" if fight.first is None else f"The {fight.first} rolls first in each round"
    if fight.spent_withdraw:
        return f"{order}; a side without attempts withdraws."
    return f"{order}; " + ("the counter-fire ends with the attack." if fight.counter else "both fire until spent.")


def _printed(ability: Ability) -> str:
    return "-" if ability is None else str(ability)


def _percent(chance: float) -> str:
    return f"{100 * chance:7.2f} %"


def _block_bar(chance: float) -> str:
    whole, part = divmod(round(chance * BAR * 8), 8)
    return EIGHTHS[-1] * whole + (EIGHTHS[part - 1] if part else "")


def _plain_bar(chance: float) -> str:
    return "#" * round(chance * BAR)
