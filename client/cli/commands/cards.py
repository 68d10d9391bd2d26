"""`ironbottom cards`: list the cards, show one, check a folder of one's own."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ironbottom.catalog import CardError, cards_by_id
from ironbottom.language import N_, _
from ironbottom.printed import AirplaneCard, AnyCard, EventCard
from ironbottom.words import SIDES, Side

from ...console.output import columns, complain, say
from ...storage.card_sets import CHOICES, chosen, own
from ...text.card_summary import CARD_KINDS, NoSuchCard, found
from ...text.card_text import KNOWN, clipped, copies, face, figures, marks, ship_half, table, width
from ...text.sanitize import can_print, sanitize, to_ascii
from . import ABOUT

DONE, FAILED, USAGE = 0, 1, 2

HEADS = {
    "ship": N_("{side} ship cards ({n})"),
    "base": N_("{side} base cards ({n})"),
    "airplane": N_("{side} airplane cards ({n})"),
    "event": N_("{side} event cards ({n})"),
}

EXAMPLES = N_("""\
examples:
  ironbottom cards list --side us --kind ship
  ironbottom cards show "henderson field"
  ironbottom cards show 翔鶴
  ironbottom cards check my-cards
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its three sub-commands."""
    about = _(ABOUT["cards"])
    command = _parser(parsers, "cards", about, _(EXAMPLES))
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    _add_list(commands)
    _add_show(commands)
    about = _(
        "Read every .yaml file of a folder as a complete set of cards;\nthe first fault ends it with one sentence."
    )
    examples = _("examples:\n  ironbottom cards check my-cards\n  ironbottom selfplay --set my-cards\n")
    check = _parser(commands, "check", about, examples)
    check.add_argument("folder", metavar="DIR", help=_("the folder with the .yaml files (see cards/FIELDS.md)"))
    check.set_defaults(run=run, cards=_check)


def _parser(
    parsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return parsers.add_parser(name, help=about, description=about, epilog=examples, formatter_class=raw)


def _add_list(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = _("List the cards with all their values.")
    listing = _parser(commands, "list", about, _("example:\n  ironbottom cards list --side jp --kind airplane\n"))
    listing.add_argument("--side", choices=("us", "jp"), help=_("only this side"))
    listing.add_argument("--kind", choices=tuple(CARD_KINDS), help=_("only this kind of card"))
    _add_set(listing)
    listing.set_defaults(run=run, cards=_list)


def _add_show(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    about = _("Show one card as it is printed.")
    show = _parser(commands, "show", about, _("example:\n  ironbottom cards show yamato\n"))
    show.add_argument("name", metavar="NAME", nargs="+", help=_("id, English or Japanese name, a part or words of one"))
    _add_set(show)
    show.set_defaults(run=run, cards=_show)


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", metavar=CHOICES, default="full", help=_("the set, or a folder of your own (default: full)")
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
        line = _("{side}: {home} and {strategic}, {fleet} fleet cards ({points} VP), {air} airplanes and events")
        bases = {"home": its.home.name, "strategic": its.strategic.name}
        lines.append(line.format(side=side.name, fleet=len(its.fleet), points=points, air=len(its.air), **bases))
    sound = _("The set {name} is sound; its fingerprint is {fingerprint}.")
    say([*lines, sound.format(name=cards.name, fingerprint=cards.fingerprint[:16])])


def _list(args: argparse.Namespace) -> None:
    cards = cards_by_id(chosen(args.set)).values()
    sides = [Side[args.side.upper()]] if args.side else SIDES
    kinds = [args.kind] if args.kind else list(CARD_KINDS)
    lines: list[str] = []
    for side in sides:
        for kind in kinds:
            alike = [card for card in cards if card.side is side and isinstance(card, CARD_KINDS[kind])]
            if alike:
                lines += ["", _(HEADS[kind]).format(side=side.name, n=len(alike)), "", *_listed(alike)]
    if any(KNOWN in line for line in lines):
        lines += ["", marks()]
    say(lines[1:] or [_("no such cards")])


def _listed(cards: list[AnyCard]) -> list[str]:
    """Cards of one kind, a line for each; two where a terminal is narrower than that."""
    lines = _table(cards)
    edge = columns()
    return _in_pairs(cards) if edge and max(map(width, lines)) > edge else lines


def _table(cards: list[AnyCard]) -> list[str]:
    """Id and name first, the Japanese name, which is widest, last, where it can be printed."""
    ja = all(can_print(card.ja) for card in cards)
    rows = [
        [card.id, clipped(card.name, 34), *_cells(card), card.set, *([sanitize(card.ja)] if ja else [])]
        for card in cards
    ]
    return table([_("Id"), _("Name"), *_labels(cards[0]), _("Set"), *([_("Japanese name")] if ja else [])], rows)


def _in_pairs(cards: list[AnyCard]) -> list[str]:
    """What the card is called, and below that its values."""
    cells = [_cells(card) for card in cards]
    if isinstance(cards[0], EventCard):
        lines = []
        rows = [f"{effect}; {half}: {values}" for effect, half, values, number in cells]
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
        return [_("Effect"), _("Ship half"), _("Values"), _("Cards")]
    return [label for label, value in figures(card)] + ([_("Cards")] if isinstance(card, AirplaneCard) else [])


def _cells(card: AnyCard) -> list[str]:
    cells = [value for label, value in figures(card)]
    if isinstance(card, EventCard):
        effect = f"{card.effect.does} {card.effect.n or ''}".rstrip()
        values = ", ".join([f"{label} {value}" for label, value in figures(card)])
        cells = [effect, clipped(ship_half(card), 44), values]
    if isinstance(card, AirplaneCard | EventCard):
        cells.append(str(card.copies) if card.copies == card.copies_full else f"{card.copies}/{card.copies_full}")
    return cells


def _show(args: argparse.Namespace) -> None:
    for line in face(found(" ".join(args.name), cards_by_id(chosen(args.set)).values())):
        print(to_ascii(line))
