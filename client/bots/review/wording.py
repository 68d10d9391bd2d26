"""Decisions of a review in words: what was answered, what was better, and what speaks for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import NamedTuple, cast

from ironbottom.catalog import cards_by_id
from ironbottom.language import _, counted
from ironbottom.phrases import Names, answer_phrase, in_row, line_name, listed
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Value
from ironbottom.record import RecordedMoment, answer_from_json
from ironbottom.rules.s14_airplanes import DEPLOYED
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.words import SIDES, Side, Token

from ...text.naming import Naming
from ...text.question.menu import Menu, menu_of, said
from ..mate.table import Cards, SeenTable
from ..mate.why import why
from ..search.weighing import Plan
from .figures import KeyMoment, RatedDecision
from .seats import runs

MOST, FEW = 6, 3  # steps of a plan that are told; cards that are called by name where all do the same


class DecisionWords(NamedTuple):
    """A decision as its player saw it."""

    did: str
    better: str  # "" where nothing was
    why_did: str
    why_better: str
    there: tuple[str, ...]  # what of the enemy lay face down then, and was what


def worded(
    moments: Sequence[RecordedMoment], cards: CardSet, decisions: Iterable[RatedDecision]
) -> dict[int, DecisionWords]:
    """The words of each decision, by how many answers came before it."""
    wanted = _wanted(moments, decisions)
    known, found = cards_by_id(cards), dict[int, DecisionWords]()
    naming = {side: Naming(cards) for side in SIDES}
    for n, moment in enumerate(moments):
        views = {side: view(moment.game, side) for side in SIDES}
        for side in SIDES:
            naming[side].see(views[side])
        for one in wanted.get(n, ()):
            seen, names = views[one.side], naming[one.side]
            found[one.n] = _words(seen, names, known, one, _there(names, seen, views[one.side.enemy]))
    return found


class PartedPlans(NamedTuple):
    """A decision from where what was answered and what was better part."""

    n: int  # answers before the decision
    side: Side
    given: Plan
    better: Plan


def _wanted(
    moments: Sequence[RecordedMoment], decisions: Iterable[RatedDecision]
) -> dict[int, list[PartedPlans]]:
    """By how many answers came before the plans part."""
    decided, found = runs(moments), dict[int, list[PartedPlans]]()
    for one in decisions:
        run, better = decided[one.n], tuple(map(answer_from_json, one.better))
        at = next((i for i, both in enumerate(zip(run.plan, better, strict=False)) if both[0] != both[1]), 0)
        found.setdefault(run.at[at], []).append(PartedPlans(one.n, run.side, run.plan[at:], better[at:]))
    return found


def _words(
    seen: View, naming: Naming, cards: Cards, plans: PartedPlans, there: tuple[str, ...]
) -> DecisionWords:
    question, given, better = seen.question, plans.given, plans.better
    assert question is not None
    table = SeenTable(seen, question, cards)
    if not better:
        return DecisionWords(plan_text(seen, given, naming), "", why(table, given[0]), "", there)
    did, instead = [plan_text(seen, one, naming, but) for one, but in ((given, better), (better, given))]
    return DecisionWords(did, instead, why(table, given[0]), why(table, better[0]), there)


def names_on_the_way(naming: Naming, seen: View, plan: Plan) -> Names:
    """§14.2, §14.3  What things are called, those too that come to be within the plan: who parts, who is deployed."""
    names = naming.names()
    half = seen.us if seen.viewer is Side.US else seen.jp
    tokens, escorts = dict(names.tokens), {f.token: f.escort for f in half.formations}
    used = {row.token for rows in (half.formations, half.airplanes, half.bases) for row in rows}
    for verb, *rest in [step for step in plan if isinstance(step, tuple)]:
        fresh, name = None, ""
        if verb == "deploy":
            fresh, name = Token(_unused(used, DEPLOYED)), names.value(rest[0])
        elif verb == "part" and (escort := escorts.get(Token(cast("int", rest[0])))) is not None:
            fresh, name = Token(_unused(used, 1)), naming.card(escort)
        if fresh is not None:
            used.add(fresh)
            tokens[fresh] = name
    return Names(names.cards, tokens)


def _unused(used: set[Token], first: int) -> int:
    """As private segments give tokens: the first that is free."""
    return next(n for n in count(first) if n not in used)


def plan_text(seen: View, plan: Plan, naming: Naming, other: Plan = ()) -> str:
    """Answers one after the other, but for those that another plan has, too."""
    question = seen.question
    assert question is not None
    if len(plan) == 1 and len(other) < 2:
        return answer_text(menu_of(question, naming), plan[0], *other)
    names = names_on_the_way(naming, seen, plan)
    steps = [one for one in plan if one != ("done",) and one not in other]
    told = [answer_phrase(question.window, question.shape, one, names) for one in steps[:MOST]]
    if len(steps) > MOST:
        told.append(counted("{n} step more", "{n} steps more", len(steps) - MOST))
    return listed(told) if told else _("none of that")


def answer_text(menu: Menu, answer: Answer, other: Answer = ()) -> str:
    """One answer; what gives each card something by what is given, but for what another answer gives the same card."""
    if not isinstance(answer, dict):
        return said(menu, answer) or phrase("rows.nothing")
    things, values = [{one.value: one.name for one in many} for many in (menu.things, menu.values)]
    same = other if isinstance(other, dict) else {}
    groups: dict[Value, list[str]] = {}
    for token, value in answer.items():
        if same.get(token) != value:
            groups.setdefault(value, []).append(things.get(token, ""))
    every = len(answer) > FEW and [*map(len, groups.values())] == [len(answer)]
    told = [
        phrase("asked.value", card=values.get(value, str(value)),
               value=_("all {n}").format(n=len(answer)) if every else in_row(cards))
        for value, cards in groups.items()
    ]
    return listed(told) or _("the same")


def _there(naming: Naming, own: View, enemy: View) -> tuple[str, ...]:
    """What the unseen formations of the enemy were, and his hand."""
    assert enemy.viewer is not None
    theirs = enemy.us if enemy.viewer is Side.US else enemy.jp
    shown = {f.token for f in (own.us if enemy.viewer is Side.US else own.jp).formations if f.lead is None}
    told = [
        phrase("asked.value", card=f"{naming.token(f.token)} ({line_name(f.line)})",
               value=naming.formation(f.lead, f.escort))
        for f in sorted(theirs.formations, key=lambda f: f.line) if f.token in shown
    ]
    hand = listed([naming.card(card) for card in theirs.hand or ()])
    return (*told, phrase("asked.value", card=_("the hand"), value=hand))


def moment_text(moment: KeyMoment, names: Mapping[str, str], sides: Mapping[str, str]) -> str:
    """What was lost."""
    cards = listed([names.get(card, card) for card in moment.cards])
    kinds = {"ship": _("{side} loses {cards} ({vp} VP)"), "carrier": _("{side} loses the carrier {cards} ({vp} VP)"),
             "base": _("{side} loses the base {cards} ({vp} VP)")}
    return kinds[moment.kind].format(side=sides[moment.side], cards=cards, vp=moment.points)
