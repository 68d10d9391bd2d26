"""`make test-pythons`: which interpreters it finds, what it says of one that cannot be had whole, and how it ends."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests import ROOT
from tests.tools import pythons
from tests.tools.pythons import NO_WHEEL, Interpreter, PythonResult, asked, candidates, main, named, newest, table

PIP_23 = "ERROR: No matching distribution found for PyYAML==6.0.3\n"
PIP_26 = """
    The user requested (constraint) pyyaml==6.0.3

Additionally, some packages in these conflicts have no matching distributions available for your environment:
    pyyaml

To fix this you could try to:
"""


def program(path: Path, *lines: str) -> str:
    """A program of the shell that says that it is a Python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines]), "ascii")
    path.chmod(0o755)
    return str(path)


def claims(path: Path, told: str) -> str:
    """One that answers who it is, and fails at everything else."""
    return program(path, f'[ "$1" = -c ] && echo "{told}" && exit 0', "echo it is broken >&2", "exit 1")


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no Python at all."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(pythons, "FOLDER", tmp_path / "environments")
    monkeypatch.setattr("os.get_exec_path", lambda: [str(tmp_path / "bin")])
    return tmp_path


def test_it_finds_the_newest_of_each_version(alone: Path) -> None:
    """On PATH and of pyenv; a shim that does not run, another Python and an old one are none."""
    one = claims(alone / "bin" / "python3.12", "cpython 3 12 1")
    two = claims(alone / "pyenv" / "versions" / "3.12.9" / "bin" / "python3", "cpython 3 12 9")
    three = claims(alone / "pyenv" / "versions" / "3.13.0" / "bin" / "python3", "cpython 3 13 0")
    claims(alone / "bin" / "python3.12-config", "cpython 3 12 99")
    program(alone / "bin" / "python3.14", "echo pyenv: python3.14: command not found >&2", "exit 127")
    claims(alone / "pyenv" / "versions" / "pypy3.11" / "bin" / "python3", "pypy 3 11 2")
    claims(alone / "pyenv" / "versions" / "3.10.4" / "bin" / "python3", "cpython 3 10 4")
    assert one in candidates()
    assert newest(candidates()) == [Interpreter((3, 12, 9), two), Interpreter((3, 13, 0), three)]


def test_it_knows_the_one_that_runs_this() -> None:
    assert asked(sys.executable) == Interpreter(sys.version_info[:3], sys.executable)
    assert asked("/no/such/python") is None


@pytest.mark.parametrize(("said", "package"), [(PIP_23, "PyYAML==6.0.3"), (PIP_26, "pyyaml")])
def test_a_missing_wheel_is_named(said: str, package: str) -> None:
    """As the pip of 3.11 and that of 3.15 say it."""
    found = NO_WHEEL.search(said)
    assert found is not None
    assert package in found.groups()


def test_what_is_no_python_is_refused(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = claims(alone / "old", "cpython 3 9 1")
    assert main([old]) == 2
    assert capsys.readouterr().err == f"no CPython from 3.11 on: {old}\n"


def test_none_that_could_be_tested_is_a_failure(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One whose environment cannot be made is in the table, and says why; nothing at all is no success either."""
    assert main([]) == 1
    broken = claims(alone / "bin" / "python3.12", "cpython 3 12 1")
    assert (main([broken]), main([])) == (1, 1)
    assert "not tested  Python 3.12.1" in capsys.readouterr().out
    assert "it is broken" in "\n".join(table([pythons.tested(Interpreter((3, 12, 1), broken), [])]))


@pytest.mark.parametrize(
    ("states", "asked_for", "code"),
    [
        (("passed", "passed"), False, 0),
        (("passed", "FAILED"), False, 1),
        (("passed", "not tested"), False, 0),
        (("passed", "not tested"), True, 1),
        (("not tested", "not tested"), False, 1),
    ],
)
def test_how_it_ends(
    states: tuple[str, str], asked_for: bool, code: int, alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody asked for may lack a wheel; a test that fails is a failure anyhow."""
    programs = [claims(alone / "bin" / f"python3.{n}", f"cpython 3 {n} 0") for n in (12, 13)]
    results = {(3, 12, 0): states[0], (3, 13, 0): states[1]}
    monkeypatch.setattr(pythons, "tested", lambda one, _wanted: PythonResult(one, results[one.version], "said", 1.0))
    assert main(programs if asked_for else []) == code


def test_the_table_compares_with_the_classifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythons, "named", lambda: ["3.11", "3.12"])
    results = [PythonResult(Interpreter((3, n, 0), "python"), "passed", "9 passed", 60.0) for n in (12, 13)]
    told = list(table(results))
    assert told[0].split() == ["passed", "Python", "3.12.0", "60", "s", "9", "passed"]
    assert told[2:] == [
        "The classifiers in pyproject.toml name besides: 3.11",
        "The classifiers in pyproject.toml do not name yet: 3.13",
    ]


def test_the_classifiers_name_every_version_from_the_least() -> None:
    """Those that `make test-pythons` has passed on, without a gap."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    assert named() == [f"3.{n}" for n in range(11, 11 + len(named()))]
    assert len(named()) >= 3


def test_each_of_them_was_tried_and_passed() -> None:
    """What CONTRIBUTING.md says of each, which whoever makes a release writes down."""
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Test\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (3\.\d+)\.\d+ \| (\d+ passed.*) \|$", told, re.MULTILINE)
    assert [version for version, _ in rows] == named()
    assert not [said for _, said in rows if re.search("failed|error", said)]
