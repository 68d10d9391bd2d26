"""The source archive and the wheel: what is in them, that they make each other, and that what they make runs.

`python -m tests.tools.installed` does the rest at night: it installs them, with all that they need, from the package
index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import ROOT
from tests.support import links
from tests.support.archives import unpack
from tests.support.distributions import built, copied, listed, names
from tests.support.lengths import by_night, some
from tests.support.links import LINKS

CONTAINERFILE = (ROOT / "server" / "ops" / "deploy" / "Containerfile").read_text(encoding="utf-8")
LEFT_OUT = {"client/tutorial/game.jsonl", "client/tutorial/lesson.yaml"}  # of these the script is made, which is there
NEEDED = ("LICENSE", "README.md", "constraints.txt", "pyproject.toml", "cards", "client", "ironbottom", "server")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("package")


@pytest.fixture(scope="module")
def wheel(folder: Path) -> Path:
    """Of the checkout."""
    return built(copied(folder / "checkout"), "wheel", folder / "wheel")


@pytest.fixture(scope="module")
def unpacked(folder: Path) -> Path:
    """The source archive, unpacked."""
    unpack(built(copied(folder / "second"), "sdist", folder / "sdist"), folder / "unpacked")
    (found,) = (folder / "unpacked").iterdir()
    return found


def test_the_source_archive_holds_what_is_needed(unpacked: Path) -> None:
    """With make, with pip, with the Containerfile."""
    for name in (*NEEDED, ".dockerignore", "Makefile", "server/ops/deploy/Containerfile"):
        assert (unpacked / name).exists(), name
    for named in re.findall(r"/src/([\w./-]+)", CONTAINERFILE):
        assert (unpacked / named).exists(), named
    assert not (unpacked / "tests").exists()


@by_night
def test_the_archive_makes_the_same_wheel(unpacked: Path, wheel: Path, folder: Path) -> None:
    assert names(built(unpacked, "wheel", folder / "again")) == names(wheel)


def test_every_range_holds_the_version_that_the_tests_run_with() -> None:
    """pyproject.toml says what may be there, constraints.txt what was tried."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    tried = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    for requirement in map(Requirement, [*project["dependencies"], *extras]):
        bounds = {one.operator for one in requirement.specifier}
        assert bounds == {">=", "<"}, str(requirement)
        assert requirement.specifier.contains(tried[canonicalize_name(requirement.name)]), str(requirement)


def expected() -> set[str]:
    """What a wheel must hold: all that the checkout has in the folders of the program, below its one name."""
    within = [name for name in listed() if name.split("/")[0] in ("cards", "client", "ironbottom", "server")]
    return {f"ironbottom/{name.removeprefix('ironbottom/')}" for name in within if name not in LEFT_OUT}


def held(wheel: Path) -> set[str]:
    """What is in one, without what the back end tells about it."""
    return {name for name in names(wheel) if ".dist-info/" not in name}


def test_the_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    assert {name.split("/")[0] for name in LEFT_OUT} == {"client"}
    assert all((ROOT / name).exists() for name in LEFT_OUT)
    assert held(wheel) == expected()


@pytest.mark.parametrize(("line", "lost"), some([
    ('"ironbottom.rules" = ["*.md"]', "ironbottom/rules/RULEBOOK.md"),
    ('"ironbottom.client.terminal.battle" = ["*.tcss"]', "ironbottom/client/terminal/battle/battle.tcss"),
    ('    "ironbottom.proof",', "ironbottom/proof/__init__.py"),
], 1))
def test_what_is_not_named_for_the_wheel_is_missed(line: str, lost: str, tmp_path: Path) -> None:
    """Planted: somebody takes a line out of pyproject.toml."""
    checkout = copied(tmp_path / "checkout")
    project = checkout / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    assert line in text
    project.write_text(text.replace(line + "\n", ""), encoding="utf-8")
    assert lost in expected() - held(built(checkout, "wheel", tmp_path / "wheel"))


def test_the_links_lead_to_the_folders_beside_the_engine() -> None:
    """For editors, mypy and import-linter; git keeps them as links."""
    listing = ["git", "ls-files", "--stage", "--", *LINKS]
    stages = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in stages] == ["120000"] * len(LINKS)
    for name, target in LINKS.items():
        link = ROOT / name
        if link.is_symlink():  # not where a system has none
            assert link.readlink().as_posix() == target


def test_the_links_are_not_in_the_wheel(wheel: Path, folder: Path) -> None:
    """Nothing is there twice."""
    checkout = copied(folder / "with-links")
    for name, target in LINKS.items():
        (checkout / name).symlink_to(target)
    assert names(built(checkout, "wheel", folder / "wheel-with-links")) == names(wheel)


@pytest.fixture
def without_links(tmp_path: Path) -> Path:
    """A small checkout as git makes it where a system has no links."""
    origin, checkout = tmp_path / "origin", tmp_path / "without"
    for name, target in LINKS.items():
        (origin / name).parent.mkdir(parents=True, exist_ok=True)
        (origin / name).symlink_to(target)
        (origin / Path(name).name).mkdir()
        (origin / Path(name).name / "__init__.py").touch()
    git = ["git", "-c", "user.name=somebody", "-c", "user.email=somebody@localhost"]
    for argv in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "links"]):
        subprocess.run([*git, *argv], cwd=origin, check=True)
    subprocess.run(["git", "clone", "--quiet", "-c", "core.symlinks=false", origin, checkout], check=True)
    assert all((checkout / name).is_file() for name in LINKS)
    return checkout


def test_of_a_checkout_without_links_no_stub_is_copied(without_links: Path, tmp_path: Path) -> None:
    """Or the links could not be laid in the copy."""
    assert not (copied(tmp_path / "copy", without_links) / "ironbottom").exists()


def test_who_finds_no_address_in_the_package_is_told_why() -> None:
    """And who gives it one is told what else changes with it."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "urls" in tomllib.loads(text)["project"] or "# No [project.urls] and only relative links" in text


def test_missing_links_are_told_with_the_command_that_lays_them(without_links: Path) -> None:
    """mypy and import-linter follow them."""
    said = links.missing(without_links)
    assert said.startswith("ironbottom/cards, ironbottom/client, ironbottom/server: no link")
    subprocess.run(said.split("`")[1], shell=True, cwd=without_links, check=True)  # noqa: S602 - our own words
    assert links.missing(without_links) == ""
    assert links.missing(ROOT) == "" or not (ROOT / "ironbottom" / "cards").is_symlink()
    assert links.LAID in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_a_checkout_without_links_installs_and_runs(wheel: Path, folder: Path) -> None:
    """Where a system has no links, git writes files with their targets."""
    checkout = copied(folder / "no-links")
    for name, target in LINKS.items():
        (checkout / name).write_text(target, "ascii")
    site = folder / "editable"
    shutil.unpack_archive(built(checkout, "editable", folder / "editable-wheel"), site, "zip")
    others = [path for path in sys.path if path.endswith("-packages")]  # what we stand on, without our own install
    program = f"""if 1:
        import runpy, site, sys
        site.addsitedir({str(site)!r})
        sys.path += {others!r}
        import ironbottom.client, ironbottom.server
        assert ironbottom.client.__file__.startswith({str(checkout)!r}), ironbottom.client.__file__
        sys.argv = ["ironbottom", "arena", "first", "random", "--games", "2", "--fast", "--jobs", "1"]
        runpy.run_module("ironbottom", run_name="__main__")
    """
    argv = [sys.executable, "-S", "-I", "-c", program]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 deal, 1 of them" in done.stdout
    again = copied(folder / "no-links-wheel")
    for name, target in LINKS.items():
        (again / name).write_text(target, "ascii")
    assert names(built(again, "wheel", folder / "wheel-without-links")) == names(wheel)


@by_night
def test_what_goes_into_an_image_makes_the_same_wheel(wheel: Path, folder: Path) -> None:
    """.dockerignore lets through what is needed, and nothing that a checkout may hold besides."""
    checkout = copied(folder / "third")
    for stray in (".git/config", ".venv/bin/python", "build/mypy", "server.key", "journal.sqlite", ".env"):
        (checkout / stray).parent.mkdir(parents=True, exist_ok=True)
        (checkout / stray).touch()
    (checkout / "cards" / "__pycache__").mkdir()
    (checkout / "cards" / "__pycache__" / "__init__.pyc").touch()
    image = folder / "image"
    for path in checkout.rglob("*"):
        name = path.relative_to(checkout).as_posix()
        if path.is_file() and not ignored(name, (ROOT / ".dockerignore").read_text(encoding="utf-8")):
            (image / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, image / name)
    assert sorted(path.name for path in image.iterdir()) == sorted(NEEDED)
    assert not list(image.rglob("__pycache__"))
    assert names(built(image, "wheel", folder / "image-wheel")) == names(wheel)


def ignored(name: str, rules: str) -> bool:
    """Whether a file stays out of an image: the last rule that fits it, or a folder above it, counts."""
    parts, out = name.split("/"), False
    above = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    for rule in [line for line in rules.splitlines() if line and not line.startswith("#")]:
        pattern = rule.removeprefix("!")
        deep = pattern.removeprefix("**/")
        if any(fnmatch(one, pattern) if deep == pattern else fnmatch(Path(one).name, deep) for one in above):
            out = not rule.startswith("!")
    return out


def test_the_health_check_is_in_an_image_of_podman() -> None:
    """Its own format has none: the command to build it says so."""
    assert "HEALTHCHECK" in CONTAINERFILE
    assert "podman build --format docker" in CONTAINERFILE


def test_the_program_runs_as_a_module_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """Nothing of it is missing that a command, a page or a server reads."""
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
    env = os.environ | {"PYTHONPATH": str(tmp_path / "site"), "IRONBOTTOM_HOME": str(tmp_path / "home")}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "ironbottom", *words]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = "import ironbottom.client as one, ironbottom.server as other; print(one.__file__, other.__file__)"
    program = [sys.executable, "-c", where]
    found = subprocess.run(program, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout
    assert [Path(path).is_relative_to(tmp_path / "site") for path in found.split()] == [True, True]
    assert run("--version").startswith("ironbottom ")
    assert "Enterprise" in run("cards", "list")
    assert "1 deal, 1 of them" in run("arena", "first", "random", "--games", "2")
    assert "ironbottom play" in run("--help")
