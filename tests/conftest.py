"""What holds for every test."""

import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import suppress
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
    "client/", "secrecy/", "server/", "wire/test_fuzz.py", "engine/cards/test_strict_yaml.py::test_any_",
    "engine/test_counts.py", "engine/test_laws.py", "engine/test_many_games.py", "project/test_language.py",
    "project/test_page_words.py",
)

# What starts programs, browsers and terminals can starve on a busy machine.  Such a test is tried a second time; the
# run says so, and with the traceback of the first, at its end (`--fail-on-flaky` makes that a failure).
STARTS_PROGRAMS = ("client/", "server/")


def among(item: pytest.Item, beginnings: tuple[str, ...]) -> bool:
    """Whether the name of a test, from this folder on, begins with one of these."""
    here = item.path.relative_to(Path(__file__).parent).as_posix()
    return f"{here}::{item.name}".startswith(beginnings)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that get a second try."""
    for item in items:
        if among(item, STARTS_PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=1))


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
