"""The battle that a command is to use: one of the project by its name, or a file that somebody wrote himself."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import CardError
from ironbottom.language import _

CHOICES = "NAME|FILE"
LARGEST = 64 * 1024  # bytes of a file that may be a battle
EXPORTED = ".json"  # how a battle ends that `ironbottom battles export` has written


def chosen_battle(name: str) -> Battle:
    """The battle that `--battle` means; a file that is called like one of the project is written `./cape-esperance`.

    Raises CardError.
    """
    if name in battle_names():
        return read_battle(battle_text(name), name)
    path = Path(name)
    if not path.is_file():
        text = _("{file}: found no battle of that name and no file; allowed are {names} or a file with one.")
        raise CardError(text.format(file=name[:80], names=", ".join(battle_names())))
    text = _written(path)
    return _exported(text, name) if path.suffix == EXPORTED else read_battle(text, name)


def _written(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            text = _("{file}: found {size} bytes; a battle may have {most} at most.")
            raise CardError(text.format(file=path, size=size, most=LARGEST))
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it is not UTF-8")
        raise CardError(_("{file}: it cannot be read ({why}).").format(file=path, why=why)) from None


def _exported(text: str, file: str) -> Battle:
    try:
        return msgspec.json.decode(text, type=Battle)
    except (msgspec.DecodeError, RecursionError) as error:
        wrong = _("{file}: it is no battle of `ironbottom battles export` ({why}).")
        raise CardError(wrong.format(file=file, why=error)) from None
