"""The README tells the truth: its program runs, its commands and its paths exist."""

from __future__ import annotations

import re

import pytest

from ironbottom.client.__main__ import main
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_program_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The block that imports new_game is run as it stands."""
    (program,) = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "new_game" in block]
    exec(program, {})  # noqa: S102 - the README's own example
    assert "Outcome(winner=" in capsys.readouterr().out


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`ironbottom (\w+)", README))))
def test_its_commands_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has a --help with an example."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"ironbottom {command}" in capsys.readouterr().out


def test_its_paths_exist() -> None:
    """The map leads somewhere."""
    rows = README.split("## Map")[1].split("## Change")[0]
    named = re.findall(r"`([\w/]+(?:\.\w+|/))`", rows)
    assert len(named) > 20
    missing = [name for name in named if not any((base / name).exists() for base in (ROOT, ROOT / "ironbottom"))]
    assert not missing


@pytest.mark.parametrize("variable", ["IRONBOTTOM_HOME", "IRONBOTTOM_NAME"])
def test_what_the_environment_may_say_stands_there_and_in_the_help(
    variable: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert variable in capsys.readouterr().out
    assert variable in README
