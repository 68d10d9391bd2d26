"""§3, §9.2  The command `odds`: what it prints, and how it refuses what can't be."""

from __future__ import annotations

import argparse
import io
import json

import pytest

from ironbottom.client.cli.commands.odds import EIGHTHS, add_to
from ironbottom.odds import at_least, duel, duel_rounds, expected_damage

TWO = ("--attack", "4", "--defence", "2", "--hp", "5")
LEAVE = "--spent-withdraw"


def command(*argv: str) -> int:
    """Run `ironbottom odds` and return its exit code."""
    program = argparse.ArgumentParser(prog="ironbottom")
    add_to(program.add_subparsers())
    args = program.parse_args(["odds", *argv])
    return int(args.run(args))


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Return what runs the command and gives back what it printed."""
    return Printed(capsys)


class Printed:
    """The command, run for what it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def text(self, *argv: str) -> str:
        """Return the output of a call that must succeed and must not complain."""
        assert command(*argv) == 0
        out, err = self.capsys.readouterr()
        assert err == ""
        return out

    def refusal(self, *argv: str) -> str:
        """Return the one sentence of a call that must be refused."""
        assert command(*argv) == 2
        out, err = self.capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert err.endswith(".\n")
        return err.strip()


def test_one_side(printed: Printed) -> None:
    """§3.2  Kill odds, damage and every number of hits up to the target's HP."""
    lines = printed.text("4", "--hp", "3").splitlines()
    assert lines[0] == "Ability 4 against 3 HP"
    assert lines[2].split() == ["target", "down", f"{100 * at_least(4, 3):.2f}", "%"]
    assert lines[3].split()[2:] == [f"{expected_damage(4, 3):.2f}", "of", "3"]
    assert [line.split()[0] for line in lines[-4:]] == ["0", "1", "2", "3"]
    assert lines[-4].endswith("100.00 %  " + EIGHTHS[-1] * 30)
    assert lines[-1].split()[1:5] == ["12.44", "%", "61.12", "%"]


@pytest.mark.parametrize(
    ("ability", "rows", "withdraws"), [("-", 1, "0.00"), ("0", 5, "16.67"), ("1", 13, "33.33"), ("20", 51, "99.97")]
)
def test_one_side_without_a_target(printed: Printed, ability: str, rows: int, withdraws: str) -> None:
    """§3.3, §3.4, §9.2  Rows as long as there is something to see; the odds of a withdrawal check at such a speed."""
    lines = printed.text(ability).splitlines()
    assert lines[0] == f"Ability {ability}"
    assert f"  withdrawal check  {withdraws:>7} %  (speed {ability})" in lines
    assert len(lines) - 1 - lines.index("  hits    exactly   at least") == rows


def test_two_sides(printed: Printed) -> None:
    """§17.3(4)(c)  Anti-Air first: nobody goes down with the other, and the rounds are told."""
    lines = printed.text(*TWO, "--first", "defence").splitlines()
    odds = duel(4, 1, 2, 5, "defence")
    assert lines[0] == "Attack 4 with 1 HP against defence 2 with 5 HP"
    assert lines[1] == "The defence rolls first in each round; the counter-fire ends with the attack."
    shown = [line.split()[:3] for line in lines[3:7]]
    assert shown == [
        ["attacker", "down", f"{100 * odds.attacker_down:.2f}"],
        ["defender", "down", f"{100 * odds.defender_down:.2f}"],
        ["both", "down", "0.00"],
        ["neither", "down", f"{100 * (1 - odds.attacker_down - odds.defender_down):.2f}"],
    ]
    assert len({line.index("%") for line in lines[3:7]}) == 1
    first = [f"{100 * chance:.2f}" for chance in duel_rounds(4, 1, 2, 5, "defence")[0]]
    row = next(line for line in lines if line.startswith("      1 "))
    assert row.replace("%", "").split() == ["1", *first]


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        ((), "Both roll together; the counter-fire ends with the attack."),
        (("--counter",), "Both roll together; the counter-fire ends with the attack."),
        (("--no-counter", "--first", "attack"), "The attack rolls first in each round; both fire until spent."),
        (("--spent-withdraw",), "Both roll together; a side without attempts withdraws."),
    ],
)
def test_modes_are_named(printed: Printed, options: tuple[str, ...], mode: str) -> None:
    """R-3, R-43, §17.2(3)(a)  The table says which exchange it is about."""
    assert printed.text(*TWO, *options).splitlines()[1] == mode


def test_json_of_one_side(printed: Printed) -> None:
    """§3.2  The numbers themselves, not rounded."""
    facts = json.loads(printed.text("4", "--defender-hp", "3", "--json"))
    assert facts["ability"] == 4
    assert facts["hp"] == 3
    assert facts["down"] == facts["at_least"][3] == at_least(4, 3)
    assert facts["expected_damage"] == expected_damage(4, 3)
    assert len(facts["hits"]) == 4
    assert "hp" not in json.loads(printed.text("-", "--json"))


def test_json_of_two_sides(printed: Printed) -> None:
    """R-43  What was asked and what was answered; no ability is null."""
    argv = ("--attack", "5", "--attacker-hp", "4", "--defence", "3", "--hp", "6", "--no-counter", "--json")
    facts = json.loads(printed.text(*argv))
    odds = duel(5, 4, 3, 6, counter=False)
    asked = ("attack", "attacker_hp", "defence", "defender_hp", "first", "counter", "spent_withdraw")
    assert [facts[name] for name in asked] == [5, 4, 3, 6, None, False, False]
    assert [facts["attacker_down"], facts["defender_down"], facts["both"]] == list(odds[:3])
    assert facts["rounds"][0] == duel_rounds(5, 4, 3, 6, counter=False)[0]._asdict()
    assert facts["rounds"][-1]["goes_on"] < 0.0005
    assert json.loads(printed.text("--attack", "-", "--defence", "0", "--hp", "1", "--json"))["attack"] is None


@pytest.mark.parametrize("argv", [("4", "--hp", "3"), TWO])
def test_ascii(printed: Printed, argv: tuple[str, ...]) -> None:
    """Plain characters when they are asked for; blocks when not."""
    plain = printed.text(*argv, "--ascii")
    assert plain.isascii()
    assert "####" in plain
    assert EIGHTHS[-1] in printed.text(*argv)


def test_a_terminal_without_blocks_gets_plain_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stdout can't encode is not printed."""
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="latin-1") as stdout:
        monkeypatch.setattr("sys.stdout", stdout)
        assert command("4") == 0
        stdout.flush()
        assert b"####" in raw.getvalue()


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("21",), 'ABILITY is "21"; it must be "-" or a whole number from 0 to 20.'),
        (("-1",), 'ABILITY is "-1"; it must be "-" or a whole number from 0 to 20.'),
        (("²",), 'ABILITY is "²"; it must be "-" or a whole number from 0 to 20.'),
        (("4", "--hp", "0"), '--hp is "0"; it must be a whole number from 1 to 99.'),
        (("4", "--hp", "9" * 5000), f'--hp is "{"9" * 40}"; it must be a whole number from 1 to 99.'),
        ((*TWO, "--attacker-hp", "-"), '--attacker-hp is "-"; it must be a whole number from 1 to 99.'),
        (("--attack", "x", *TWO[2:]), '--attack is "x"; it must be "-" or a whole number from 0 to 20.'),
        ((*TWO, "--defence", ""), '--defence is ""; it must be "-" or a whole number from 0 to 20.'),
        ((*TWO, "--first", "me"), '--first is "me"; it must be attack or defence, or be left out for together.'),
        ((), 'ABILITY is missing; give "-" or a number from 0 to 20, or --attack, --defence and --hp.'),
        (("--attack", "3"), "--defence is missing; two sides need --attack, --defence and --hp."),
        (("--defence", "3"), "--attack is missing; two sides need --attack, --defence and --hp."),
        (TWO[:4], "--hp is missing; two sides need --attack, --defence and --hp."),
        ((*TWO, LEAVE, "--counter"), "--counter is given with --spent-withdraw; give only one of them."),
        ((*TWO, LEAVE, "--no-counter"), "--no-counter is given with --spent-withdraw; give only one of them."),
    ],
)
def test_refusals(printed: Printed, argv: tuple[str, ...], sentence: str) -> None:
    """One sentence: the option, what was found, what is allowed."""
    assert printed.refusal(*argv) == f"ironbottom odds: {sentence}"


@pytest.mark.parametrize(
    "option", [TWO[:2], TWO[2:4], ("--attacker-hp", "2"), ("--first", "attack"), ("--no-counter",), (LEAVE,)]
)
def test_one_side_refuses_options_of_two(printed: Printed, option: tuple[str, ...]) -> None:
    """An option that would be ignored is refused."""
    sentence = printed.refusal("3", *option)
    assert sentence.startswith(f"ironbottom odds: {option[0]} is for two sides")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """Every example in the help is a call that works."""
    with pytest.raises(SystemExit) as stop:
        command("--help")
    assert stop.value.code == 0
    _, _, below = capsys.readouterr().out.partition("examples:\n")
    examples = [line.split()[2:] for line in below.splitlines() if line.split()[:2] == ["ironbottom", "odds"]]
    assert len(examples) == 5
    for call in examples:
        assert command(*call) == 0


def test_options_are_not_abbreviated() -> None:
    """argparse's own refusals end with 2 as well."""
    with pytest.raises(SystemExit) as stop:
        command(*TWO, "--fir", "attack")
    assert stop.value.code == 2
