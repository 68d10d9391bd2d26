"""How a mate decides where the odds leave it open: all its habits in one place, each of them a number or a yes.

The mate of today is STEADY.  FIRST is the one that was there before it, kept as it was so that strength is measured
against something that stands still: `mate-1`.  The rungs below the mate are the first mate with oversights, and so
they stand still too.  Which oversights was found by measuring: each wins four games of five against the one below.
"""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """The habits of one mate; VP where nothing else is said."""

    boat: float = 0.8  # what a submarine must promise
    crowded_boat: float = 0.1  # and when the hand is full anyway
    retreat: float = 0.5  # what a card more is worth
    hiding: float = 0.12  # and each VP of a ship that turns unseen
    haste: float = 0.1  # a Retreat brings the end nearer: what that is worth for each VP of the lead
    most_haste: float = 0.5  # at most, for who leads
    late_haste: float = 1.0  # and what it costs at most who is behind
    now_or_never: float = 1.3  # how much more a strike at what lies open is worth than it promises: tomorrow it hides
    landing_risk: float = 0.5  # ships that lie off an enemy base are seen and shot at
    bold: float = 0.3  # the chance from which on a landing is worth it
    early: float = 0.1  # and so much more in the first turns, when nobody is ready
    bare: float = 0.05  # and for each bomber that reaches transports without an escort
    dull: float = 0.4  # a line of less interest is not searched
    code_gain: float | None = 0.4  # what must follow where a code is broken; None: a line of interest is enough
    kept_back: int = 9  # fighters that do not rise against scouts: who rises then is not there later in the turn
    flees: float | None = 2.5  # attempts of theirs for each of ours, from which on fighters leave; None: never
    stands: float = 2.5  # their guns for each of ours, from which on ships leave
    guards: int = 4  # formations that guard the front bases; the strategic base is guarded by all
    fresh_guards: bool = True  # under bombers they are those that the enemy has not seen
    growing: int = 6  # side-turns in which new ships are better than one more army
    express: bool = True  # keeps an escort free for the Tokyo Express
    overlooks: tuple[str, ...] = ()  # names of what it does not think of: oversights.py


STEADY = Temper()
FIRST = Temper(
    boat=0.3, late_haste=0.5, now_or_never=1.0, early=0.0, bare=0.0, code_gain=None, kept_back=2, flees=None,
    stands=1.6, fresh_guards=False, express=False,
)  # fmt: skip
CADET = FIRST._replace(  # timid: strikes at what he sees, and does little else
    guards=0, overlooks=(
        "search", "cards", "targets", "choices", "places", "escorts", "landing", "transports", "boats", "pairs",
        "meeting",
    ),
)
SEAMAN = FIRST._replace(  # bold: forward, whatever it costs
    overlooks=("cards", "places", "guns", "retreat", "leaving", "reserve", "targets"),
)
ENSIGN = FIRST._replace(  # hasty: sees his own attack, and not what the enemy will do
    boat=0.01, crowded_boat=0.01, overlooks=("retreat", "choices", "interceptors"),
)
