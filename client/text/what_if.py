"""What-ifs in words: where a game is left, and how it is played on from there."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.language import _
from ironbottom.vocabulary import amount, phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Wish
from ironbottom.wire.whatif import Knows, WhatIf

KNOWS: tuple[Knows, ...] = ("all", "us", "jp")
WISHES: tuple[Wish, ...] = ("us", "jp", "either")


class WhatIfChoice(NamedTuple):
    """How somebody wishes to play on."""

    at: int  # answers that were given before
    knows: Knows = "all"
    fresh: bool = False
    side: Wish = "either"
    bot: str = "mate"
    seed: bytes | None = None  # the same what-if again


def whatif_line(whatif: WhatIf) -> str:
    """A table of a what-if says by this what it is."""
    names = " – ".join(map(clean_name, whatif.names)) or _("table {table}").format(table=whatif.table)
    answers = amount("answers", whatif.at)
    return phrase("whatif.line", names=names, answers=answers, cards=cards_of(whatif.knows), dice=dice_of(whatif.fresh))


def cards_of(knows: Knows) -> str:
    """How the cards lie that not everybody sees."""
    return {"all": phrase("whatif.all"), "us": phrase("whatif.us"), "jp": phrase("whatif.jp")}[knows]


def dice_of(fresh: bool) -> str:
    """Which chance is to come."""
    return phrase("whatif.fresh") if fresh else phrase("whatif.same")


def command(file: str, choice: WhatIfChoice) -> str:
    """What gives whoever has the file the same what-if."""
    dice = "fresh" if choice.fresh else "same"
    words = ["ironbottom whatif", f'"{file}"' if " " in file else file, f"--at {choice.at}", f"--knows {choice.knows}",
             f"--dice {dice}", f"--side {choice.side}", f"--bot {choice.bot}"]
    if choice.seed is not None:
        words.append(f"--seed {choice.seed.hex().lstrip('0') or '0'}")
    return " ".join(words)
