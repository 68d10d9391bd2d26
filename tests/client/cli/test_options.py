"""`ironbottom options`, and what the commands that begin games say of optional rules and battles that cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.options import OPTIONAL_RULES
from ironbottom.vocabulary import TABLES
from tests.support.battle_sheets import TEXT

Output = pytest.CaptureFixture[str]


def test_all_rules_are_listed_with_what_they_say_and_whom_they_help(capsys: Output) -> None:
    assert main(["options"]) == 0
    said = capsys.readouterr().out
    for rule in OPTIONAL_RULES:
        assert f"{rule.word}: {TABLES[rule.word]['name']} (§{rule.rule})" in said
    assert "a figure from 6 to 60, 24 where none is given" in said
    assert "not together with read-their-mail, coast-watchers, decoys" in said
    assert "{n}" not in said


def test_programs_get_them_as_json(capsys: Output) -> None:
    assert main(["options", "--json"]) == 0
    told = {one["word"]: one for one in json.loads(capsys.readouterr().out)}
    assert [*told] == [rule.word for rule in OPTIONAL_RULES]
    assert told["fuel"]["figure"] == {"least": 6, "most": 60, "usual": 24}
    assert told["decoys"]["excludes"] == ["open-table"]
    assert told["radar"]["figure"] is None


COMMANDS = (
    ["play", "--plain"], ["play", "--web"], ["host", "--plain", "--port", "0"], ["selfplay", "--games", "1"],
    ["arena", "mate", "random", "--fast"], ["arena", "--balance"], ["arena", "--ladder", "random", "first"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--option", "radr"], "found the optional rule 'radr'; allowed are long-lance,"),
        (["--option", "fuel:3"], "found 'fuel:3'; allowed is fuel, with a figure from 6 to 60."),
        (["--option", "decoys", "--option", "open-table"], "decoys and open-table exclude each other"),
        (["--battle", "jutland"], "jutland: found neither a battle nor a file to read"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_started(
    command: list[str], words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """§23, §24  In one sentence, and with 1."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    assert main([*command, *words]) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert len(told.err.splitlines()) == 1


def test_a_battle_brings_its_cards_with_it(tmp_path: Path, capsys: Output) -> None:
    """It is one of the full set, and nobody has to say so."""
    file = tmp_path / "sound.yaml"
    file.write_text(TEXT, "utf-8")
    assert main(["selfplay", "--games", "2", "--battle", str(file), "--option", "long-lance", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["set"], told["turns"]["max"]) == ("full", 3)


def test_a_battle_that_is_broken_is_named_with_its_place(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "sound.yaml"
    file.write_text(TEXT.replace("aoba-kinugasa", "aoba-kinugassa"), "utf-8")
    assert main(["selfplay", "--games", "1", "--battle", str(file)]) == 1
    assert "aoba-kinugassa" in capsys.readouterr().err
    exported = tmp_path / "sound.json"
    exported.write_text("{}", "utf-8")
    assert main(["selfplay", "--games", "1", "--battle", str(exported)]) == 1
    assert "found no battle of `ironbottom battles export`" in capsys.readouterr().err


def test_the_network_of_the_arena_knows_no_options(capsys: Output) -> None:
    assert main(["arena", "mate", "random", "--option", "radar"]) == 2
    assert "add --fast" in capsys.readouterr().err


@pytest.mark.parametrize("way", ["--plain", "--web"])
def test_two_at_one_screen_cannot_bid_for_sides(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """§23.18  Each would give the bid of both: it is said before anything is started."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    assert main(["hotseat", way, "--option", "bid", "--bid", "3"]) == 1
    assert "Two at one screen cannot bid for sides in secret" in capsys.readouterr().err
