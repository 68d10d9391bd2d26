"""What a new table is played by besides the rules, while it is chosen: twin of client/web/start/terms/special.js."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.battle import Battle
from ironbottom.language import _
from ironbottom.options import BY_WORD, SEPARATOR, OptionalRule, rule_of
from ironbottom.vocabulary import phrase
from ironbottom.words import Side

from ...text.rules.even_words import chance_line
from ...text.rules.table_rules import TEAMS, TableRules, names, option_name
from .evening import UnequalPlayers


class Choosing(NamedTuple):
    """Optional rules beside those of the battle, and the battle; `told`: what the last step has switched off.

    `even`: what was said of both players, where it was to be made even.  `bot`: whom one plays against; "": a person.
    """

    words: tuple[str, ...] = ()
    battle: Battle | None = None
    told: str = ""
    even: UnequalPlayers | None = None
    team: str = ""  # §26: whose side two people share
    bot: str = ""

    @property
    def rules(self) -> TableRules:
        """As a table has them."""
        return TableRules(self.words, self.battle, TEAMS[self.team])

    @property
    def of_battle(self) -> tuple[str, ...]:
        """Those that nobody can switch off, because they belong to the battle."""
        return () if self.battle is None else self.battle.options

    @property
    def chance(self) -> str:
        """How often he wins by the rules as they are chosen now; "" where nobody has said how strong both are."""
        if self.even is None or self.even.points is None or self.battle is not None:
            return ""
        return chance_line(Side[self.even.side.upper()], self.even.points, self.words)

    @property
    def evened(self) -> bool:
        """Whether the rules are those that make it even, as they were chosen."""
        if self.even is None or self.even.fault or self.battle is not None:
            return False
        return self.words == self.even.found().words

    def said(self, rule: OptionalRule) -> str:
        """The rule as it is chosen, with its figure; nothing: it is off."""
        return next((one for one in (*self.of_battle, *self.words) if rule_of(one) == rule.word), "")


NOTHING = Choosing()


def toggled(now: Choosing, rule: OptionalRule) -> Choosing:
    """On or off; what it excludes goes off, and that is said."""
    if rule_of(rule.word) in map(rule_of, now.of_battle):
        return now._replace(told=_("{rule} belongs to the battle.").format(rule=option_name(rule.word)))
    if now.said(rule):
        return now._replace(words=tuple([one for one in now.words if rule_of(one) != rule.word]), told="")
    barred = [one for one in now.of_battle if rule_of(one) in rule.excludes]
    said = f"{rule.word}{SEPARATOR}{rule.usual}" if rule.most else rule.word
    if barred:
        text = phrase("special.barred", rule=option_name(said), other=option_name(barred[0]))
        return now._replace(told=text)
    off = tuple([one for one in now.words if rule_of(one) in rule.excludes])
    told = phrase("special.excludes", rule=option_name(said), other=names(off)) if off else ""
    return now._replace(words=(*[one for one in now.words if one not in off], said), told=told)


def counted(now: Choosing, rule: OptionalRule, more: int) -> Choosing:
    """Another figure, within its bounds; a rule that is off goes on with its usual one."""
    if not rule.most or rule.word in map(rule_of, now.of_battle):
        return now
    said = now.said(rule)
    if not said:
        return toggled(now, rule)
    figure = min(rule.most, max(rule.least, int(said.partition(SEPARATOR)[2] or rule.usual) + more))
    word = f"{rule.word}{SEPARATOR}{figure}"
    return now._replace(words=tuple([word if rule_of(one) == rule.word else one for one in now.words]), told="")


def fought(now: Choosing, battle: Battle | None) -> Choosing:
    """Another battle, or a whole game; optional rules that contradict the battle, or are its own, go off."""
    own: Sequence[str] = () if battle is None else [*map(rule_of, battle.options)]
    barred = {*own, *[word for one in own if one in BY_WORD for word in BY_WORD[one].excludes]}
    return now._replace(words=tuple([one for one in now.words if rule_of(one) not in barred]), battle=battle, told="")


def made_even(even: UnequalPlayers, now: Choosing = NOTHING) -> Choosing:
    """The rules that make two players even, in place of those that were chosen; battles are not made even."""
    return now._replace(words=even.found().words, battle=None, told="", even=even)


def met(now: Choosing, bot: str) -> Choosing:
    """Another bot; rules that made it even make it even against this one, as far as its strength is known."""
    if bot == now.bot:
        return now
    even = None if now.even is None else now.even.against(bot)
    other = now._replace(bot=bot, even=even, told="")
    if even is None or not now.evened:
        return other
    return other._replace(told=even.fault) if even.fault else made_even(even, other)
