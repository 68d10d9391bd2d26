"""What can be done at the table besides answering: each with its key, its word in the line of keys, and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import Binding

from ironbottom.language import N_


class Command(NamedTuple):
    """A key, and the action of the screen that it calls."""

    key: str  # as Textual names it
    sign: str  # as people read it
    action: str
    word: str
    what: str
    shown: bool = True  # in the line of keys; the others are in the help and the palette


COMMANDS = (
    Command("question_mark", "?", "sheet('help')", N_("all keys"), N_("All keys, and how the question is answered")),
    Command("escape", "Esc", "to_question", N_("back"), N_("Back to the question, and to the table as it is")),
    Command("ctrl+p", "^P", "app.command_palette", N_("commands"), N_("Look for a command by a word")),
    Command("G", "G", "lesson", N_("lesson"), N_("What the lesson teaches, and a hint")),
    Command("K", "K", "skip", N_("skip"), N_("Show what has happened at once")),
    Command("N", "N", "step", N_("next"), N_("The next round of dice, where they wait for a key")),
    Command("W", "W", "why", N_("why"), N_("The rule behind the last refusal, or behind the question")),
    Command("L", "L", "part('log')", N_("log"), N_("What happened, to be searched; a line shows the table as it was")),
    Command("H", "H", "part('hand')", N_("hand"), N_("Your hand")),
    Command("P", "P", "part('piles')", N_("piles"), N_("Decks, discards, victory piles")),
    Command("B", "B", "battle", N_("battle"), N_("The battle board, or the whole table instead")),
    Command("T", "T", "talk", N_("talk"), N_("Say something to the table")),
    Command("tab", "Tab", "app.focus_next", N_("next part"), N_("To the next part of the table")),
    Command("R", "R", "sheet('rules')", N_("rules"), N_("The rulebook, to be searched")),
    Command("C", "C", "sheet('cards')", N_("cards"), N_("All cards of this game")),
    Command("O", "O", "sheet('opponent')", N_("opponent"), N_("What does my opponent see?")),
    Command("S", "S", "sheet('orders')", N_("orders"), N_("Standing orders: what is answered by itself")),
    Command("Z", "Z", "zoom", N_("zoom"), N_("The question, then the board, over the whole screen")),
    Command("U", "U", "undo", N_("undo"), N_("A step back, as far as it can be taken back")),
    Command("D", "D", "default", N_("default"), N_("Give the default answer, where nothing is lost by it")),
    Command("M", "M", "mute", N_("mute"), N_("Hear no chat any more, or hear it again"), shown=False),
    Command("comma", ",", "sheet('settings')", N_("settings"), N_("Colours and speed"), shown=False),
    Command("X", "X", "sheet('resign')", N_("resign"), N_("Give up the game"), shown=False),
    Command("E", "E", "ending", N_("result"), N_("How the game ended, and another one"), shown=False),
    Command("q", "q", "app.leave", N_("leave"), N_("Leave; the game is kept")),
)


def bindings(commands: tuple[Command, ...] = COMMANDS) -> list[Binding]:
    """For Textual.  The words are translated where they are drawn (terminal/drawing/keys.py)."""
    return [Binding(one.key, one.action, one.word, show=one.shown, key_display=one.sign) for one in commands]
