"""The cards that a command is to use: a set of the project, or a folder of cards that somebody typed in himself; as a
whole, or for a battle: one of the project by its name, a file that somebody wrote himself, or a link.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files

from msgspec import DecodeError, Struct, convert, json

from ironbottom.battle import Battle
from ironbottom.battle_check import check_battle
from ironbottom.battle_link import battle_in, is_link
from ironbottom.battle_sheet import MOST_BYTES, battle_names, battle_text, read_battle
from ironbottom.campaign_sheet import campaigns, opening_of
from ironbottom.card_folder import own
from ironbottom.catalog import SETS, CardError, card_set, earlier, every_set
from ironbottom.language import _
from ironbottom.options import OptionError
from ironbottom.printed import CardSet
from ironbottom.strict_yaml import in_line
from ironbottom.variant import varied

__all__ = [
    "BATTLES", "CHOICES", "MEASURED", "USUAL_SET", "KnownSets", "MeasuredBattle", "battle_of", "cards_of", "chosen",
    "fought", "laid_out", "measured", "of_project", "own", "shipped_battles",
]

CHOICES = "core|full|DIR"
USUAL_SET = "core"  # where nobody names another: then a battle says which
BATTLES = "NAME|FILE|LINK"
EXPORTED = ".json"  # how the name of a battle ends that a program wrote down
MOST_EXPORTED = 64 * 1024  # bytes of such a file
MEASURED = "measured.toml"  # beside the battles of the project: cards/battles/README.md


def chosen(name: str) -> CardSet:
    """The set that `--set` means; a folder that is called like a set of the project is written `./core`."""
    return card_set(name) if of_project(name) else own(name, _("core, full or a folder with .yaml files"))


def of_project(name: str) -> bool:
    """Whether that is a set of the project, or an earlier version of one, as `core@1`."""
    return name in SETS or name in earlier()


class KnownSets:
    """What a finished game may have been played with: a set that was named, then all versions of those of the project.

    Each is read when somebody gets as far: nearly every game was played with one of the first.
    """

    def __init__(self, name: str | None) -> None:
        self._named = () if name is None else (chosen(name),)

    def __iter__(self) -> Iterator[CardSet]:
        yield from self._named
        yield from every_set()


def battle_of(name: str) -> Battle:
    """The battle that `--battle` means.  Raises CardError; a file that is called like a battle is written `./NAME`."""
    if is_link(name):
        return battle_in(name)
    if name in battle_names():
        return read_battle(battle_text(name), name)
    return exported(_file(name), name) if name.endswith(EXPORTED) else read_battle(_file(name), name)


def shipped_battles() -> list[Battle]:
    """All battles of the project, then its campaigns as their first battles."""
    return [*[battle_of(name) for name in battle_names()], *map(opening_of, campaigns())]


def exported(text: str, file: str) -> Battle:
    """A battle that `ironbottom battles export` wrote down for programs.  Raises CardError."""
    try:
        return json.decode(text, type=Battle)
    except (DecodeError, RecursionError) as error:
        wrong = _("{file}: found no battle of `ironbottom battles export` ({why}); allowed is one, or a file as typed.")
        raise CardError(wrong.format(file=file, why=error)) from None


def cards_of(battle: Battle, set_name: str = USUAL_SET) -> CardSet:
    """The set that a battle is to be played with."""
    return chosen(battle.set if set_name == USUAL_SET and of_project(battle.set) else set_name)


def laid_out(name: str, set_name: str = USUAL_SET) -> tuple[Battle, CardSet]:
    """The battle that `--battle` means, checked, and the set it is played with.  Raises CardError, with the line."""
    battle = battle_of(name)
    cards = cards_of(battle, set_name)
    try:
        check_battle(battle, cards, name)
    except CardError as error:
        typed = not (is_link(name) or name in battle_names() or name.endswith(EXPORTED))
        raise in_line(error, _file(name) if typed else "") from None
    return battle, cards


def fought(set_name: str, battle_name: str | None, words: Iterable[str] = ()) -> CardSet:
    """The cards to play with: a set, or those of a battle; with optional rules.  Raises CardError."""
    battle, cards = (None, chosen(set_name)) if battle_name is None else laid_out(battle_name, set_name)
    try:
        return varied(cards, words, battle)
    except OptionError as error:
        raise CardError(str(error)) from None


def _file(name: str) -> str:
    """What a file says; of one that is too long enough to be told so."""
    try:
        with open(name, "rb") as file:
            most = MOST_EXPORTED if name.endswith(EXPORTED) else MOST_BYTES
            return file.read(most + 1).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CardError(_("{file}: found a file that is not UTF-8; allowed is UTF-8.").format(file=name)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        none = _("{file}: found neither a battle nor a file to read ({why}); allowed is one of {names}, or a file.")
        raise CardError(none.format(file=name or '""', why=why, names=", ".join(battle_names()))) from None


class MeasuredBattle(Struct, frozen=True, kw_only=True):
    """How even a battle was between two equal bots, and how long."""

    battle: str  # a mark of what was measured: tests.tools.battle_balance
    bot: str
    games: int
    us: float  # of these games the US won so much, with 95 % confidence between low and high
    low: float
    high: float
    answers: float  # of both sides together, on the mean
    us_points: float
    jp_points: float


def measured(name: str) -> MeasuredBattle | None:
    """What was measured of a battle of the project; None: nothing."""
    file = files("ironbottom.cards").joinpath("battles", MEASURED)
    if not file.is_file():
        return None
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, MeasuredBattle]).get(name)
