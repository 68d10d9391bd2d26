"""`ironbottom server`: what an operator does with the folder of a server, while it runs or not."""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ironbottom.catalog import CardError
from ironbottom.language import N_, _, counted
from ironbottom.private_files import make_folder, write_whole

from ..archive.export import exported
from ..archive.ladder import LadderError, finished_games, ladder
from ..archive.ladder_text import ladder_text
from ..lobby.club.cups.kept import exported_cups
from ..runtime.settings import CannotServe, software
from ..store.backup import BackupError, check, copy_at_rest, copy_file, restore, seal
from ..store.card_sets import card_sets
from ..store.journal import NAME, JournalInUse
from .backups import asked_for
from .command import a_path, default_data

CUPS = "cups.jsonl"  # of an export: a line for each

Act = Callable[[argparse.Namespace, Path], int]

EXAMPLES = N_("""\
examples:
  ironbottom server backup /backups/monday
  ironbottom server backup --data /srv/ironbottom /backups/monday
  ironbottom server restore --data /srv/ironbottom /backups/monday
  ironbottom server export games
  ironbottom server export --backup /backups/monday games
  ironbottom server ladder games

a backup may be made while the server runs, and holds every answer that was acknowledged before; it is as secret as the
folder itself: in it lie the server's keys, and the cards of games that go on. An export holds finished games alone.
""")


def add_to(parsers: Any) -> None:
    """Add `server` to the program."""
    about = _("Look after a server: back up and restore its folder, export its finished games.")
    raw = argparse.RawDescriptionHelpFormatter
    parser = parsers.add_parser("server", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    acts = parser.add_subparsers(title=_("commands"), metavar="COMMAND", required=True)
    backing = _command(acts, "backup", backup, "BACKUP", _("the folder that is made"),
                       _("Copy everything that a server keeps into a new folder, while it runs or not."))
    back = _command(acts, "restore", put_back, "BACKUP", _("the folder of a backup"),
                    _("Put a backup back into a new or an empty folder."))
    exporting = _command(acts, "export", export, "DIR", _("the folder that gets them; what lies there stays"),
                         _("Write all finished games as transcripts, each checked, with a list of them."))
    rating = _command(acts, "ladder", rate, "DIR", _("a folder of transcripts, as `export` makes it"),
                      _("Check all rated games of a folder, and print how strong each player is."))
    for one in (backing, back, exporting):
        default = _("the folder of the server (default: as of `serve`)")
        one.add_argument("--data", type=a_path, metavar="DIR", help=default)
    for one in (exporting, rating):
        cards = _("a folder of cards of your own")
        one.add_argument("--cards", action="append", default=[], type=a_path, metavar="DIR", help=cards)
    exporting.add_argument("--backup", type=a_path, metavar="BACKUP", help=_("take them from a backup instead"))
    rating.add_argument("--json", action="store_true", help=_("print the ladder as JSON"))


def _command(acts: Any, name: str, act: Act, where: str, which: str, about: str) -> argparse.ArgumentParser:
    """One of them, with its folder."""
    one: argparse.ArgumentParser = acts.add_parser(name, help=about, description=about)
    one.add_argument("folder", type=a_path, metavar=where, help=which)
    one.set_defaults(run=_run, act=act, data=None)
    return one


def _run(arguments: argparse.Namespace) -> int:
    """1: it was not done, or not wholly, and a sentence says why."""
    act: Act = arguments.act
    try:
        return act(arguments, arguments.data or default_data())
    except (CannotServe, CardError, LadderError) as error:
        return _complain(str(error))
    except sqlite3.Error as error:
        return _complain(_("The journal cannot be copied ({error}).").format(error=error))
    except OSError as error:
        path = error.filename2 or error.filename or arguments.folder
        return _complain(_("{path}: {why}.").format(path=path, why=error.strerror or error))


def backup(arguments: argparse.Namespace, data: Path) -> int:
    """Make one beside its place, and give it its name when it is whole."""
    folder: Path = arguments.folder
    _needs_server(data)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BackupError(_("{path} is there already: give a new or an empty folder.").format(path=folder))
    if folder.resolve().is_relative_to(data.resolve()):
        raise BackupError(_("{path} lies in the folder of the server itself: give another one.").format(path=folder))
    make_folder(folder.absolute().parent)
    with _aside(folder) as part:
        _copied(data, part)
        found = check(part)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    print(_("{path} holds the backup: {files}.").format(path=folder, files=_files(len(found.files))))
    return 0


def put_back(arguments: argparse.Namespace, data: Path) -> int:
    """Make the folder of a server of a backup."""
    found = restore(arguments.folder, data)
    made = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.made))
    print(_("{path} is as {backup} was made, on {when}: start the server with it.").format(
        path=data, backup=arguments.folder, when=made
    ))
    return 0


def export(arguments: argparse.Namespace, data: Path) -> int:
    """Write all finished games; 1 where one is left out."""
    folder: Path = arguments.folder
    sets = card_sets(tuple(arguments.cards)).values()
    if arguments.backup is None:
        _needs_server(data)
    make_folder(folder)
    there = new = left_out = 0
    with _store(arguments.backup, data, folder) as store:
        for game in exported(store, folder, sets):
            there, new, left_out = there + (not game.why), new + game.new, left_out + bool(game.why)
            if game.why:
                _complain(_("{file} is left out: {why}").format(file=game.file, why=game.why))
        if cups := exported_cups(store):
            write_whole(folder / CUPS, cups)
    print(_("{path} holds {games}, {new} of them new.").format(path=folder, games=_games(there), new=new))
    return 1 if left_out else 0


def rate(arguments: argparse.Namespace, _data: Path) -> int:
    """Print the ladder of a folder of transcripts."""
    if not arguments.folder.is_dir():
        text = _("{path} is no folder: give one with transcripts, as `ironbottom server export` makes it.")
        raise LadderError(text.format(path=arguments.folder))
    checked = list(finished_games(arguments.folder, card_sets(tuple(arguments.cards)).values()))
    unsound = [game for game in checked if isinstance(game, str)]
    for name in unsound:
        _complain(_("{file} is not sound, and does not count.").format(file=name))
    found = ladder([game for game in checked if not isinstance(game, str)], len(unsound))
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print("\n".join(ladder_text(found)))
    return 1 if unsound else 0


def _files(n: int) -> str:
    return counted("{n} file", "{n} files", n)


def _games(n: int) -> str:
    return counted("{n} finished game", "{n} finished games", n)


def _needs_server(data: Path) -> None:
    if not (data / NAME).is_file():
        text = _("{path} holds no journal of a server: give the folder that it keeps everything in with --data.")
        raise BackupError(text.format(path=data))


def _copied(data: Path, part: Path) -> None:
    """By ourselves where no server runs, else by the one that does."""
    try:
        copy_at_rest(data, part)
        seal(part, software(), int(time.time()))
    except JournalInUse:
        with asked_for(data) as made:
            shutil.copytree(made, part, dirs_exist_ok=True, copy_function=_copy)


def _copy(source: str, target: str) -> None:
    copy_file(Path(source), Path(target))


@contextmanager
def _store(given: Path | None, data: Path, folder: Path) -> Iterator[sqlite3.Connection]:
    """A copy, which no server waits for."""
    with _aside(folder) as part:
        if given is not None:
            check(given)
            with _opened(given) as store:
                yield store
            return
        _copied(data, part)
        with _opened(part) as store:
            yield store


@contextmanager
def _opened(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{(folder / NAME).absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as store:
        yield store


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
    """A folder on the same disk that nobody else may look into, for as long as this lasts."""
    place = folder.absolute()
    part = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
