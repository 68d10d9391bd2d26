"""Phrases that may be said with a number: no keyboard, no foul word, and each in the language of who hears it."""

from __future__ import annotations

from ironbottom.language import N_, _

PHRASES = (
    N_("Hello, and good luck."),
    N_("Well played."),
    N_("Thank you for the game."),
    N_("One moment, please."),
    N_("I am thinking."),
    N_("I have to leave for a while; I will be back."),
    N_("What dice!"),
    N_("I did not see that coming."),
    N_("Sorry, I typed the wrong thing."),
    N_("Shall we play again with sides swapped?"),
)


def phrase_lines() -> list[str]:
    """The phrases with their numbers, from 1."""
    return [_("Say one of these by its number, as: say 2"), *[f"  {i} {_(one)}" for i, one in enumerate(PHRASES, 1)]]


def phrase_text(n: int) -> str:
    """A phrase by its number; nothing for one that there is not."""
    return _(PHRASES[n - 1]) if 1 <= n <= len(PHRASES) else ""
