"""Golden screens: what somebody types, and all that he reads, in eight situations.

After a change of the wording the difference of the texts in screens/ is what a reviewer reads:

    python -m tests.client.plain.test_screens --update

rewrites them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.plain.intents import Give
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.card_text import width
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombat, AirControl, InterceptCombat
from ironbottom.sight import seen, view
from ironbottom.words import FRONT, Side
from tests.client.plain.questions import FULL, JP, US, airplanes, guns, homecoming, midway, ships, strikes
from tests.client.plain.sitting import lines_of, sitting, whole_game
from tests.support.players import seed

FOLDER = Path(__file__).parent / "screens"
UPDATE = "if that is meant: python -m tests.client.plain.test_screens --update, and read the difference"


class Typed:
    """A reader at a game; what is typed and what is printed, as one text.  The other side answers by default."""

    def __init__(self, game: Game, side: Side | None) -> None:
        self.game, self.side, self.reader = game, side, PlainReader(FULL)
        self.text: list[str] = []
        self._show()

    def _show(self) -> None:
        events = self.game.events or []
        self.text += self.reader.update(view(self.game, self.side), seen(events, self.side))

    def type(self, *lines: str) -> Typed:
        for line in lines:
            said = self.reader.line(line)
            self.text += ["", f"> {line}", *lines_of(said)]
            if isinstance(said, Give):
                assert self.side is not None
                self.game = self.game.after(self.side, said.answer)
                self._show()
                self.others()
        return self

    def others(self) -> None:
        """Whoever else is asked answers, until the reader is or the game is over."""
        while self.game.asked and self.side not in self.game.asked:
            other = next(iter(self.game.asked))
            self.game = self.game.after(other, self.game.default(other))
            self._show()


def first_evening() -> Typed:
    """The first decisions of a game, up to the end of the set-up."""
    script = Typed(new_game(card_set("full@1"), seed(6)), US)
    return script.type("keep", "move 1 a", "pair 3 1", "undo", "what does my opponent see", "", "help", "done")


def readme() -> Typed:
    """The picture of the README: air control combat over the Japanese FRONT."""
    here = FRONT[JP]
    g = midway().play(
        AirControl(line=here, defender=JP), InterceptCombat(line=here, defender=JP), AirAttack(line=here, defender=JP),
        ChooseAction(phasing=US), dice=[4, 3, 2, 1, 5, 3, 1, 5, 1, 1, 1, 4, 5] + [1] * 40,
    )
    typed = ("table", "why", "none", "2", "1b", "odds", "none", "status", "1a", "1a 2c", "", "1", "log 3")
    return Typed(g, US).type(*typed)


def tasks() -> Typed:
    """The defender's tasks, in words and with mistakes."""
    t = midway()
    for token, a in list(t.state.forces[JP].airplanes.items()) + list(t.state.forces[US].airplanes.items()):
        if a.task is not None and a.task.value != "withdrawn":
            t.state.forces[a.side].airplanes[token] = type(a)(
                token, a.side, a.card, a.host, False, a.line, a.origin, type(a.task)("flown")
            )
    g = t.play(AirCombat(line=FRONT[JP], defender=JP), dice=[1] * 80)
    script = Typed(g, JP)
    script.others()
    return script.type("1d", "why", "zeke b = control", "zeke b = control, 2 intercept", "none")


def deployment() -> Typed:
    """Airplanes from the hand, step by step."""
    return Typed(airplanes(), US).type("deploy 1 a", "deploy wildcat henderson", "shift 3 c", "undo", "hand", "done")


def strike() -> Typed:
    """Targets with their odds, then the attack of one airplane after the other."""
    return Typed(strikes(), US).type("1a, avenger = torpedo shokaku", "2", "attack", "piles", "1")


def sea() -> Typed:
    """An event before a withdrawal check in a gun battle."""
    return Typed(guns(), US).type("3", "1", "none", "rules 18.4(a)(2)")


def home() -> Typed:
    """Airplanes come home."""
    return Typed(homecoming(), US).type("1a 2a", "2a", "short", "table short")


def looking_on() -> Typed:
    """What a spectator sees of the same table."""
    return Typed(midway().play(ChooseAction(phasing=US)), None).type("table", "status", "opponent", "1", "resign")


def ships_parted() -> Typed:
    """A damaged pair is parted; the other side waits."""
    return Typed(ships(), US).type("part 3", "part 3 2", "opponent", "orders add 3 window 9", "resign", "no", "done")


def the_end() -> Typed:
    """The last of a game, with losses and luck."""
    at, rng = sitting(3, card_set("full@1")), Random(3)
    for _ in whole_game(at, rng):
        pass
    script = Typed(Game(at.game.state, [], log=False), None)
    script.text = [*at.printed[US], *lines_of(at.readers[US].line("status"))]
    return script


SCREENS: dict[str, Callable[[], Typed]] = {
    "first-evening": first_evening, "readme": readme, "tasks": tasks, "deployment": deployment, "strike": strike,
    "sea": sea, "home": home, "looking-on": looking_on, "ships-parted": ships_parted, "the-end": the_end,
}


def screen(name: str) -> str:
    return "\n".join([*SCREENS[name]().text, ""])


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_reads_as_before(name: str) -> None:
    found, known = screen(name), (FOLDER / f"{name}.txt").read_text("utf-8")
    for number, (ours, theirs) in enumerate(zip(found.split("\n"), known.split("\n"), strict=False), 1):
        assert ours == theirs, f"{name}.txt, line {number}, is the first that differs; {UPDATE}"
    assert found == known, f"{name}.txt is longer or shorter; {UPDATE}"


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_plain(name: str) -> None:
    """No wider than a terminal, and no letter but ASCII and the sign of a paragraph: all of it can be spoken."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert max(map(width, text.splitlines())) <= 80
    assert text.replace("§", "").isascii()


def test_no_screen_is_left_behind() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SCREENS)


def update() -> None:
    """Rewrite the screens."""
    FOLDER.mkdir(exist_ok=True)
    for name in SCREENS:
        (FOLDER / f"{name}.txt").write_text(screen(name), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.client.plain.test_screens --update")
    update()
