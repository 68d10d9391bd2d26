"""§23, §24  What a table is played by besides the rules, in words: its optional rules and its battle.

Twin of client/web/text/table_rules.js.  A battle may come from anybody: its texts are cleaned where they are said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.battle_words import told
from ironbottom.language import _
from ironbottom.options import BY_WORD, SEPARATOR, OptionalRule
from ironbottom.phrases import listed, side_name
from ironbottom.printed import CardSet
from ironbottom.variant import agreed
from ironbottom.views import SeenOutcome, View
from ironbottom.vocabulary import TABLES, amount, phrase, word
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES

from ..sanitize import sanitize
from . import campaigns

TEAMS: dict[str, tuple[int, ...]] = {"": (), "mine": (0,), "theirs": (1,), "both": (0, 1)}  # §26, of who makes a table
RESIGNED = "resigned"  # how a game ends that is given up


class TableRules(NamedTuple):
    """The optional rules of a table by their words, those of its battle too; and the battle."""

    words: tuple[str, ...] = ()
    battle: Battle | None = None
    teams: tuple[int, ...] = ()  # §26: the places whose side two commanders share
    rated: bool = False  # the game counts for the ladder of its server
    cast: int = 0  # turns after which who looks on sees both hands; 0: he never does


def of_terms(terms: Terms) -> TableRules:
    """What the terms of a table say."""
    battle = terms.battle or None
    words, teams = agreed(terms.options or (), battle), terms.teams or ()
    return TableRules(words, battle, teams, terms.rated is True, terms.cast or 0)


def of_cards(cards: CardSet) -> TableRules:
    """What a game with these cards is played by."""
    return TableRules(cards.options.words, cards.agreed)


def option_name(said: str) -> str:
    """An optional rule by its name, with its figure: "Fuel 24"."""
    rule, figure = _rule(said)
    if rule is None:
        return sanitize(said)
    name = _(str(TABLES[rule.word]["name"]))
    return f"{name} {figure}" if rule.most else name


def option_text(said: str) -> str:
    """What it says, in a sentence or two."""
    rule, figure = _rule(said)
    if rule is None:
        return phrase("special.unknown", name=sanitize(said))
    return _(str(TABLES[rule.word]["text"])).format(n=figure)


def option_line(said: str) -> str:
    """Name, paragraph, whom it helps, and what it says."""
    rule, _figure = _rule(said)
    if rule is None:
        return option_text(said)
    return phrase(
        "special.rule", name=option_name(said), rule=rule.rule, helps=word("helps", rule.helps), text=option_text(said)
    )


def _rule(said: str) -> tuple[OptionalRule | None, str]:
    """The rule that is meant, None for one of a newer program; and its figure."""
    name, _colon, figure = said.partition(SEPARATOR)
    rule = BY_WORD.get(name)
    return rule, sanitize(figure) or str(rule.usual if rule is not None else "")


def worth(said: str) -> str:
    """What it was measured to be worth; nothing, where nobody has measured it."""
    measured = TABLES.get(said.partition(SEPARATOR)[0], {}).get("worth")
    if measured is None:
        return ""
    us, error = measured  # parts of 1
    return phrase("special.worth", percent=f"{100 * us:+.1f}", error=f"{100 * error:.1f}")


def title(battle: Battle) -> str:
    """What a battle is called."""
    return sanitize(told(battle).title)


def in_brief(rules: TableRules) -> list[str]:
    """For a list of tables: "battle: Cape Esperance", "optional rules: Long Lance, Fuel 24"."""
    told_besides = announced(rules.words, "" if rules.battle is None else told(rules.battle).title)
    shared_side = [phrase("team.brief")] if rules.teams else []
    rated = [phrase("special.rated")] if rules.rated else []
    return [*told_besides, *shared_side, *_cast_in_brief(rules.cast), *rated]


def announced(words: tuple[str, ...], battle: str, cast: int = 0) -> list[str]:
    """The same of a table that is found on the network, which tells what its battle is called and no more."""
    parts = [phrase("special.battle", title=sanitize(battle))] if battle else []
    return [*parts, *([phrase("special.options", names=names(words))] if words else []), *_cast_in_brief(cast)]


def _cast_in_brief(cast: int) -> list[str]:
    return [phrase("cast.brief", turns=amount("turns", cast))] if cast else []


def names(words: tuple[str, ...]) -> str:
    """The names of optional rules, one after another."""
    return phrase("rows.inside").join(map(option_name, words))


def introduced(rules: TableRules) -> list[str]:
    """What is shown to whoever sits down: title, introduction and length of the battle, the optional rules."""
    lines = [] if rules.battle is None else _introduced(rules.battle)
    if rules.words:
        lines += [phrase("special.ruled"), *[f"- {option_line(said)}" for said in rules.words]]
    lines += shared(rules.teams)
    lines += shown_late(rules.cast)
    if rules.rated:
        lines.append(phrase("special.rated"))
    return lines or [phrase("special.none")]


def cast_lines(late: int, *, plays: bool, typed: bool) -> list[str]:
    """What it means for who comes to a table that who looks on there sees both hands; `typed`: with what to type."""
    if plays or not late:
        return shown_late(late)
    return [phrase("cast.type" if typed else "cast.press", turns=amount("turns", late))]


def shown_late(late: int) -> list[str]:
    """What it means for both players; nothing where who looks on never sees both hands."""
    return [phrase("cast.about", turns=amount("turns", late))] if late else []


def shared(teams: tuple[int, ...]) -> list[str]:
    """§26  Whose side two commanders share, and what that means."""
    if not teams:
        return []
    whose = "both" if len(teams) > 1 else ("first", "second")[teams[0]]
    return [phrase(f"team.shared_{whose}"), phrase("team.about")]


def whole(rules: TableRules, view: View | None) -> list[str]:
    """Everything that there is to tell in a game; what happened in history only when it is over."""
    if rules.battle is None or rules.battle.whole:
        return introduced(rules)
    lines = [*_headed(rules.battle), _length(rules.battle)]
    if view is not None:
        lines += turns_left(rules.battle, view)
    lines += conditions(rules.battle)
    lines += campaigns.standing_of(rules.battle)
    if rules.words:
        lines += [phrase("special.ruled"), *[f"- {option_line(said)}" for said in rules.words]]
    lines += shown_late(rules.cast)
    if view is not None and view.outcome is not None:
        lines += [judged(rules.battle, view.outcome), *history(rules.battle)]
    return lines


def _introduced(battle: Battle) -> list[str]:
    """Of a campaign the introduction before its first battle, then what it has come to (§25)."""
    if battle.whole:  # whose introduction is that of its campaign, and which has no last turn
        return campaigns.standing_of(battle)
    return [*_headed(battle), _length(battle), *campaigns.standing_of(battle)]


def _headed(battle: Battle) -> list[str]:
    head = phrase("special.headed", title=title(battle), date=sanitize(battle.date))
    return [head, *paragraphs(told(battle).introduction)]


def _length(battle: Battle) -> str:
    turns = amount("turns", battle.turns)
    return phrase("special.length", turns=turns, side=side_name(battle.first))


def turns_left(battle: Battle, view: View) -> list[str]:
    """How far it has come."""
    if not view.turn or view.outcome is not None:
        return []
    left = battle.turns - view.turn
    return [phrase("special.left", turns=amount("turns", left)) if left > 0 else phrase("special.last")]


def turn_of(battle: Battle, turn: int) -> str:
    """ "turn 3 of 6"."""
    return phrase("special.turn_of", turn=turn, turns=battle.turns)


def conditions(battle: Battle) -> Iterator[str]:
    """§24.3 to §24.7: decks, what counts, points from the start, who wins on equal points, levels."""
    if not battle.decks:
        yield phrase("special.no_decks")
    counted = [phrase("special.each", what=word("scores", what), points=points) for what, points in battle.scores]
    if counted:
        yield phrase("special.counts", what=listed(counted))
    for side in SIDES:
        if lead := battle.side(side).lead:
            yield phrase("special.lead", side=side_name(side), points=lead)
    yield phrase("special.ties", side=side_name(battle.ties))
    yield phrase("special.levels", clear=battle.clear, decisive=battle.decisive)


def judged(battle: Battle, outcome: SeenOutcome) -> str:
    """§24.7  How great the victory is, and what it is beside history, in one line."""
    if outcome.winner is None:
        return phrase("seat.drawn")
    loser = outcome.winner.enemy
    margin = outcome.points[outcome.winner] - outcome.points[loser]
    level = "decisive" if margin >= battle.decisive else "clear" if margin >= battle.clear else "marginal"
    said = phrase(f"levels.{level}", title=title(battle))
    if margin > 0 and outcome.reason != RESIGNED:
        return phrase("judged.better", level=said, side=side_name(outcome.winner), points=margin)
    if outcome.reason in TABLES["lost_by"]:
        return phrase("judged.ended", level=said, why=phrase(f"lost_by.{outcome.reason}", loser=side_name(loser)))
    return phrase("judged.equal", level=said, side=side_name(outcome.winner))


def history(battle: Battle) -> list[str]:
    """What happened, and which works say so; where terms have left it out, as the project has it of its own battles."""
    if not told(battle).history and battle.name in battle_names():
        battle = read_battle(battle_text(battle.name), battle.name)
    story = paragraphs(told(battle).history)
    lines = [phrase("special.history"), *story] if story else []
    works = phrase("rows.between").join(map(sanitize, battle.sources))
    return [*lines, phrase("special.sources", works=works)] if works else lines


def paragraphs(text: str) -> list[str]:
    """A text from outside: each of its paragraphs as one line."""
    return [sanitize(" ".join(part.split())) for part in text.split("\n\n") if part.strip()]
