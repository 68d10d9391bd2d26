"""That the same is not to be asked again: which key says for how long, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.language import _
from ironbottom.vocabulary import phrase, word

from ...text.naming import Naming
from ...text.question.by_itself import NotAgain, Scope, comes_again, rule_text
from ..answer.staged import Staged
from ..answer.staging import complete

KEYS: dict[str, Scope] = {"b": "battle", "t": "turn", "c": "change"}


def can_say(staged: Staged | None) -> bool:
    """Whether the question may be asked again soon, so that it can be said that it shall not."""
    return staged is not None and staged.play is None and comes_again(staged.question)


def ways(staged: Staged) -> str:
    """What the keys mean; or that an answer has to be chosen first."""
    if complete(staged) is None:
        return phrase("by_itself.unready")
    keys = [_("{key} {what}").format(key=key, what=word("not_again", scope)) for key, scope in KEYS.items()]
    return f"{phrase('by_itself.ask')} {'; '.join(keys)}"


def held(rules: Iterable[NotAgain], naming: Naming) -> list[str]:
    """What is not asked again now, and the key that takes it back."""
    texts = [rule_text(rule, naming) for rule in rules]
    return [phrase("by_itself.rules"), *texts, _("Shift+V: be asked the last of these again")] if texts else []
