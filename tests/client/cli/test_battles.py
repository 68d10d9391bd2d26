"""`ironbottom battles`: list, show and check, in both languages; and the arena that plays them."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from ironbottom.battle_sheet import battle_names, battle_text, check_battle, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.storage.card_sets import battle_of, cards_of, fought, measured
from tests.support.languages import english
from tests.tools.battle_balance import FOLDER, in_markdown, kept, mark_of, with_table, written

__all__ = ["english"]  # after each test

Output = pytest.CaptureFixture[str]
DOCUMENT = files("ironbottom.cards").joinpath("FIELDS.md").read_text("utf-8")
EXAMPLE = re.findall(r"```yaml\n(battle: .*?)```", DOCUMENT, re.DOTALL)[0]
ODD = re.compile(r"[{}]|\bNone\b")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with a battle of one's own: the example of cards/FIELDS.md."""
    path = tmp_path / "mine.yaml"
    path.write_text(EXAMPLE, "utf-8")
    return path


def test_list_has_all_of_them_by_date(capsys: Output) -> None:
    assert main(["battles", "list"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.partition(" ")[0] in battle_names()]
    assert [line.partition(" ")[0] for line in lines] == [*battle_names()]
    row = next(line for line in lines if line.startswith("cape-esperance"))
    assert re.search(r"Cape Esperance +1942-10-11 +3 +Japan +\d+ % +\d+", row)


def test_list_for_programs(capsys: Output) -> None:
    assert main(["battles", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == [*battle_names()]
    assert rows[0]["date"] == "1942-08-09"
    assert rows[0]["first"] == "jp"
    assert rows[0]["measured"]["games"] >= 1000


@pytest.mark.parametrize("name", battle_names())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_show_has_everything(language: str, name: str, capsys: Output) -> None:
    """In the reader's language: no text of the other, no hole where something should stand."""
    assert main(["--lang", language, "battles", "show", name]) == 0
    out, fight = capsys.readouterr().out, read_battle(battle_text(name))
    told = fight.english if language == "en" else fight.japanese
    for text in (told.title, told.introduction, *told.history.split("\n\n"), *fight.sources):
        assert text in out
    assert not ODD.search(out)
    assert str(fight.clear) in out
    if language == "ja":
        own = [row for row in out.splitlines() if row.strip() not in fight.sources and "§23" not in row]
        assert not re.search(r"[a-z]{3,} [a-z]{3,}", "\n".join(own))


def test_show_names_lines_loads_and_damage(capsys: Output) -> None:
    assert main(["battles", "show", "guadalcanal-second-night"]) == 0
    out = capsys.readouterr().out
    assert "    North Carolina & Washington; detected; 3 damage\n" in out
    assert "    South Dakota with Walke, Gwin, Benham & Preston\n" in out
    assert "    Henderson Field; aboard: Wildcat, 2 Dauntless, Avenger\n" in out
    assert "  Hand: SG Radar\n" in out
    assert "VP for each of your transports that come ashore" in out
    assert "There are no decks: nobody draws." in out


def test_show_for_programs(capsys: Output) -> None:
    assert main(["battles", "show", "savo-island", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["us"]["ships"][0] == {
        "lead": "us/pacific-fleet-1", "transports": True, "line": 0, "escort": None, "damage": 0, "detected": False,
        "airplanes": [],
    }


def test_the_example_of_the_document_is_in_order(mine: Path, capsys: Output) -> None:
    assert main(["battles", "check", str(mine)]) == 0
    assert capsys.readouterr().out.startswith(f"{mine} is in order: My Battle, 1942-10-11; 3 turns of both sides")
    assert main(["battles", "show", str(mine)]) == 0
    assert "A paragraph of history, in as many lines as you like.\n" in capsys.readouterr().out


def test_check_says_the_one_sentence(mine: Path, capsys: Output) -> None:
    mine.write_text(EXAMPLE.replace("helena-boise", "shokaku"), "utf-8")
    assert main(["battles", "check", str(mine)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f'{mine}, line 19, field us.front.2.ship: found "shokaku", a card of Japan; allowed is a ship card of the US.\n'
    )


@pytest.mark.parametrize("what", ["missing", "folder", "binary", "long", "nul"])
def test_what_is_no_file_with_a_battle(what: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "x.yaml"
    if what == "folder":
        path.mkdir()
    elif what != "missing":
        held = {"binary": b"\xff\xfe\x00", "long": b"battle: x\n" + b"#" * 20_000, "nul": b"battle: x\n\0"}
        path.write_bytes(held[what])
    assert main(["battles", "check", str(path)]) == 1
    said = capsys.readouterr().err
    assert str(path) in said
    assert said.count("\n") == 1
    assert main(["battles", "show", "midway\0"]) == 1
    assert "allowed is one of savo-island" in capsys.readouterr().err


def test_a_battle_says_which_set_it_needs() -> None:
    assert cards_of(battle_of("savo-island")).name == "full"
    assert fought("core", "cape-esperance").battle == battle_of("cape-esperance")
    assert fought("core", None) is card_set("core")


@pytest.mark.parametrize("name", battle_names())
def test_what_was_measured_is_of_the_battle_as_it_is(name: str) -> None:
    """python -m tests.tools.battle_balance measures anew."""
    found, fight = measured(name), battle_of(name)
    assert found is not None
    assert found.battle == mark_of(fight)
    assert found.games >= 1000
    assert 0.4 <= found.us <= 0.6
    check_battle(fight, card_set(fight.set), name)


def test_the_table_of_the_document_is_what_was_measured() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    assert with_table(text, kept()) == text
    assert in_markdown(kept()).count("\n") == len(battle_names()) + 2
    assert written(kept()) == (FOLDER / "measured.toml").read_text("utf-8")


def test_the_arena_plays_a_battle(mine: Path, capsys: Output) -> None:
    words = ["--battle", str(mine), "--games", "4", "--jobs", "1", "--json"]
    assert main(["arena", "mate", "random", "--fast", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["battle"] == str(mine)
    assert {game["turns"] for game in found["games"]} == {3}
    assert main(["arena", "--balance", *words]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["battle"] == "my-battle"
    assert found["turns"]["most"] == 3


def test_the_report_of_a_battle_says_nothing_of_who_begins_a_whole_game(capsys: Output) -> None:
    assert main(["arena", "--balance", "--battle", "tassafaronga", "--games", "2", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "full, tassafaronga set" in out
    assert "§10.6" not in out


def test_a_battle_without_event_cards_has_a_report(capsys: Output) -> None:
    assert main(["arena", "--balance", "--battle", "eastern-solomons", "--games", "1", "--jobs", "1"]) == 0
    assert "full, eastern-solomons set" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "said"), [
    (("--balance", "--battle", "savo-island", "--first", "jp"), "a battle says who has the first turn"),
    (("mate", "random", "--battle", "savo-island"), "--battle plays without the network: add --fast."),
    (("--balance", "--battle", "midway"), "found neither a battle nor a file to read"),
    (("--balance", "--battle", "savo-island", "--set", "full@1"), ""),
])
def test_options_that_do_not_go_together(words: tuple[str, ...], said: str, capsys: Output) -> None:
    code = main(["arena", *words, "--games", "1", "--jobs", "1"])
    assert code in ((1, 2) if said else (0, 1))
    assert said in capsys.readouterr().err


def test_no_name_is_no_battle(capsys: Output) -> None:
    """And not a whole game."""
    assert main(["play", "--battle", "", "--plain"]) != 0
    assert '"": found neither a battle nor a file to read' in capsys.readouterr().err
