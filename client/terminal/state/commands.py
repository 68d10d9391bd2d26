"""What can be done at the table besides answering: each with its key, its word in the line of keys, and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding

from ironbottom.language import N_
from ironbottom.vocabulary import TABLES

from .model import UiState


class KeyCommand(NamedTuple):
    """A key, and the action of the screen that it calls."""

    key: str  # as Textual names it
    sign: str  # as people read it
    action: str
    word: str
    what: str
    shown: bool = True  # in the line of keys; the others are in the help and the palette


BOTH = "sheet('both')"
COMMANDS = (
    KeyCommand("question_mark", "?", "sheet('help')", N_("all keys"), N_("All keys, and how the question is answered")),
    KeyCommand("escape", "Esc", "to_question", N_("back"), N_("Back to the question, and to the table as it is")),
    KeyCommand("ctrl+p", "^P", "app.command_palette", N_("commands"), N_("Look for a command by a word")),
    KeyCommand("G", "G", "lesson", N_("lesson"), N_("What the lesson teaches, and a hint")),
    KeyCommand("K", "K", "skip", N_("skip"), N_("Show what has happened at once")),
    KeyCommand("N", "N", "step", N_("next"), N_("The next round of dice, where they wait for a key")),
    KeyCommand("W", "W", "why", N_("why"), N_("The rule behind the last refusal, or behind the question")),
    KeyCommand("I", "I", "sheet('advice')", N_("advice"), N_("What an adviser would do, where that is allowed")),
    KeyCommand("F", "F", BOTH, N_("both hands"), N_("Both hands, some turns late, for who looks on")),
    KeyCommand(
        "L", "L", "part('log')", N_("log"), N_("What happened, to be searched; a line shows the table as it was")
    ),
    KeyCommand("H", "H", "part('hand')", N_("hand"), N_("Your hand")),
    KeyCommand("P", "P", "part('piles')", N_("piles"), N_("Decks, discards, victory piles")),
    KeyCommand("B", "B", "battle", N_("battle"), N_("The battle board, or the whole table instead")),
    KeyCommand("T", "T", "talk", N_("talk"), TABLES["commands"]["talk"]),
    KeyCommand("tab", "Tab", "app.focus_next", N_("next part"), N_("To the next part of the table")),
    KeyCommand("R", "R", "sheet('rules')", N_("rules"), N_("The rulebook, to be searched")),
    KeyCommand(
        "A", "A", "sheet('special')", N_("agreed"), N_("What this table has besides the rules"), shown=False
    ),
    KeyCommand("C", "C", "sheet('cards')", N_("cards"), N_("All cards of this game")),
    KeyCommand("O", "O", "sheet('opponent')", N_("opponent"), TABLES["commands"]["opponent"]),
    KeyCommand("S", "S", "sheet('orders')", N_("orders"), N_("Standing orders: what is answered by itself")),
    KeyCommand("V", "V", "sheet('clocks')", N_("clocks"), TABLES["commands"]["clocks"], shown=False),
    KeyCommand("Z", "Z", "zoom", N_("zoom"), N_("The question, then the board, over the whole screen")),
    KeyCommand("U", "U", "undo", N_("undo"), N_("A step back, as far as it can be taken back")),
    KeyCommand("D", "D", "default", N_("default"), N_("Give the default answer, where nothing is lost by it")),
    KeyCommand("M", "M", "mute", N_("mute"), N_("Hear no chat any more, or hear it again"), shown=False),
    KeyCommand("comma", ",", "sheet('settings')", N_("settings"), N_("Colours and speed"), shown=False),
    KeyCommand(
        "Y", "Y", "sheet('offers')", N_("agree"), N_("Offer a draw, a pause or a takeback; answer an offer"),
        shown=False,
    ),
    KeyCommand("X", "X", "sheet('resign')", N_("resign"), N_("Give up the game"), shown=False),
    KeyCommand("E", "E", "ending", N_("result"), N_("How the game ended, and another one"), shown=False),
    KeyCommand("q", "q", "app.leave", N_("leave"), TABLES["commands"]["leave"]),
)

FOR_PLAYERS = {  # keys that need a hand, a question or an opponent
    "part('hand')", "sheet('advice')", "sheet('opponent')", "sheet('orders')", "sheet('offers')", "sheet('resign')",
    "why", "undo", "default",
}


def called(action: str, parameters: tuple[object, ...]) -> str:
    """An action as a command names it."""
    return f"{action}({parameters[0]!r})" if parameters else action


def useful(called: str, ui: UiState) -> bool:
    """Whether that action does anything for who sits here, or looks on."""
    looks_on = ui.place < 0
    if called == BOTH:
        return looks_on and ui.table is not None and bool(ui.table.terms.cast)
    return not (looks_on and called in FOR_PLAYERS)


def listed(ui: UiState) -> tuple[KeyCommand, ...]:
    """All commands for the help and the palette; to who looks on those of players are none."""
    return COMMANDS if ui.place >= 0 else tuple([one for one in COMMANDS if useful(one.action, ui)])


def bindings(commands: tuple[KeyCommand, ...] = COMMANDS) -> list[Binding]:
    """For Textual.  The words are translated where they are drawn (terminal/drawing/keys.py)."""
    return [Binding(one.key, one.action, one.word, show=one.shown, key_display=one.sign) for one in commands]
