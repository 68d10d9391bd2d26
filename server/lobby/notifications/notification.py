"""What somebody is told, in words: made of public facts alone."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ironbottom.language import N_, catalogue

Told = Literal["turn", "reminder", "seat", "cup", "over", "trial", "code", "off"]

TITLES: dict[Told, str] = {
    "turn": N_("Your move against {name}"),
    "reminder": N_("Still your move against {name}"),
    "seat": N_("{name} has sat down at your table"),
    "cup": N_("Your cup game against {name}"),
    "over": N_("Your game against {name} is over"),
    "trial": N_("Iron Bottom & Sunset Sky: a trial"),
    "code": N_("Iron Bottom & Sunset Sky: your code is {code}"),
    "off": N_("Iron Bottom & Sunset Sky: a way was switched off"),
}
BODIES: dict[Told, str] = {
    "turn": N_("Table {table}, turn {turn}: the game waits for you."),
    "reminder": N_("Table {table}, turn {turn}: the game still waits for you."),
    "seat": N_("Table {table}: come, and the game begins."),
    "cup": N_("Table {table} was made for it: come before its round is over, and the game begins."),
    "over": N_("Table {table}, turn {turn}: see how it has ended, look it through, or play another."),
    "trial": N_("This is how you are told that a game waits for you."),
    "code": N_("Type {code} where you gave this address, and you are told here when a game waits for you. "
               "If it was not you, do nothing: nothing more will come."),
    "off": N_("What goes to {name} has failed three times, and is not tried any more. Try it again, or remove it, "
              "where you have chosen it."),
}


class Notification(NamedTuple):
    """One thing that one player is told."""

    id: str  # the same whenever it is sent again; tells nothing
    what: Told
    table: str = ""
    game: int = 0
    turn: int = 0
    name: str = ""  # of the other player; or where it went that was switched off
    link: str = ""  # to the page; empty: nobody knows where it is
    code: str = ""

    def title(self, language: str) -> str:
        """In one line."""
        return self._in(language, TITLES[self.what])

    def body(self, language: str) -> str:
        """In a sentence or two."""
        return self._in(language, BODIES[self.what])

    def text(self, language: str) -> str:
        """All of it."""
        return "\n".join([part for part in (self.title(language), self.body(language), self.link) if part])

    def _in(self, language: str, text: str) -> str:
        said = catalogue(language).gettext(text)
        return said.format(name=self.name, table=self.table, turn=self.turn, code=self.code)
