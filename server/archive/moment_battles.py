"""§24  Battles made of moments of finished games, for clients that cannot make them: the page has no engine.

What is at a moment is found anew from the transcript of a game that is over, as for a what-if (branches.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ironbottom.battle_from import battle_from
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.proof.entries import Agreed, AnsweredEntry, ResignedEntry
from ironbottom.wire.moments import MadeBattle, MakeBattle

from .scenes import CardsByPrint, NoScenes, beginning, play, played_entries


class BattleBuilder:
    """A battle that is being made; `steps` does it in small pieces, and then `made` is there."""

    def __init__(self, lines: Sequence[bytes], cards: CardsByPrint, message: MakeBattle) -> None:
        self.lines, self.cards, self.message = lines, cards, message
        self.made: MadeBattle | None = None
        self._turn = 0

    def steps(self) -> Iterator[None]:
        """As `ironbottom.battle_from.beginning` finds the turn.  Raises NoScenes."""
        begun, name, game = beginning(self.lines, self.cards)
        at = 0
        self._look(game, at, name)
        for n, body in played_entries(begun, self.lines):
            if self._found() or isinstance(body, ResignedEntry | Agreed):
                break
            if isinstance(body, AnsweredEntry):
                play(game, body, n)
                at += 1
                self._look(game, at, name)
                yield
        if at < self.message.at:
            text = _("it has {n} answers only, and was to be left after {at}")
            raise NoScenes(text.format(n=at, at=self.message.at))
        if self.made is None:
            raise NoScenes(_("it was over before its first turn"))

    def _found(self) -> bool:
        return self.made is not None and self.made.at >= self.message.at

    def _look(self, game: Game, at: int, name: str) -> None:
        """Whether a turn begins here; `name`: what this server calls the cards."""
        before, self._turn = self._turn, game.state.turn
        if game.asked and self._turn > before and not self._found():
            battle = replace(battle_from(game), set=name)
            self.made = MadeBattle(self.message.seq, self.message.table, at, self._turn, battle)
