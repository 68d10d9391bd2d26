"""Phrases that may be said with a number (ironbottom/vocabulary/chat.toml), in the language of who hears them."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.vocabulary import TABLES

PHRASES: tuple[str, ...] = tuple(TABLES["phrases"]["said"])


def phrase_lines() -> list[str]:
    """The phrases with their numbers, from 1."""
    return [_("Say one of these by its number, as: say 2"), *[f"  {i} {_(one)}" for i, one in enumerate(PHRASES, 1)]]


def phrase_text(n: int) -> str:
    """A phrase by its number; nothing for one that there is not."""
    return _(PHRASES[n - 1]) if 1 <= n <= len(PHRASES) else ""
