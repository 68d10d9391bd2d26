"""§24  A battle file may come from anybody: whatever it holds, it is a battle or a sentence, and soon."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest
from msgspec import json

from ironbottom.battle import Battle
from ironbottom.battle_sheet import MOST_BYTES, battle_names, battle_text, check_battle, read_battle
from ironbottom.catalog import CardError, card_set
from ironbottom.rules import new_game
from ironbottom.variant import varied
from tests.engine.battles.written import GOOD
from tests.support.lengths import BATTLE_FILES, NIGHT
from tests.support.players import seed

LETTERS = "\n :-[]{},#'\"|>&*!%@`\t\x00\ud800字é9a"
CHUNKS = 4
SLOWEST = 10.0  # seconds for the worst file that fits: a bound for any machine, however busy


def spoilt(text: str, rng: Random) -> str:
    """The text with one to four things changed: a letter, a line, a word."""
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(4)
        lines, at = text.split("\n"), rng.randrange(len(text))
        if kind == 0:
            text = text[:at] + rng.choice(LETTERS) + text[at + 1 :]
        elif kind == 1:
            del lines[rng.randrange(len(lines))]
        elif kind == 2:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
        else:
            one, other = [rng.choice(text.split() or ["x"]) for _ in range(2)]
            text = text.replace(one, other, rng.randint(1, 2))
        text = "\n".join(lines) if kind in (1, 2) else text
        if not text:
            return ""
    return text


def read(text: str) -> bool:
    """Whether it is a battle; one that is can be sent, laid out and begun."""
    try:
        battle = read_battle(text)
    except CardError as error:
        said = str(error)
        return not said.isprintable() or not said.encode()  # never
    assert json.decode(json.encode(battle), type=Battle) == battle
    try:
        check_battle(battle, card_set(battle.set) if battle.set in ("core", "full") else card_set("core"))
    except CardError:
        return False
    assert new_game(varied(card_set(battle.set), (), battle), seed(1)).state.check() == []
    return True


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_spoilt_files(chunk: int) -> None:
    """Most are refused, and some are battles still."""
    texts = [GOOD, *map(battle_text, battle_names() if NIGHT else ())]
    found = []
    for number in range(chunk, BATTLE_FILES, CHUNKS):
        rng = Random(number)
        found.append(read(spoilt(rng.choice(texts), rng)))
    assert 0 < sum(found) < len(found)


BAD = {
    "open brackets": "battle: x\nus: " + "[" * 9_000,
    "open braces": "battle: x\nus: " + "{a: " * 3_000,
    "a deep list": "battle: x\nus:\n" + "".join([f"{' ' * n}-\n" for n in range(150)]),
    "many keys": "battle: x\n" + "".join([f"k{n}: 1\n" for n in range(1_700)]),
    "one long key": "battle: x\n" + "k" * 12_000,
    "question marks": "battle: x\n" + "? " * 7_000,
    "a bomb": "battle: x\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "an object": "battle: x\nus: !!python/object/apply:os.system ['true']",
    "a number beyond all bounds": f"battle: x\nturns: {'9' * 9_000}",
    "a version beyond all bounds": f"%YAML {'9' * 5_000}.1\n---\nbattle: x",
    "an escape beyond all bounds": 'battle: x\nset: "\\UFFFFFFFF"',
    "half a letter": "battle: \ud800",
    "control characters": "battle: x\x07\x1b[2J",
    "many lines": "battle: x\n" + "\n" * 16_000,
    "many quotes": "battle: x\n" + "'" * 12_000,
    "many hyphens": "battle: x\nus:\n  front:\n" + "    - a\n" * 1_800,
    "other ends of lines": "battle: x\r\nset: core\r\n\u2028\u2029",
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_made_to_harm(name: str) -> None:
    assert len(BAD[name].encode("utf-8", "surrogatepass")) <= MOST_BYTES
    begun = process_time()
    assert not read(BAD[name])
    assert process_time() - begun < SLOWEST
