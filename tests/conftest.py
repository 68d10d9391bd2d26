"""What holds for every test."""

import gc
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

# Every worker of pytest holds thousands of tests and all of the program; to look through that for garbage again and
# again took a quarter of the time of a test that draws or plays.
gc.set_threshold(50_000, 20, 20)

# Coverage costs three times the time.  It is measured where ironbottom/ is tested section by section; what plays whole
# games, or goes through a server or a client, adds nothing to it but time.
UNMEASURED = (
    "bench/", "client/", "project/", "secrecy/", "server/", "engine/cards/test_strict_yaml.py::test_any_",
    "engine/kept/", "engine/test_counts.py", "engine/test_laws.py", "engine/test_many_games.py",
    "engine/test_position.py::test_exact_", "engine/test_proposed.py::test_20_6_a_wrong_",
    "engine/test_proposed.py::test_20_6_what_", "engine/test_record.py::test_a_damaged_",
    "engine/test_shapes.py::test_shapes_of_games", "engine/worlds/test_frequencies.py", "engine/worlds/test_memory.py",
    "proof/independent/", "proof/test_false_telling.py",
    "proof/test_cheats_at_play.py",
    "proof/test_verify.py::test_no_file_", "wire/test_answers.py", "wire/test_cleaning.py::test_every_",
    "wire/test_codecs.py::test_any_", "wire/test_codecs.py::test_every_update_", "wire/test_fuzz.py",
)

# What starts programs and terminals can starve on a busy machine, and so can what has a browser (BROWSER).  Such a test
# is tried a second time; the run says so, and with the traceback of the first, at its end (`--fail-on-flaky` makes that
# a failure).  Each is named: a test beside them that starts nothing has one try, as all others have.
STARTS_PROGRAMS = (
    "client/bots/review/test_serving.py::test_the_process_",
    "client/bots/light/test_light_seat.py::test_it_is_called_", "client/bots/test_example_bot.py",
    "client/bots/test_hidden_bits.py::test_the_bytes_", "client/bots/test_hidden_bits.py::test_a_bot_that_goes_",
    "client/cli/test_notify.py", "client/cli/test_bad_input.py", "client/cli/test_own_key.py",
    "client/console/test_left_alone.py",
    "client/console/test_signals.py", "client/console/test_terminal.py", "client/launch/arena/test_arena.py",
    "client/launch/arena/test_arena_fast.py::test_a_series_is_the_same_", "client/launch/arena/test_selfplay.py",
    "client/launch/arena/test_cluster.py", "client/launch/arena/test_ladder.py::test_it_plays_",
    "client/launch/arena/test_spreading.py", "client/launch/test_browsing.py", "client/launch/test_elsewhere.py",
    "client/launch/test_first_minutes.py", "client/launch/test_hotseat.py",
    "client/launch/test_full_disk.py", "client/launch/test_joining.py",
    "client/launch/test_agreeing.py::test_two_people_",
    "client/launch/test_own_bots.py", "client/launch/test_processes.py", "client/launch/test_resuming.py",
    "client/launch/test_supervisor.py", "client/launch/test_what_if_game.py::test_it_is_played_",
    "client/storage/test_kept.py::test_many_processes_", "client/terminal/real/",
    "client/tutorial/test_lessons.py", "client/web/test_page_types.py::test_what_", "project/test_package.py",
    "proof/independent/test_second_reader.py", "server/listening/test_listening.py::test_a_server_that_was_started_",
    "server/listening/test_one_port.py", "server/ops/test_kills.py", "server/ops/test_real_bots.py",
    "server/lobby/notifications/test_real_endpoints.py",
    "server/ops/test_real_faults.py", "server/ops/test_real_time.py",
    "server/ops/test_server_command.py::test_no_answer_",
    "server/ops/test_server_command.py::test_an_", "server/proxy/test_proxy.py",
    "server/store/test_journal.py::test_kill_9_", "server/store/test_private.py", "server/whole/test_attacks.py",
)
BROWSER = "browser"  # the fixture below all that shows a page

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


def starts_programs(item: pytest.Item) -> bool:
    """Whether a test has a browser, or is named among those that start something."""
    return BROWSER in getattr(item, "fixturenames", ()) or among(item, STARTS_PROGRAMS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that get a second try; let every worker begin with some of the longest."""
    for item in items:
        if starts_programs(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
    longest = [item for item in items if among(item, LONGEST)]
    others = [item for item in items if not among(item, LONGEST)]
    items[:] = [*spread(longest, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]


def pytest_collection_finish() -> None:
    """What was collected lasts until the end, and is no garbage."""
    gc.collect()
    gc.freeze()


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
