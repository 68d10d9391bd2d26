"""Two players made even, while their strengths are typed: twin of the form of client/web/start/terms/even.js."""

from __future__ import annotations

import re
from typing import NamedTuple

from ironbottom.vocabulary import phrase
from ironbottom.words import Side

from ...text.people.rungs import rung_strength
from ...text.rules.even_words import MOST_POINTS, evened_lines
from ...text.rules.handicap import Handicap, handicap

WHOLE = re.compile(r"[+-]?[0-9]{1,4}", re.ASCII)


class UnequalPlayers(NamedTuple):
    """What is known of both, as it was typed; `side`: us, jp or either."""

    side: str = "either"
    own: str = ""
    other: str = ""
    lead: str = ""  # the points between them, in place of both strengths

    @property
    def points(self) -> int | None:
        """By how many points he is the stronger; None: nobody has said, or it is no number."""
        return _whole(self.lead) if self.lead.strip() else self._apart

    @property
    def _apart(self) -> int | None:
        """The same by both strengths alone."""
        own, other = _whole(self.own), _whole(self.other)
        return None if own is None or other is None else own - other

    def against(self, bot: str) -> UnequalPlayers:
        """The same with that bot for the other; points between us and another count no more."""
        return self._replace(other=known(rung_strength(bot)), lead="")

    @property
    def fault(self) -> str:
        """What is missing, in one sentence; "": nothing."""
        if self.side == "either":
            return phrase("even.needs_side")
        points = self.points
        return "" if points is not None and abs(points) <= MOST_POINTS else phrase("even.needs_points")

    def found(self) -> Handicap:
        """The rules; nothing must be missing."""
        assert self.points is not None
        return handicap(Side[self.side.upper()], self.points)

    def lines(self) -> list[str]:
        """Which rules these are, what each is worth, and what it comes to; or what is missing."""
        if self.fault or self.points is None:
            return [self.fault]
        return [*self._unheeded(), *evened_lines(Side[self.side.upper()], self.points, self.found())]

    def _unheeded(self) -> list[str]:
        """The sentence that both strengths do not count, where the points between them say something else."""
        apart = self._apart
        return [] if apart is None or apart == self.points else [phrase("even.lead_counts", points=apart)]


def known(points: float | None) -> str:
    """A strength as it stands in the field at first."""
    return "" if points is None else str(round(points))


def _whole(text: str) -> int | None:
    return int(text) if WHOLE.fullmatch(text.strip()) else None
