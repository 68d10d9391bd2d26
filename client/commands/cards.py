"""`ironbottom cards`: list the cards, show one, check a folder of one's own."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from unicodedata import normalize

from ironbottom.catalog import CardError, cards_by_id
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.words import SIDES, CardId, Side

from ..card_face import KNOWN, clipped, copies, face, figures, ship_half, table, width
from ..card_sets import CHOICES, chosen, own
from ..letters import can_print, shown, spelt
from ..terminal import columns, complain, say

DONE, FAILED, USAGE = 0, 1, 2

KINDS: dict[str, type[AnyCard]] = {"ship": ShipCard, "base": BaseCard, "airplane": AirplaneCard, "event": EventCard}

EXAMPLES = """\
examples:
  ironbottom cards list --side us --kind ship
  ironbottom cards show "henderson field"
  ironbottom cards show 翔鶴
  ironbottom cards check my-cards
"""


class NoSuchCard(Exception):
    """A name that means no card or more than one; the sentence says which names come near."""


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its three sub-commands."""
    about = "List the cards, show one as it is printed, or check a folder with cards of your own."
    command = _parser(parsers, "cards", about, EXAMPLES)
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    _add_list(commands)
    _add_show(commands)
    about = "Read every .yaml file of a folder as a complete set of cards;\nthe first fault ends it with one sentence."
    examples = "examples:\n  ironbottom cards check my-cards\n  ironbottom selfplay --set my-cards\n"
    check = _parser(commands, "check", about, examples)
    check.add_argument("folder", metavar="DIR", help="the folder with the .yaml files (see cards/FIELDS.md)")
    check.set_defaults(run=run, cards=_check)


def _parser(
    parsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return parsers.add_parser(name, help=about, description=about, epilog=examples, formatter_class=raw)


def _add_list(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = "List the cards with all their values."
    listing = _parser(commands, "list", about, "example:\n  ironbottom cards list --side jp --kind airplane\n")
    listing.add_argument("--side", choices=("us", "jp"), help="only this side")
    listing.add_argument("--kind", choices=tuple(KINDS), help="only this kind of card")
    _add_set(listing)
    listing.set_defaults(run=run, cards=_list)


def _add_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = "Show one card as it is printed."
    show = _parser(commands, "show", about, "example:\n  ironbottom cards show yamato\n")
    show.add_argument("name", metavar="NAME", nargs="+", help="id, English or Japanese name, a part or words of one")
    _add_set(show)
    show.set_defaults(run=run, cards=_show)


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", metavar=CHOICES, default="full", help="the set, or a folder of your own (default: full)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the sub-command; a wrong folder is 1, a wrong name 2, each with one sentence."""
    command: Callable[[argparse.Namespace], None] = args.cards
    try:
        command(args)
    except CardError as error:
        complain(error)
        return FAILED
    except NoSuchCard as error:
        complain(error)
        return USAGE
    return DONE


def _check(args: argparse.Namespace) -> None:
    cards = own(args.folder)
    lines = []
    for side in SIDES:
        its = cards.side(side)
        points = sum([card.vp for card in its.fleet])
        bases = f"{side.name}: {its.home.name} and {its.strategic.name}"
        lines.append(f"{bases}, {len(its.fleet)} fleet cards ({points} VP), {len(its.air)} airplanes and events")
    say([*lines, f"The set {cards.name} is sound; its fingerprint is {cards.fingerprint[:16]}."])


def _list(args: argparse.Namespace) -> None:
    cards = cards_by_id(chosen(args.set)).values()
    sides = [Side[args.side.upper()]] if args.side else SIDES
    kinds = [args.kind] if args.kind else list(KINDS)
    lines: list[str] = []
    for side in sides:
        for kind in kinds:
            alike = [card for card in cards if card.side is side and isinstance(card, KINDS[kind])]
            if alike:
                lines += ["", f"{side.name} {kind} cards ({len(alike)})", "", *_listed(alike)]
    if any(KNOWN in line for line in lines):
        lines += ["", f"{KNOWN} known from the published game; all other values are derived"]
    say(lines[1:] or ["no such cards"])


def _listed(cards: list[AnyCard]) -> list[str]:
    """Cards of one kind, a line for each; two where a terminal is narrower than that."""
    lines = _table(cards)
    edge = columns()
    return _in_pairs(cards) if edge and max(map(width, lines)) > edge else lines


def _table(cards: list[AnyCard]) -> list[str]:
    """Id and name first, the Japanese name, which is widest, last, where it can be printed."""
    ja = all(can_print(card.ja) for card in cards)
    rows = [
        [card.id, clipped(card.name, 34), *_cells(card), card.set, *([shown(card.ja)] if ja else [])] for card in cards
    ]
    return table(["Id", "Name", *_labels(cards[0]), "Set", *(["Japanese name"] if ja else [])], rows)


def _in_pairs(cards: list[AnyCard]) -> list[str]:
    """What the card is called, and below that its values."""
    cells = [_cells(card) for card in cards]
    if isinstance(cards[0], EventCard):
        lines = []
        rows = [f"{effect}; {half}: {values}" for effect, half, values, _ in cells]
        rows = [f"{row}; {copies(card)}" if copies(card) else row for card, row in zip(cards, rows, strict=True)]
    else:
        head, rule, *rows = table(_labels(cards[0]), cells)
        lines = [f"  {head}", f"  {rule}"]
    for card, row in zip(cards, rows, strict=True):
        names = f"{card.name}  {card.ja}" if can_print(card.ja) else card.name
        lines += [f"{card.id}  {names}  ({card.set})", f"  {row}"]
    return lines


def _labels(card: AnyCard) -> list[str]:
    if isinstance(card, EventCard):
        return ["Effect", "Ship half", "Values", "Cards"]
    return [label for label, _ in figures(card)] + (["Cards"] if isinstance(card, AirplaneCard) else [])


def _cells(card: AnyCard) -> list[str]:
    cells = [value for _, value in figures(card)]
    if isinstance(card, EventCard):
        effect = f"{card.effect.does} {card.effect.n or ''}".rstrip()
        values = ", ".join([f"{label} {value}" for label, value in figures(card)])
        cells = [effect, clipped(ship_half(card), 44), values]
    if isinstance(card, AirplaneCard | EventCard):
        cells.append(str(card.copies) if card.copies == card.copies_full else f"{card.copies}/{card.copies_full}")
    return cells


def _show(args: argparse.Namespace) -> None:
    for line in face(found(" ".join(args.name), cards_by_id(chosen(args.set)).values())):
        print(spelt(line))


def found(name: str, cards: Iterable[AnyCard]) -> AnyCard:
    """The one card that a name means: its whole name, else a part that no other card's name has, else all its words.

    The words may stand anywhere in the name, so that "Kongo Haruna" means "Kongo & Haruna".
    """
    wanted, name = _folded(name), clipped(name, 60)
    names = {card.id: _names(card) for card in cards}
    by_id: dict[CardId, AnyCard] = {card.id: card for card in cards}
    whole = [card_id for card_id, its in names.items() if wanted in its]
    part = [card_id for card_id, its in names.items() if wanted and any(wanted in one for one in its)]
    words = wanted.split()
    spread = [card_id for card_id, its in names.items() if words and any(_has(one, words) for one in its)]
    for ids in (whole, part, spread):
        if len(ids) == 1:
            return by_id[ids[0]]
        if ids:
            shown = ", ".join(ids[:8]) + (f" and {len(ids) - 8} more" if len(ids) > 8 else "")
            raise NoSuchCard(f'"{name}" means more than one card: {shown}.')
    near = get_close_matches(wanted, [one for its in names.values() for one in its], 6, 0.5)
    ids = list(dict.fromkeys([card_id for one in near for card_id, its in names.items() if one in its]))
    hint = f"the nearest are {', '.join(ids[:3])}" if ids else "`ironbottom cards list` lists them all"
    raise NoSuchCard(f'No card is called "{name}"; {hint}.')


def _has(name: str, words: list[str]) -> bool:
    return all(word in name for word in words)


def _folded(name: str) -> str:
    return normalize("NFKC", name).casefold().strip()


def _names(card: AnyCard) -> tuple[str, ...]:
    """Everything that a card is called; an event card also by its ship half."""
    half = (card.transports or card.submarine) if isinstance(card, EventCard) else None
    names = [card.id, card.id.partition("/")[2], card.name, card.ja]
    if half:
        names += [half.name, half.ja]
    return tuple([_folded(one) for one in names])
