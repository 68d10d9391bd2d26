"""All keys of the question, for the sheet that lists them."""

from __future__ import annotations

from ironbottom.language import N_
from ironbottom.vocabulary import TABLES

KEYS = (
    ("1 2 3 ...", N_("a row of the question; the cards on the table have the same numbers")),
    ("a b c ...", N_("what the row may be given; the targets on the table have the same letters")),
    ("0", TABLES["keys"]["for_all"]),
    ("Enter", N_("what the foot of the question says, or what is to be chosen; it never ends a segment that is played "
                 "step by step")),
    ("Space", N_("choose, pick, open or give what the cursor is at")),
    ("^S", N_("give the answer that is marked, or say what is to be chosen, wherever the cursor is")),
    ("E E", N_("end the segment")),
    ("A", N_("give the answer, and again without being asked: b in this battle, t in this turn, c until a change")),
    ("V", N_("be asked again what was last said not to be asked")),
    ("Esc", TABLES["keys"]["put_down"]),
    ("Bksp", N_("take the last step back, also one that was sent")),
    ("^R", N_("everything as it was at the beginning of the question")),
    ("- +", TABLES["keys"]["order"]),
)
