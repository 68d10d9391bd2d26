"""The sums over one's games as lines for people, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import localtime, strftime
from typing import Any

from msgspec import json, to_builtins

from ironbottom.catalog import cards_by_id, every_set
from ironbottom.language import N_, _, counted
from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.words import Side

from ...bots.review.telling import SECTION_NAMES, amount, change, table
from ...text.question.odds import bar, percent
from ...text.sanitize import printed_name, sanitize
from .figures import DRAWN, CountedGame
from .strength_words import strength_json, strength_lines
from .summing import CardSums, GameSums, LuckBalance, TimeStep, WonOf

CARDS, LISTED = 10, 20  # rows of a table of cards; games of the list without --all
LARGE_LOSS = 0.05  # a decision: a bar over its whole width
REASONS = {
    "strategic-base": N_("the strategic base fell"), "time-up": N_("the decks ran out"),
    "sudden-death": N_("sudden death"), "resigned": N_("resigned"),
}
NONE = N_(
    "No finished game of yours lies on this computer yet.  Games get here by themselves when they are over: "
    "`ironbottom play` begins one against a bot, `ironbottom host` one with a friend."
)
NONE_FIT = N_("None of your {n} finished games fits: leave out --opponent, --side or --since.")


def game_date(at: int) -> str:
    """The day on which a game was begun."""
    return strftime("%Y-%m-%d", localtime(at))


class GamesWriter:
    """Says the sums over some games, which come in the order of time."""

    def __init__(self, games: Sequence[CountedGame], sums: GameSums) -> None:
        self.games, self.sums = games, sums
        self.names: dict[str, str] = {}
        for cards in every_set():  # the newest name of a card counts
            self.names = {card: printed_name(found) for card, found in cards_by_id(cards).items()} | self.names

    def lines(self, *, every: bool) -> Iterator[str]:
        """All of it; `every`: with a list of all games, not of the last alone."""
        yield from self.results()
        strength = strength_lines(self.sums.strength)
        for part in (strength, self.over_time(), self.sections(), self.luck(), self.openings(), self.cards()):
            yield ""
            yield from part
        yield ""
        yield from self.listed(every=every)

    def results(self) -> Iterator[str]:
        """By side, opponent, and how games ended."""
        yield _("Results of {games}").format(games=games_text(len(self.games)))
        rows = [(_("all"), self.sums.score)]
        rows += [(side_name(Side[side]), score) for side, score in self.sums.by_side.items()]
        rows += [(_("against {name}").format(name=sanitize(name)), score)
                 for name, score in self.sums.by_opponent.items()]
        rows += [(_(REASONS[reason]) if reason in REASONS else reason, score)
                 for reason, score in self.sums.reasons.items()]
        yield from score_table("", rows)

    def over_time(self) -> Iterator[str]:
        """Results and mean loss, some games in a row."""
        yield _("Over time")
        rows: list[tuple[str, ...]] = [(_("games"), _("won"), "", _("a decision gave away"), "")]
        rows += [_step(step) for step in self.sums.over_time]
        yield from table(rows)
        without = sum(one.skill is None for one in self.games)
        if without:
            text = counted("{n} game has no review yet: --review makes it, in up to a minute.",
                           "{n} games have no review yet: --review makes them, in up to a minute each.", without)
            yield "  " + text

    def sections(self) -> Iterator[str]:
        """What decisions gave away, by kind."""
        found = self.sums.sections
        if not found:
            yield _("What decisions gave away: no game is reviewed yet.")
            return
        yield phrase("games.given")
        rows: list[tuple[str, ...]] = [("", _("decisions"), _("each, on the mean"), _("in all"), "")]
        for name, one in found.items():
            mean = one.loss / one.decisions
            rows.append((_(SECTION_NAMES[name]), str(one.decisions), amount(mean), amount(one.loss), loss_bar(mean)))
        yield from table(rows)

    def luck(self) -> Iterator[str]:
        """Of dice in all games, of all chance in reviewed ones."""
        yield _("Luck")
        luck = self.sums.luck
        yield "  " + phrase(
            "games.dice", hits=luck.hits, mean=f"{luck.expected:.1f}", other=luck.other_hits,
            other_mean=f"{luck.other_expected:.1f}", balance=f"{luck.balance:+.1f}",
        )
        if luck.reviewed:
            yield "  " + _chance(luck)

    def openings(self) -> Iterator[str]:
        """First fleets: how much stood in FRONT, and which ships where."""
        yield _("First fleets")
        rows = [(counted("{n} formation in FRONT", "{n} formations in FRONT", n), score)
                for n, score in self.sums.fronts.items()]
        yield from score_table("", rows)
        where = {"front": _("{card}, in FRONT"), "behind": _("{card}, behind")}
        first = [(where[place].format(card=self.card(card)), score)
                 for card, place, score in self.sums.first_cards[:CARDS]]
        yield from score_table(_("ships, the most frequent"), first)

    def cards(self) -> Iterator[str]:
        """Those that did most."""
        yield phrase("games.cards")
        yield from table([
            ("", _("VP"), _("hits"), _("found"), _("games"), _("won"), ""),
            *[self._card(one) for one in self.sums.cards[:CARDS]],
        ])

    def _card(self, one: CardSums) -> tuple[str, ...]:
        score = one.score
        return (self.card(one.card), f"{one.points:.1f}", str(one.hits), str(one.finds), str(score.games),
                percent(score.share), bar(score.share))

    def listed(self, *, every: bool) -> Iterator[str]:
        """The games, the last first, by number."""
        shown = list(enumerate(self.games, 1))[::-1][: None if every else LISTED]
        text = phrase("games.list")
        more = _("{n} of {all}; --all lists them all").format(n=len(shown), all=len(self.games))
        yield text if len(shown) == len(self.games) else f"{text} ({more})"
        yield from table([
            ("", _("begun"), _("side"), _("against"), "", _("VP"), _("turns"), _("gave away"), _("file")),
            *[_row(n, one) for n, one in shown],
        ])

    def card(self, card: str) -> str:
        """What a card is called; of a set that is not here, its id."""
        return self.names.get(card, sanitize(card))

    def json(self) -> bytes:
        """All figures; cards are named by id."""
        found: dict[str, Any] = to_builtins(self.sums._asdict(), str_keys=True)
        for name, score in _scores(self.sums):
            found[name] = score
        found["first_cards"] = [{"card": card, "where": where, **_score(score)}
                                for card, where, score in self.sums.first_cards]
        found["cards"] = [{"card": one.card, **_score(one.score), "hits": one.hits, "finds": one.finds,
                           "points": one.points} for one in self.sums.cards]
        found["over_time"] = [{**step._asdict(), "score": _score(step.score)} for step in self.sums.over_time]
        found["luck"] = self.sums.luck._asdict()
        found["strength"] = strength_json(self.sums.strength)
        found["games"] = [to_builtins(one) for one in self.games]
        return json.format(json.encode(found)) + b"\n"


def _scores(sums: GameSums) -> Iterator[tuple[str, object]]:
    yield "score", _score(sums.score)
    for name in ("by_side", "by_opponent", "reasons", "fronts"):
        table_of: Mapping[object, WonOf] = getattr(sums, name)
        yield name, {str(key): _score(score) for key, score in table_of.items()}


def _score(score: WonOf) -> dict[str, int]:
    return score._asdict()


def games_text(n: int) -> str:
    return counted("{n} game", "{n} games", n)


def score_table(title: str, rows: Iterable[tuple[str, WonOf]]) -> Iterator[str]:
    """Games and how many were won, with one standard error."""
    told = [(name, str(one.games), f"{one.won:g}", won_text(one), bar(one.share)) for name, one in rows]
    yield from table([(title, _("games"), _("wins"), _("won"), ""), *told])


def won_text(one: WonOf) -> str:
    """A share with one standard error."""
    return _("{share} (± {error})").format(share=percent(one.share), error=percent(one.error)) if one.games else ""


def loss_bar(mean: float) -> str:
    """What a decision gave away; full from 5 % on."""
    return bar(min(1.0, mean / LARGE_LOSS))


def _step(step: TimeStep) -> tuple[str, ...]:
    name = str(step.first) if step.first == step.last else _("{a} to {b}").format(a=step.first, b=step.last)
    lost = (amount(step.mean_loss), loss_bar(step.mean_loss)) if step.decisions else (_("not reviewed"), "")
    return name, percent(step.score.share), bar(step.score.share), *lost


def _chance(luck: LuckBalance) -> str:
    reviewed = counted("{n} reviewed game", "{n} reviewed games", luck.reviewed)
    return phrase("games.chance", games=reviewed, luck=change(luck.chance))


def _row(n: int, one: CountedGame) -> tuple[str, ...]:
    game = one.figures
    result = _("draw") if game.reason == DRAWN else _("win") if game.won else _("loss")
    lost = amount(one.skill.loss) if one.skill is not None else "-"
    points = f"{game.points[0]}:{game.points[1]}"
    return (str(n), game_date(game.at), side_name(Side[game.side]), sanitize(game.opponent), result, points,
            str(game.turns), lost, sanitize(Path(one.path).name))
