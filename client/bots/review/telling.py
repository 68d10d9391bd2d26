"""A review as lines for people, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import json, to_builtins

from ironbottom.catalog import cards_by_id
from ironbottom.language import N_, _, counted
from ironbottom.phrases import ending, listed, side_name, window_phrase
from ironbottom.words import Side

from ...text.card_text import width
from ...text.naming import Naming
from ...text.question.odds import bar, percent
from .figures import Comparison, CurvePoint, GameReview, KeyMoment, RatedDecision
from .reading import FinishedTranscript
from .wording import DecisionWords, moment_text, worded

DEAREST = 3  # of each player
LUCK = {
    "deal": N_("the deal"), "cards": N_("cards drawn"), "searches": N_("searches"), "submarines": N_("submarines"),
    "air": N_("dice in the air"), "sea": N_("dice at sea"), "landings": N_("landings"), "other": N_("other chance"),
}
SECTION_NAMES = {
    "setup": N_("set-up"), "cards": N_("cards drawn"), "deployment": N_("deployment"), "search": N_("searches"),
    "submarines": N_("submarines"), "action": N_("action"), "air": N_("air combat"), "sea": N_("sea combat"),
    "landing": N_("landing"), "events": N_("event cards"),
}
GIVERS = {
    "clock": N_("given by the clock"), "stand-in": N_("given by a stand-in"), "nobody": N_("given by nobody"),
}
JUDGED = N_(
    "Each decision is judged by what its player could know then: in games that he could not tell from his own."
)


class ReviewFilter(NamedTuple):
    """Which decisions are listed."""

    side: Side | None = None
    section: str = ""
    least: float = 0.0

    def takes(self, one: RatedDecision) -> bool:
        own = self.side is None or one.side == self.side.name
        return own and self.section in ("", one.section) and one.known.loss >= self.least


def named_side(name: str) -> str:
    return side_name(Side[name])


def change(amount: float) -> str:
    """A change of a chance, with its sign."""
    return _("{n} %").format(n=f"{100 * amount + 0.0:+.1f}".replace("-0.0", "+0.0"))


def amount(of: float) -> str:
    """A difference of chances, without one."""
    return _("{n} %").format(n=f"{100 * of:.1f}")


def turn_name(turn: int, side: str = "") -> str:
    """A turn, with the side that decides."""
    if not turn:
        return _("set-up, {side}").format(side=side) if side else _("set-up")
    return _("turn {n}, {side}").format(n=turn, side=side) if side else _("turn {n}").format(n=turn)


class ReviewWriter:
    """Says one review."""

    def __init__(self, game: FinishedTranscript, review: GameReview) -> None:
        self.game, self.review = game, review
        self.words = worded(game.moments, game.cards, review.decisions)
        self.names = card_names(game)
        self.sides = {side.name: side_name(side) for side in Side}

    def lines(self, chosen: ReviewFilter, *, truth: bool) -> Iterator[str]:
        """All of it but the true curve."""
        yield from known_lines(self.review)
        yield ""
        yield from self.account()
        for side in Side:
            if chosen.side in (None, side):
                yield ""
                yield from self.dearest(side.name, truth=truth)
        yield ""
        yield from self.listed(chosen)

    def account(self) -> Iterator[str]:
        """Luck and skill, for each side: every column is a sum."""
        a, (us, jp) = self.review.account, Side
        rows = [(_("start"), percent(a.start), percent(1 - a.start))]
        rows += [(_("luck: {kind}").format(kind=_(LUCK[kind])), change(n), change(-n)) for kind, n in a.luck.items()]
        own = _("decisions of {side}")
        rows += [(own.format(side=self.sides[side]), change(n), change(-n)) for side, n in a.skill.items()]
        rows.append((_("result"), percent(a.result), percent(1 - a.result)))
        yield _("Luck and skill: start + luck + decisions = result")
        yield from table([("", side_name(us), side_name(jp)), *rows])
        adjusted = min(1.0, max(0.0, a.adjusted))
        yield _("Without luck: US {us}, Japan {jp}").format(us=percent(adjusted), jp=percent(1 - adjusted))

    def dearest(self, side: str, *, truth: bool) -> Iterator[str]:
        """The dearest decisions of a player, in words."""
        found, name = self.review.dearest(side, DEAREST), self.sides[side]
        own = [one for one in self.review.decisions if one.side == side]
        if not found:
            text = _("{side}: nothing better was found that could be told from chance, in {n} decisions.")
            yield text.format(side=name, n=len(own))
            return
        yield _("The dearest decisions of {side}").format(side=name)
        yield f"  {_(JUDGED)}"
        for number, one in enumerate(found, 1):
            yield from self.told(number, one, truth=truth)

    def told(self, number: int, one: RatedDecision, *, truth: bool) -> Iterator[str]:
        """One decision in full."""
        words = self.words[one.n]
        text = _("{number}. {turn}, {window}: gave away {loss}")
        yield "  " + text.format(number=number, turn=turn_name(one.turn), window=window_phrase(one.window),
                                 loss=loss_text(one.known))
        yield "     " + _("Did: {what}").format(what=words.did)
        yield "       " + words.why_did
        yield "     " + _("Better: {what}").format(what=words.better)
        yield "       " + words.why_better
        text = _("In {n} games that look like this one it wins {chance}, and the better answer {best}.")
        yield "     " + text.format(n=one.known.worlds, chance=percent(one.known.chance), best=percent(one.known.best))
        again = self.review.again(one)
        if again:
            turns = listed([turn_name(other.turn) for other in again])
            yield "     " + _("The same was given away again: {turns}").format(turns=turns)
        if truth:
            yield from self.really(one, words)

    def really(self, one: RatedDecision, words: DecisionWords) -> Iterator[str]:
        """What nobody could know."""
        yield "     " + _("What was really there:")
        for there in words.there:
            yield f"       {there}"
        if one.truth is not None:
            text = _("In the real position it wins {chance}, and the better answer {best} (± {error}).")
            yield "       " + text.format(chance=percent(one.truth.chance), best=percent(one.truth.best),
                                          error=amount(one.truth.error))

    def listed(self, chosen: ReviewFilter) -> Iterator[str]:
        """All decisions that are wanted, in order."""
        every = self.review.decisions
        wanted = [one for one in every if chosen.takes(one)]
        text = _("Decisions that gave away {least} or more: {n} of {all}.")
        least = amount(chosen.least)
        yield text.format(least=least, n=len(wanted), all=counted("{n} decision", "{n} decisions", len(every)))
        for one in wanted:
            words = self.words[one.n]
            text = _("{turn}, {section}: {loss}: {did}")
            turn = turn_name(one.turn, self.sides[one.side])
            did = words.did if one.own else f"{words.did} [{_(GIVERS[one.given])}]"
            yield "  " + text.format(turn=turn, section=_(SECTION_NAMES[one.section]), loss=loss_text(one.known),
                                     did=did)
            if words.better:
                yield "      " + _("Better: {what}").format(what=words.better)

    def json(self) -> bytes:
        """All figures, and the words in the language of this process."""
        found: dict[str, Any] = to_builtins(self.review)
        del found["key"]
        for one, kept in zip(self.review.decisions, found["decisions"], strict=True):
            kept["words"] = self.words[one.n]._asdict()
        for moment, kept in zip(self.review.moments, found["moments"], strict=True):
            kept["words"] = moment_text(moment, self.names, self.sides)
        found["account"]["without_luck"] = self.review.account.adjusted
        found["dearest"] = {side.name: [one.n for one in self.review.dearest(side.name, DEAREST)] for side in Side}
        return json.format(json.encode(found)) + b"\n"


def loss_text(found: Comparison) -> str:
    return _("{loss} (± {error})").format(loss=amount(found.loss), error=amount(found.error))


def heading(game: FinishedTranscript) -> str:
    """Who played, and how it ended."""
    us, jp = game.names
    outcome = game.moments[-1].game.outcome
    assert outcome is not None
    over = ending(outcome.winner, outcome.reason, outcome.points)
    return _("{us} (US) against {jp} (Japan): {ending}").format(us=us, jp=jp, ending=over)


def card_names(game: FinishedTranscript) -> dict[str, str]:
    """What cards are called; transports and submarines by their half."""
    naming = Naming(game.cards)
    return {card: naming.half(card) for card in cards_by_id(game.cards)}


def curve_lines(
    game: FinishedTranscript, points: Sequence[CurvePoint], moments: Iterable[KeyMoment]
) -> Iterator[str]:
    """What was true as each turn began, and what was lost in it."""
    names, sides = card_names(game), {side.name: side_name(side) for side in Side}
    losses: dict[int, list[KeyMoment]] = {}
    for moment in moments:
        losses.setdefault(moment.turn, []).append(moment)
    first = by_turn(points)
    rows = [(_turn(one), f"{percent(one.chance)} {bar(one.chance)}") for one in first]
    rows.append((_("the end"), f"{percent(points[-1].chance)} {bar(points[-1].chance)}"))
    yield _("The chance that the US wins, by all cards as they really lay, as each turn began")
    for line, turn in zip(table(rows), [*[one.turn for one in first], -1], strict=True):
        yield line
        for moment in losses.get(turn, ()):
            yield "      " + moment_text(moment, names, sides)


def known_lines(review: GameReview) -> Iterator[str]:
    """What each side could know of it."""
    rows: list[tuple[str, ...]] = [("", _("true"), *map(side_name, Side))]
    for point in by_turn(review.curve):
        own = [_known(review, point.turn, side.name) for side in Side]
        if any(own):
            rows.append((_turn(point), percent(point.chance), *own))
    yield _("What each side could know of that chance, as it first decided in the turn")
    yield from table(rows)


def by_turn(points: Sequence[CurvePoint]) -> list[CurvePoint]:
    """The first of each turn."""
    first: dict[int, CurvePoint] = {}
    for point in points:
        first.setdefault(point.turn, point)
    return [first[turn] for turn in sorted(first)]


def _turn(point: CurvePoint) -> str:
    return turn_name(point.turn, named_side(point.phasing) if point.turn else "")


def _known(review: GameReview, turn: int, side: str) -> str:
    """What a side could know as it first decided in a turn."""
    first = next((one for one in review.known if one.turn == turn and one.side == side), None)
    return "" if first is None else percent(first.chance)


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns, each as wide as it must be."""
    wide = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell + " " * (wide[i] - width(cell)) for i, cell in enumerate(row)]
        yield "  " + "  ".join(cells).rstrip()
