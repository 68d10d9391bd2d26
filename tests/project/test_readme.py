"""README and ARCHITECTURE tell the truth: commands run, paths exist, floors and rooms are those that are checked."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.server.ops.command import default_data
from tests import ROOT

DOCUMENTS = ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG")
README, ARCHITECTURE, CONTRIBUTING, CHANGELOG = ((ROOT / f"{name}.md").read_text("utf-8") for name in DOCUMENTS)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {one["id"]: one for one in PROJECT["tool"]["importlinter"]["contracts"]}
NAME = r"`([\w/.]+/|[\w/]+\.(?:py|js|md|yaml|toml))`"
BASES = ("", "ironbottom", "ironbottom/rules", "client/web")


def test_its_program_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The block that imports new_game is run as it stands."""
    (program,) = [block for block in re.findall(r"```python\n(.*?)```", ARCHITECTURE, re.DOTALL) if "new_game" in block]
    exec(program, {})  # noqa: S102 - the document's own example
    assert "Outcome(winner=" in capsys.readouterr().out


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`ironbottom (\w+)", README))))
def test_its_commands_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each has a --help with an example."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"ironbottom {command}" in capsys.readouterr().out


@pytest.mark.parametrize("text", [ARCHITECTURE, CONTRIBUTING], ids=["ARCHITECTURE", "CONTRIBUTING"])
def test_its_paths_exist(text: str) -> None:
    """Whole ones as from the root; short ones as from a folder that is named before, or as in the engine."""
    whole = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    missing = [name for line in whole.splitlines() for name in re.findall(NAME, line) if not _exists(name, line)]
    assert missing == []


def _exists(name: str, line: str) -> bool:
    folders = {path.rpartition("/")[0] for path in re.findall(NAME, line)}
    above = {folder.rpartition("/")[0] for folder in folders}
    return any((ROOT / base / name).exists() for base in (*BASES, *folders, *above))


def tree() -> list[str]:
    """The folders of the tree that ARCHITECTURE draws, whole."""
    rows = re.findall(r"^( *)([\w/]+)/ ", ARCHITECTURE.split("```")[1], re.MULTILINE)
    found: list[str] = []
    for indent, name in rows:
        top = next((one for one in reversed(found) if "/" not in one), "")
        found.append(f"{top}/{name}" if indent else name)
    return found


def test_its_tree_is_the_tree() -> None:
    drawn = tree()
    assert all((ROOT / folder).is_dir() for folder in drawn), drawn
    for top in ("server", "client"):
        there = {path.name for path in (ROOT / top).iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert {folder.partition("/")[2] for folder in drawn if folder.startswith(f"{top}/")} == there


def test_its_floors_are_those_that_are_checked() -> None:
    """Every module of every floor stands in the picture, and in that order."""
    picture = ARCHITECTURE.split("### The floors of the engine")[1].split("```")[1]
    drawn = [set(re.findall(r"\w+", row[:33])) for row in picture.strip("\n").splitlines()]
    others = {"__main__", "client", "server"}
    layers = [set(re.findall(r"\w+", layer)) - others for layer in CONTRACTS["floors"]["layers"]]
    assert drawn == [layer for layer in layers if layer]


@pytest.mark.parametrize("top", ["server", "client"])
def test_its_rooms_are_in_the_order_that_is_checked(top: str) -> None:
    """A room stands below all that may import from it."""
    drawn = [folder.partition("/")[2] for folder in tree() if folder.startswith(f"{top}/")]
    layers = [set(re.findall(r"\w+", layer)) for layer in CONTRACTS[f"{top}-rooms"]["layers"]]
    height = {name: n for n, layer in enumerate(layers) for name in layer}
    inside = [name for name in drawn if name in height]  # web/ is no Python, deploy/ no room
    assert [height[name] for name in inside] == sorted(height[name] for name in inside)
    assert set(inside) == set(height) - {"__main__"}


def test_where_the_files_of_a_server_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As the unit, the Containerfile and the command have it."""
    deploy = ROOT / "server" / "ops" / "deploy"
    unit, image = ((deploy / name).read_text("utf-8") for name in ("ironbottom.service", "Containerfile"))
    told = (deploy / "NEUTRAL_HOST.md").read_text("utf-8").split("## Where the files are")[1].split("\n## ")[0]
    (state,) = re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)
    (volume,) = re.findall(r"^VOLUME (.*)$", image, re.MULTILINE)
    assert f"`/var/lib/{state}`, a link to `/var/lib/private/{state}`" in told
    assert f"`{volume}`, the volume `ironbottom`" in told
    assert f"-v ironbottom:{volume} " in image
    assert {"/opt/ironbottom/bin/ironbottom"} == {*re.findall(r"/opt/\S+/ironbottom(?=\s|\")", unit + image)}
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    assert default_data() == tmp_path / "server"
    assert "`server` in the folder of your games" in told


def test_the_version_is_told_by_the_changelog() -> None:
    """The newest heading is the version that moves next, or has moved."""
    (newest, *_older) = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG, re.MULTILINE)
    assert PROJECT["project"]["version"] == newest


@pytest.mark.parametrize("variable", ["IRONBOTTOM_HOME", "IRONBOTTOM_NAME"])
def test_what_the_environment_may_say_stands_there_and_in_the_help(
    variable: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert variable in capsys.readouterr().out
    assert variable in README
