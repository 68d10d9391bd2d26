"""What holds for every test."""

import os
import signal
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

# The commands speak the language of the environment, and the tests compare what they say in English.
for name in ("LC_ALL", "LC_MESSAGES"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# Whoever runs the tests in the background has made them deaf to Ctrl-C, and what they start would be deaf too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # the same after `nohup`
    with suppress(ValueError):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Tests start hundreds of programs.  Where Python is told to keep no compiled code, each would compile all of ours anew,
# at twice the cost of a whole game.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Coverage costs three times the time.  It is measured where ironbottom/ is tested section by section; what plays whole
# games, or goes through a server or a client, adds nothing to it but time.
UNMEASURED = (
    "bench/", "client/", "project/", "secrecy/", "server/", "engine/cards/test_strict_yaml.py::test_any_",
    "engine/kept/", "engine/test_counts.py", "engine/test_laws.py", "engine/test_many_games.py",
    "engine/test_position.py::test_exact_", "engine/test_proposed.py::test_20_6_a_wrong_",
    "engine/test_proposed.py::test_20_6_what_", "engine/test_record.py::test_a_damaged_", "proof/independent/",
    "proof/test_cheats_at_play.py",
    "proof/test_verify.py::test_no_file_", "wire/test_answers.py", "wire/test_cleaning.py::test_every_",
    "wire/test_codecs.py::test_any_", "wire/test_codecs.py::test_every_update_", "wire/test_fuzz.py",
)

# What starts programs, browsers and terminals can starve on a busy machine.  Such a test is tried a second time; the
# run says so, and with the traceback of the first, at its end (`--fail-on-flaky` makes that a failure).
STARTS_PROGRAMS = (
    "client/bots/test_example_bot.py", "client/cli/test_bad_input.py", "client/console/", "client/launch/",
    "client/storage/test_kept.py::test_many_processes_", "client/terminal/real/", "client/tutorial/", "client/web/",
    "project/test_package.py", "proof/independent/", "server/listening/test_listening.py",
    "server/listening/test_one_port.py", "server/ops/", "server/proxy/", "server/store/test_journal.py::test_kill_9_",
    "server/store/test_private.py", "server/whole/test_attacks.py",
)

# Those that take half a minute and more: who begins one of them last keeps all others waiting.
LONGEST = (
    "client/terminal/real/test_whole_game.py", "client/web/test_whole_games.py",
    "client/terminal/real/test_tutorial.py", "client/terminal/real/test_japanese.py",
    "client/web/test_crypto.py::test_what_stands_for",
    "client/terminal/table/test_table_screen.py::test_a_game_is_followed", "client/web/test_fuzz.py",
    "client/terminal/table/test_table_screen.py::test_the_key_for_the_default",
)


def among(item: pytest.Item, beginnings: tuple[str, ...]) -> bool:
    """Whether the name of a test, from this folder on, begins with one of these."""
    here = item.path.relative_to(Path(__file__).parent).as_posix()
    return f"{here}::{item.name}".startswith(beginnings)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that get a second try; let every worker begin with some of the longest."""
    for item in items:
        if among(item, STARTS_PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=1))
    longest = [item for item in items if among(item, LONGEST)]
    others = [item for item in items if not among(item, LONGEST)]
    items[:] = [*spread(longest, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]


def spread(first: list[pytest.Item], others: list[pytest.Item], workers: int) -> Iterator[pytest.Item]:
    """All of them, for workers who cut the list into equal pieces: each piece begins with its share of the first."""
    size, rest = (len(first) + len(others)) // workers, iter(others)
    for n in range(workers):
        share = first[n::workers]
        yield from [*share, *islice(rest, size - len(share))]
    yield from rest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Leave tests out of the coverage.  (pytest-cov's own mark for it does nothing in a worker of xdist.)"""
    if not among(item, UNMEASURED):
        return (yield)
    tracing, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracing)
        threading.settrace(of_threads)
