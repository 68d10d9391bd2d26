"""A player that tries its answers out: it plays as `mate` does, but where another answer wins more in its worlds."""

from __future__ import annotations

from ironbottom.catalog import cards_by_id
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Question, Rng
from ironbottom.views import View
from ironbottom.words import Side
from ironbottom.worlds import InformationSet, Memory

from ..light import WorldSeat
from ..mate import Mate
from ..mate.table import SeenTable
from ..mate.why.saying import percent
from ..value.value import shipped_value
from .candidates import candidates
from .levels import QUICK, Level
from .plans import SEGMENTS, deployments
from .weighing import Plan, Scale, Weighed


class SearchSeat(WorldSeat):
    """One seat.  Where it has not heard what it would have to know, as who comes late, it answers as the mate does."""

    level: Level = QUICK

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        super().__init__(cards, rng)
        self.by_id, self.mate = cards_by_id(cards), Mate(cards, rng)
        self.scale = Scale(self.player, shipped_value(), self.level)
        self.plan: Plan = ()  # what is left of a deployment that was decided as a whole
        self.deployed = -1  # the turn for which one was decided
        self.last: list[Weighed] = []  # what the latest decision was weighed by

    @property
    def faults(self) -> int:
        return self.mate.faults

    def why(self, view: View, answer: Answer) -> str:
        """What the trials told of an answer to the latest question; the reason of the mate, where it was not tried."""
        tried = [weighed for weighed in self.last if weighed.worlds and answer in weighed.plan]
        if not tried:
            return self.mate.why(view, answer)
        this = max(tried, key=lambda weighed: (weighed.worlds, weighed.chance))
        as_well = [weighed for weighed in self.last if weighed.worlds >= this.worlds]  # of fewer, the chance is rough
        others = [weighed.chance for weighed in as_well if answer not in weighed.plan]
        if not others:
            text = _("In {n} worlds that look like this table it wins {chance}.")
            return text.format(n=this.worlds, chance=percent(this.chance))
        text = _("In {n} worlds that look like this table it wins {chance}, and the best of the others {other}.")
        return text.format(n=this.worlds, chance=percent(this.chance), other=percent(max(others)))

    def _without(self, view: View, question: Question) -> Answer:
        return self.mate.choose(view)

    def _by_worlds(self, view: View, question: Question, memory: Memory) -> Answer:
        table = SeenTable(view, question, self.by_id, battle=self.mate.battle, options=self.mate.options)
        if self.plan:
            answer, self.plan = self.plan[0], self.plan[1:]
            if question.step in SEGMENTS and question.fault(answer) is None:
                return answer
            self.plan = ()
        self.last = []
        first = self.mate.choose(view)
        if question.step == "ships.step" and view.turn != self.deployed:
            self.deployed = view.turn
            return self._deployed(view, memory, first)
        found = candidates(table, first)
        if len(found) == 1:
            return first
        here = self.worlds.at(view, memory)
        light = self.player.choose(here.sample(self.rng), question.side)
        found += [light] if light not in found else []
        return self._best(here, question.side, [(answer,) for answer in found])[0]

    def _deployed(self, view: View, memory: Memory, first: Answer) -> Answer:
        """A whole deployment is decided at its first step."""
        here = self.worlds.at(view, memory)
        assert view.viewer is not None
        plans = deployments(here.sample(self.rng), view.viewer, self.by_id, self.player)
        if len(plans) < 2 or plans[0][0] != first:
            return first
        plan = self._best(here, view.viewer, plans)
        self.plan = plan[1:]
        return plan[0]

    def _best(self, here: InformationSet, side: Side, plans: list[Plan]) -> Plan:
        """The best plan; the first one, if none is surely better."""
        self.last = self.scale.weigh(here, side, plans, self.rng)
        best = max(self.last[:2], key=lambda weighed: weighed.better)
        level = self.level
        return best.plan if best.better > max(level.least, level.sure * best.error) else plans[0]
