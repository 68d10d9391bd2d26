"""§23  The optional rules: which there are, and which of them two players have agreed upon.

Each is off by default.  Terms name them by words: "long-lance", and with a figure "fuel:24".  A game knows them by its
cards (`CardSet.options`), so that rules, bots and sampled worlds have them without being told.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace

from msgspec import Struct, convert

from ironbottom.language import _
from ironbottom.vocabulary import TABLES

SEPARATOR = ":"
SAYS = SimpleNamespace(**TABLES["battle_faults"])
MOST_BID, USUAL_BID = 9, 3  # §23.18: VP; the usual one is bid for who says nothing


class OptionalRule(Struct, frozen=True, kw_only=True):
    """One optional rule; its name and its text stand in vocabulary/options.toml under its word."""

    word: str
    rule: str  # its paragraph
    helps: str  # "us", "jp" or "both"
    least: int = 0  # the figure that it takes, if it takes one
    most: int = 0
    usual: int = 0
    excludes: tuple[str, ...] = ()  # words of others that contradict it
    opens: str = ""  # the window that comes with it alone

    @property
    def field(self) -> str:
        """Its field in `Options`."""
        return self.word.replace("-", "_")


OPTIONAL_RULES = (
    OptionalRule(word="long-lance", rule="23.1", helps="jp"),
    OptionalRule(word="night-column", rule="23.2", helps="jp"),
    OptionalRule(word="veterans", rule="23.3", helps="jp"),
    OptionalRule(word="radar", rule="23.4", helps="us"),
    OptionalRule(word="read-their-mail", rule="23.5", helps="us", excludes=("open-table",), opens="16a"),
    OptionalRule(word="coast-watchers", rule="23.6", helps="us", excludes=("open-table",)),
    OptionalRule(word="reserve-carrier", rule="23.7", helps="us", opens="4a"),
    OptionalRule(word="semper-fi", rule="23.8", helps="us"),
    OptionalRule(word="screening", rule="23.9", helps="both"),
    OptionalRule(word="pursuit", rule="23.10", helps="both"),
    OptionalRule(word="graded-damage", rule="23.11", helps="both"),
    OptionalRule(word="unpack", rule="23.12", helps="both"),
    OptionalRule(word="fuel", rule="23.13", helps="us", least=6, most=60, usual=24),
    OptionalRule(
        word="decoys", rule="23.14", helps="both", least=1, most=4, usual=2, excludes=("open-table",), opens="12a"
    ),
    OptionalRule(word="mutsu", rule="23.15", helps="both"),
    OptionalRule(word="sudden-death", rule="23.16", helps="both", least=8, most=40, usual=20),
    OptionalRule(word="victory-fever", rule="23.17", helps="both", opens="2a"),
    OptionalRule(word="bid", rule="23.18", helps="both", opens="0a"),
    OptionalRule(word="balanced-dice", rule="23.19", helps="both"),
    OptionalRule(
        word="open-table", rule="23.20", helps="both", excludes=("read-their-mail", "coast-watchers", "decoys")
    ),
    OptionalRule(
        word="us-head-start", rule="23.21", helps="us", least=1, most=40, usual=5, excludes=("jp-head-start",)
    ),
    OptionalRule(
        word="jp-head-start", rule="23.21", helps="jp", least=1, most=40, usual=5, excludes=("us-head-start",)
    ),
)
BY_WORD = {rule.word: rule for rule in OPTIONAL_RULES}


class Options(Struct, frozen=True, kw_only=True, cache_hash=True, omit_defaults=True):
    """The optional rules of one game: yes or no, or the figure of those that take one, 0 where they are off."""

    long_lance: bool = False
    night_column: bool = False
    veterans: bool = False
    radar: bool = False
    read_their_mail: bool = False
    coast_watchers: bool = False
    reserve_carrier: bool = False
    semper_fi: bool = False
    screening: bool = False
    pursuit: bool = False
    graded_damage: bool = False
    unpack: bool = False
    fuel: int = 0
    decoys: int = 0
    mutsu: bool = False
    sudden_death: int = 0
    victory_fever: bool = False
    bid: bool = False
    balanced_dice: bool = False
    open_table: bool = False
    us_head_start: int = 0
    jp_head_start: int = 0

    @property
    def head_starts(self) -> tuple[int, int]:
        """§23.21  Points of US and JP from the start."""
        return self.us_head_start, self.jp_head_start

    @property
    def words(self) -> tuple[str, ...]:
        """As terms name them, in the order of the rulebook."""
        found = []
        for rule in OPTIONAL_RULES:
            value = getattr(self, rule.field)
            if value:
                found.append(f"{rule.word}{SEPARATOR}{value}" if rule.most else rule.word)
        return tuple(found)


NONE = Options()


class OptionError(ValueError):
    """Optional rules that nobody can agree upon; why, as one sentence."""


def options(words: Iterable[str]) -> Options:
    """What these words mean.  Raises OptionError for a rule that does not exist, comes twice or contradicts another."""
    found: dict[str, int | bool] = {}
    for said in words:
        rule, value = _one(said)
        if rule.field in found:
            raise OptionError(_(SAYS.twice).format(rule=rule.word))
        for other in rule.excludes:
            if BY_WORD[other].field in found:
                text = _(SAYS.exclude)
                raise OptionError(text.format(one=other, other=rule.word))
        found[rule.field] = value
    return convert(found, Options)


def rule_of(said: str) -> str:
    """The word of a rule, without its figure."""
    return said.partition(SEPARATOR)[0]


def _one(said: str) -> tuple[OptionalRule, int | bool]:
    word, colon, figure = said.partition(SEPARATOR)
    rule = BY_WORD.get(word)
    if rule is None:
        text = _(SAYS.option)
        raise OptionError(text.format(word=repr(said[:40]), words=", ".join(BY_WORD)))
    if not rule.most:
        if colon:
            raise OptionError(_("the optional rule {rule} takes no figure.").format(rule=word))
        return rule, True
    if not colon:
        return rule, rule.usual
    if not (figure.isascii() and figure.isdigit() and len(figure) < 4 and rule.least <= int(figure) <= rule.most):
        text = _("found {word}; allowed is {rule}, with a figure from {least} to {most}.")
        raise OptionError(text.format(word=repr(said[:40]), rule=word, least=rule.least, most=rule.most))
    return rule, int(figure)
