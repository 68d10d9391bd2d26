"""Games on the workers of a cluster: the same as here, whatever becomes of a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from multiprocessing import parent_process
from pathlib import Path
from threading import Timer
from time import sleep
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.bots.players import FirstSeat
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.arena.balance.games import BalancePlan, play_all
from ironbottom.client.launch.arena.in_process import Result, Series, play_series
from ironbottom.client.launch.arena.workers import spread
from ironbottom.client.launch.processes import cluster
from ironbottom.questions import Answer
from ironbottom.views import View
from tests.support.lengths import by_night, some

MARKER = "IRONBOTTOM_TEST_MARKER"  # names a file: while it is missing somebody is to die


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("cluster") / "marker"
    os.environ[MARKER] = str(path)
    yield path
    del os.environ[MARKER]


@pytest.fixture
def marker(marked: Path) -> Path:
    marked.unlink(missing_ok=True)
    return marked


@pytest.fixture(scope="module")
def address(marked: Path) -> Iterator[str]:
    """Two workers, each a process of its own, with somebody who starts another in its place.

    A LocalCluster looks for a lost worker once, 15 seconds later, and ends its place for good where another is only
    just starting there: with these tests that would be a matter of chance.
    """
    dask, distributed = import_module("dask"), import_module("distributed")
    with dask.config.set({"distributed.deploy.lost-worker-timeout": "1 day"}), distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as local:
        yield local.scheduler_address


class DyingOnce(FirstSeat):
    """A bot that ends the process of its game in the midst of it; the next one lives."""

    asked = 0

    def choose(self, view: View) -> Answer:
        self.asked += 1
        path = Path(os.environ[MARKER])
        if self.asked == 20 and not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


class Unpacked:
    """Work that tells how often its process has unpacked it."""

    times = 0

    def __call__(self, n: int) -> tuple[int, int]:
        return os.getpid(), Unpacked.times

    def __reduce__(self) -> tuple[Callable[[], Unpacked], tuple[()]]:
        return unpacked, ()


def unpacked() -> Unpacked:
    Unpacked.times += 1
    return Unpacked()


def squared(n: int) -> int:
    return n * n


def told_off(n: int) -> int:
    raise UserError("The fifth is wrong.") if n == 5 else ZeroDivisionError("The first is wrong.")


def deadly(n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n


def untimed(results: list[Result]) -> list[Result]:
    return [result._replace(times=((), ())) for result in results]


def test_a_worker_that_is_killed_in_mid_game_costs_nothing(address: str, marker: Path) -> None:
    """Its games are played again, and are the same as in one process."""
    series = Series(f"{__name__}:DyingOnce", "random", "cluster", card_set("core"))
    found = untimed(list(play_series(series, 8, cluster=address)))
    assert marker.exists()
    assert found == untimed(list(play_series(series, 8)))


def test_a_worker_that_is_killed_costs_a_balance_nothing(address: str, marker: Path) -> None:
    plan = BalancePlan(f"{__name__}:DyingOnce", "cluster", card_set("core"), "both")
    found = [*play_all(plan, 6, cluster=address)]
    assert marker.exists()
    assert found == [*play_all(plan, 6)]


def test_the_results_come_in_order(address: str) -> None:
    assert list(spread(squared, range(40), 1, address)) == [n * n for n in range(40)]


def test_the_work_is_unpacked_once_by_each_worker(address: str) -> None:
    """A set of cards comes with it."""
    assert {times for _worker, times in spread(Unpacked(), range(20), 1, address)} == {1}


def test_what_is_raised_there_is_raised_here(address: str) -> None:
    with pytest.raises(UserError, match=r"The fifth is wrong\."):
        list(spread(told_off, [5], 1, address))
    with pytest.raises(ZeroDivisionError) as error:
        list(spread(told_off, [1], 1, address))
    assert "in told_off" in "".join(error.value.__notes__)


@pytest.mark.parametrize("words", [
    ("arena", "first", "random", "--fast", "--games", "4", "--seed", "x"),
    ("arena", "--ladder", "first", "random", "mate", "--games", "2"),
    ("arena", "--balance", "--games", "4", "--bot", "first"),
    ("selfplay", "--games", "4", "--players", "mixed"),
], ids=["fast", "ladder", "balance", "selfplay"])
def test_every_command_gives_the_same_figures(
    address: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    def figures(*more: str) -> Any:
        assert main([*words, "--json", *more]) == 0
        found = json.loads(capsys.readouterr().out)
        found.pop("pace", None)
        return found

    assert figures("--cluster", address) == figures("--jobs", "1")


# commands of those who make weights and tables

ARENA = "ironbottom.client.launch.arena"
DAY = ("--day", "2026-11-25")
FEW = ("--deals", "5", *DAY)
WRITTEN = (  # module, options, and its work on one piece
    ("training.__main__", ("--only", "whole", "--games", "10", *FEW, "--judges", "0", "--prices", "0"), "learned"),
    ("training.deploying", ("--games", "4"), "counted"),
    ("training.puzzles", ("--games", "3", "--kinds", "odds"), "puzzles_of"),
)
PRINTED = (
    ("balance.unequal", ("random", "cadet", "--games", "4"), "play_unequal"),
    ("balance.worths", ("radar", "--games", "2", "--bot", "first"), "played"),
)
AT_LENGTH = (
    ("training.__main__", ("--games", "20", "--battles", "20", *FEW, "--judges", "2", "--prices", "2"), "learned"),
    ("training.following.__main__", ("--of", "core:4", "--judges", "2", *DAY), "followed"),
    ("training.puzzles", ("--games", "3"), "puzzles_of"),
)


def dying_once(name: str, work: str, *given: Any) -> Any:
    """The work on a piece, by its name in its module; the first process that begins with it ends."""
    path = Path(os.environ[MARKER])
    if not path.exists():
        assert parent_process() is not None  # never the test itself
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return getattr(import_module(name), work)(*given)


def run_there(name: str, work: str, words: Sequence[str], address: str, marker: Path) -> None:
    """On a cluster of which a worker is killed."""
    module = import_module(f"{ARENA}.{name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, work, partial(dying_once, module.__name__, work))
        assert module.main([*words, "--cluster", address]) == 0
    assert marker.exists()


def run_here(name: str, words: Sequence[str]) -> None:
    assert import_module(f"{ARENA}.{name}").main([*words]) == 0


def written(folder: Path) -> dict[str, list[bytes]]:
    """Each file; lines of JSON stand in it as they came."""
    return {
        str(file.relative_to(folder)): sorted(lines) if file.suffix == ".jsonl" else lines
        for file in folder.rglob("*.*") if (lines := file.read_bytes().splitlines())
    }


@pytest.mark.parametrize(("name", "words", "work"), [
    *WRITTEN, *[pytest.param(*one, marks=by_night) for one in AT_LENGTH],
])
def test_training_writes_the_same_files_though_a_worker_is_killed(
    address: str, marker: Path, tmp_path: Path, name: str, words: tuple[str, ...], work: str
) -> None:
    run_there(name, work, (*words, "--out", str(tmp_path / "there")), address, marker)
    run_here(name, (*words, "--out", str(tmp_path / "here")))
    assert written(tmp_path / "there") == written(tmp_path / "here") != {}


@pytest.mark.parametrize(("name", "words", "work"), PRINTED)
def test_figures_of_rules_are_the_same_though_a_worker_is_killed(
    address: str, marker: Path, capsys: pytest.CaptureFixture[str], name: str, words: tuple[str, ...], work: str
) -> None:
    run_there(name, work, words, address, marker)
    there = capsys.readouterr().out
    run_here(name, words)
    assert there == capsys.readouterr().out


@by_night
@pytest.mark.parametrize(("name", "words"), [one[:2] for one in PRINTED])
def test_they_run_by_their_names_too(address: str, name: str, words: tuple[str, ...]) -> None:
    """On a worker `__main__` is another program."""
    command = [sys.executable, "-m", f"{ARENA}.{name}", *words]
    found = [
        subprocess.run([*command, *more], check=True, stdout=subprocess.PIPE).stdout
        for more in (("--cluster", address), ("--jobs", "1"))
    ]
    assert found[0] == found[1] != b""


# sentences


def said(run: Callable[[], object]) -> str:
    with pytest.raises(UserError) as error:
        run()
    return str(error.value)


@by_night
def test_a_game_that_ends_every_worker_is_given_up(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several times dask gives it to another by itself."""
    monkeypatch.setattr(cluster, "TRIES", 1)
    text = said(lambda: list(spread(deadly, [1], 1, address)))
    assert text == "One game has ended every worker of the cluster that took it: give them more memory."


def test_a_worker_of_another_version_plays_nothing(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "version", lambda _name: "7.7.7")
    text = said(lambda: list(spread(squared, [1], 1, address)))
    assert "of ironbottom, and here is 7.7.7: install the same one." in text


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = import_module("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0", protocol="tcp") as local:
        where = local.scheduler_address
        text = said(lambda: list(spread(squared, [1], 1, where)))
    assert text.startswith(f"The cluster at {where} has no workers: start some with `dask worker {where}")


def test_workers_that_were_there_are_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A training works in several stages: that all are lost before the next one costs nothing either.

    Whoever waits is told once what for.
    """
    distributed: Any = import_module("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    monkeypatch.setattr(cluster, "LOOK", 0.3)
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=":0", protocol="tcp") as local:
        assert list(spread(squared, [2], 1, local.scheduler_address)) == [4]
        local.scale(0)
        while local.scheduler.workers:
            sleep(0.05)
        again = Timer(2.5, local.scale, [1])
        again.start()
        assert list(spread(squared, [3], 1, local.scheduler_address)) == [9]
        again.join()
        told = f"The cluster at {local.scheduler_address} has no workers: start some with `dask worker "
        assert capsys.readouterr().err.count(told) == 1


@pytest.mark.parametrize("where", ["tcp://127.0.0.1:9", "nowhere://x", "tcp://no such host:1"])
def test_where_there_is_no_cluster_is_told(
    where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    assert main(["arena", "first", "random", "--fast", "--games", "2", "--cluster", where]) == 1
    assert f"Found no cluster at {where} (" in capsys.readouterr().err


@pytest.mark.parametrize("where", some(["nowhere", "tcp://127.0.0.1", "ftp://127.0.0.1:9"], 1))
def test_what_is_no_address_is_told_in_one_line(where: str, tmp_path: Path) -> None:
    """Until the process has ended: dask's client would go on with closing what it never opened."""
    command = [sys.executable, "-m", f"{ARENA}.training.deploying", "--out", str(tmp_path), "--cluster", where]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    (sentence,) = ended.stderr.splitlines()
    assert sentence.startswith(f"Found no cluster at {where} (")
    assert ended.returncode == 1


@pytest.mark.parametrize(("name", "words"), [one[:2] for one in (*WRITTEN, *PRINTED, AT_LENGTH[1])])
def test_commands_of_training_and_balance_tell_it_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str,
    words: tuple[str, ...],
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    monkeypatch.chdir(tmp_path)
    main_of = import_module(f"{ARENA}.{name}").main
    assert main_of([*words, "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert "Found no cluster at tcp://127.0.0.1:9 (" in capsys.readouterr().err.splitlines()[-1]
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    assert main_of([*words, "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert "pip install 'ironbottom[cluster]'" in capsys.readouterr().err.splitlines()[-1]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    assert main(["selfplay", "--games", "1", "--cluster", "tcp://127.0.0.1:9"]) == 1
    assert "pip install 'ironbottom[cluster]'" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "text"), [
    (("selfplay", "--cluster", "x", "--out", "y"), "--cluster keeps no records"),
    (("arena", "first", "random", "--cluster", "x"), "--cluster plays without the network: add --fast."),
])
def test_what_does_not_go_with_a_cluster(
    words: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words]) == 2
    assert text in capsys.readouterr().err
