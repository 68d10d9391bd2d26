"""`ironbottom cards`: list, show and check, with good and with wrong input."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.cli.commands.cards import add_to
from ironbottom.client.text.card_text import clipped, copies, face, padded, table, width, wrapped
from ironbottom.printed import AirplaneCard
from ironbottom.words import CardId

EXAMPLE = files("ironbottom.cards").joinpath("FIELDS.md").read_text("utf-8")
US = EXAMPLE.partition("Typing in your own set")[2].partition("```yaml\n")[2].partition("```")[0]

Output = pytest.CaptureFixture[str]


def command(*argv: str) -> int:
    """What the program returns for this command line."""
    parser = argparse.ArgumentParser(prog="ironbottom")
    add_to(parser.add_subparsers())
    args = parser.parse_args(["cards", *argv])
    return int(args.run(args))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of one's own."""
    (tmp_path / "us.yaml").write_text(US, "utf-8")
    (tmp_path / "jp.yaml").write_text("\ufeff" + US.replace("side: us", "side: jp"), "utf-8")
    (tmp_path / "remarks.txt").write_text("not read", "utf-8")
    return tmp_path


def test_list_shows_every_card_once(capsys: Output) -> None:
    """§2.1"""
    assert command("list") == 0
    lines = capsys.readouterr().out.splitlines()
    ids = [line.split()[0] for line in lines if line.startswith(("us/", "jp/"))]
    assert sorted(ids) == list(cards_by_id(card_set("full")))


def test_list_shows_all_values_as_printed(capsys: Output) -> None:
    """§2.2  A known value has a star behind it."""
    assert command("list", "--side", "us", "--kind", "ship", "--set", "core") == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("us/san-juan-destroyers"))
    assert row.split()[5:-2] == ["CLAA", "-", "+3", "2/+1", "1/+0", "1/+0", "+2", "3", "+3", "1*"]
    assert "us/indiana" not in out
    assert "jp/" not in out


@pytest.mark.parametrize("kind", ["ship", "base", "airplane", "event"])
def test_a_value_that_is_not_there_has_no_star(kind: str, capsys: Output) -> None:
    """§2.2  Not even where it is known that there is none."""
    assert command("list", "--kind", kind) == 0
    assert "-*" not in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["ship", "base", "airplane", "event"])
def test_the_tables_are_aligned(kind: str, capsys: Output) -> None:
    """The Japanese name, which is the last column, begins at the same place in every row."""
    assert command("list", "--side", "jp", "--kind", kind) == 0
    lines = capsys.readouterr().out.splitlines()
    at = next(line.index("Japanese name") for line in lines if "Japanese name" in line)
    cards = cards_by_id(card_set("full"))
    rows = [line for line in lines if line.startswith("jp/")]
    assert rows
    for row in rows:
        assert width(row[: row.index(cards[CardId(row.split()[0])].ja)]) == at


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("us/henderson-field", "ヘンダーソン飛行場"),
        ("HENDERSON field", "Henderson Field"),
        ("翔鶴", "jp/shokaku"),
        ("yama", "大和・陸奥"),
        ("零戦二一型", "jp/zeke"),
        ("ＺＥＫＥ", "jp/zeke"),
        ("I-19", "Night Lookouts"),
        ("伊二十六", "jp/tokyo-express"),
        ("wasp", "VP"),
    ],
)
def test_show_finds_a_card_by_any_of_its_names(name: str, shown: str, capsys: Output) -> None:
    """§2"""
    assert command("show", *name.split()) == 0
    assert shown in capsys.readouterr().out


def test_every_card_fits_its_box() -> None:
    """Each line of a drawn card is as wide as its border, Japanese or not."""
    for card in cards_by_id(card_set("full")).values():
        lines = face(card)
        assert {width(line) for line in lines} == {width(lines[0])}
        assert any(card.id in line for line in lines)


def test_what_is_drawn(capsys: Output) -> None:
    """§2.3  The five figures of a home base; no room for what the card does not have."""
    assert command("show", "truk") == 0
    out = capsys.readouterr().out
    for text in ("2L 1S 1F*", "First hand", "12*", "18*", "Repair"):
        assert text in out
    assert "Garrison" not in out
    assert command("show", "us/thach-weave") == 0
    assert "effect: weave us/wildcat" in capsys.readouterr().out
    assert command("show", "us/wildcat", "--set", "full@1") == 0
    assert "5 cards, 6 in the larger set" in capsys.readouterr().out


def test_one_card_is_one_card() -> None:
    wildcat = cards_by_id(card_set("full@1"))[CardId("us/wildcat")]
    assert isinstance(wildcat, AirplaneCard)
    card = replace(wildcat, copies=1)
    assert copies(card) == "1 card, 6 in the larger set"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("shokkaku", 'No card is called "shokkaku"; the nearest are jp/shokaku'),
        ("zzzqqqxxx", 'No card is called "zzzqqqxxx"; `ironbottom cards list` lists them all.'),
        (" ", '`ironbottom cards list` lists them all.'),
        ("零戦", '"零戦" means more than one card: jp/hamp, jp/zeke.'),
        ("des", '"des" means more than one card: jp/agano-destroyers'),
    ],
)
def test_a_name_of_no_card_or_of_many_gets_one_sentence(name: str, said: str, capsys: Output) -> None:
    """Exit code 2: wrong usage."""
    assert command("show", name) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert said in error
    assert error.count("\n") == 1


def test_check_sums_up_a_sound_folder(folder: Path, capsys: Output) -> None:
    """§2"""
    assert command("check", str(folder)) == 0
    out = capsys.readouterr().out
    assert "US: Noumea and Darwin, 3 fleet cards (8 VP), 4 airplanes and events" in out
    assert "The set own is sound" in out
    assert command("list", "--set", str(folder)) == 0
    assert "jp/lexington" in capsys.readouterr().out
    assert command("show", "gato", "--set", str(folder)) == 2
    assert "jp/fresh-ships, us/fresh-ships" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["check"], ["list", "--set"], ["show", "gato", "--set"]])
def test_a_wrong_folder_gets_one_sentence(argv: list[str], folder: Path, capsys: Output) -> None:
    """Exit code 1: a failed check."""
    (folder / "us.yaml").write_text(US.replace("air: 3", "air: 3x"), "utf-8")
    assert command(*argv, str(folder)) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error == 'us.yaml, card lexington, field air: found "3x"; allowed is a whole number from 0 to 20, or -.\n'


def test_a_folder_that_cannot_be_read(folder: Path, tmp_path_factory: pytest.TempPathFactory, capsys: Output) -> None:
    """One sentence each: no folder, a file instead, no cards, another encoding."""
    empty = tmp_path_factory.mktemp("empty")
    paths = {folder / "none": "no folder", folder / "us.yaml": "no folder", empty: "no .yaml", Path("\0"): "no folder"}
    for name, said in [(str(path), said) for path, said in paths.items()]:
        assert command("check", name) == 1
        error = capsys.readouterr().err
        assert f"found {said}" in error
        assert error.count("\n") == 1
    (folder / "us.yaml").write_bytes(US.encode("utf-16"))
    assert command("check", str(folder)) == 1
    assert "not UTF-8; allowed is UTF-8" in capsys.readouterr().err


def test_a_file_that_cannot_be_one_is_named(folder: Path, capsys: Output) -> None:
    """One sentence each: a link to nothing, a folder that is called like a file, `.yml`; hidden files are not read."""
    (folder / ".#us.yaml").symlink_to("somebody-at-work")  # an editor's lock
    assert command("check", str(folder)) == 0
    capsys.readouterr()

    def said() -> str:
        assert command("check", str(folder)) == 1
        out, error = capsys.readouterr()
        assert (out, error.count("\n")) == ("", 1)
        return str(error)

    link = folder / "y.yaml"
    link.symlink_to(folder / "gone.yaml")
    assert said() == f"{link}: found a file that cannot be read (No such file or directory); allowed is a .yaml file.\n"
    link.unlink()
    link.mkdir()
    assert said() == f"{link}: found no file; allowed is a .yaml file.\n"
    link.rmdir()
    for ending in (".yml", ".YAML"):
        other = folder / f"more{ending}"
        other.write_text("side: us\n", "utf-8")
        assert said() == f"{other}: found a file that ends in {ending}; allowed is .yaml.\n"
        other.unlink()


@pytest.mark.parametrize(
    "argv", [[], ["show"], ["check"], ["list", "--side", "uk"], ["list", "--kind", "boat"], ["deal"]]
)
def test_wrong_usage_is_two(argv: list[str]) -> None:
    """argparse says what is allowed."""
    with pytest.raises(SystemExit) as caught:
        command(*argv)
    assert caught.value.code == 2


@pytest.mark.parametrize("argv", [["--help"], ["list", "--help"], ["show", "--help"], ["check", "--help"]])
def test_help_has_an_example(argv: list[str], capsys: Output) -> None:
    """Every command shows one."""
    with pytest.raises(SystemExit) as caught:
        command(*argv)
    assert caught.value.code == 0
    assert "  ironbottom cards " in capsys.readouterr().out


def test_columns_of_a_terminal() -> None:
    """Japanese letters take two columns, accents that combine take none."""
    assert [width(text) for text in ("abc", "翔鶴", "ｱ", "e\u0301", "")] == [3, 4, 1, 1, 0]
    assert (padded("翔鶴", 6), padded("翔鶴", 6, ">"), padded("翔鶴", 6, "^")) == ("翔鶴  ", "  翔鶴", " 翔鶴 ")
    assert (clipped("翔鶴瑞鶴", 8), clipped("翔鶴瑞鶴", 7), clipped("翔鶴瑞鶴", 6)) == ("翔鶴瑞鶴", "翔鶴瑞…", "翔鶴…")
    assert wrapped("a bc 翔鶴瑞鶴龍驤 d", 8) == ["a bc", "翔鶴瑞鶴", "龍驤 d"]
    assert table(["Id", "HP"], [["a", "10"], ["翔鶴", "4"]]) == ["Id    HP", "--------", "a     10", "翔鶴   4"]
