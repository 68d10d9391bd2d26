"""`ironbottom verify`: check the transcript of a finished game, offline: the seed, cards, dice, answers, signatures."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from ironbottom.catalog import SETS, CardError, card_set
from ironbottom.language import N_, _, counted
from ironbottom.phrases import ending, side_name
from ironbottom.printed import CardSet
from ironbottom.proof.playback import Progress as Watching
from ironbottom.proof.transcript import Receipt, ReceiptsError, lines, receipts
from ironbottom.proof.verify import Facts, Played, Verdict, check
from ironbottom.words import Side

from ..card_sets import CHOICES, chosen
from ..interrupts import as_interrupts
from ..letters import shown
from ..saying import complain, say

DONE, FAILED = 0, 1
LONG = 5_000  # entries from which on a bar shows how far it is

EXAMPLES = N_("""\
examples:
  ironbottom verify game.ibss
  ironbottom verify games/*.ibss
  ironbottom verify --receipts receipts.jsonl game.ibss
  ironbottom verify --json game.ibss > verdict.json

a game that was played with cards of your own needs the folder that holds them:
  ironbottom verify --set my-cards game.ibss

what a sound transcript proves: nobody chose the seed or knew it before all three were bound to theirs; every card, die
and result follows from it by the rules; every signed answer is the one that its player gave. With your receipts: this
is the game that you were shown, and no other.

what no transcript proves: that the server kept secrets. A host who also plays could have looked into its memory, and
answers that were never signed stand on the server's word alone.
""")

PROVEN = N_("Proven: nobody chose the seed; cards, dice and results follow from it; the signed answers are genuine.")
ANSWERS = N_("Proven: results follow from the seed; the signed answers are genuine.")
NOT_PROVEN = N_("Not proven: that the server kept secrets. A host who also plays could have looked into its memory.")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _("Check the transcript of a game: was it dealt, rolled and played as its players signed?")
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("verify", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("files", nargs="+", metavar="FILE", help=_("a transcript (.ibss); each gets its verdict"))
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    command.add_argument("--receipts", metavar="FILE", help=_("the server's receipts, as your client kept them"))
    command.add_argument("--json", action="store_true", help=_("print the verdict as JSON"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that is missing, or is not sound, is 1; the others are checked all the same."""
    try:
        sets = [*([] if args.set is None else [chosen(args.set)]), *map(card_set, SETS)]
        kept = () if args.receipts is None else _receipts(args.receipts)
    except (CardError, ReceiptsError, _Unreadable) as error:
        complain(error)
        return FAILED
    with as_interrupts():
        verdicts = [_verdict(file, sets, kept, as_json=args.json) for file in args.files]
    sound = sum([verdict.ok for verdict in verdicts])
    if args.json:
        several = [_with_name(file, verdict) for file, verdict in zip(args.files, verdicts, strict=True)]
        print(msgspec.json.format(msgspec.json.encode(several if len(verdicts) > 1 else verdicts[0])).decode())
    elif len(verdicts) > 1:
        say([_("Sound: {n} of {files} files.").format(n=sound, files=len(verdicts))])
    return DONE if sound == len(verdicts) else FAILED


def _verdict(name: str, sets: list[CardSet], kept: tuple[Receipt, ...], *, as_json: bool) -> Verdict:
    """What is to be said of one file; it is told at once, unless it is for a program."""
    try:
        verdict = _checked(name, sets, kept)
    except _Unreadable as error:
        verdict = Verdict(False, 0, None, str(error))
        if not as_json:
            complain(error)
        return verdict
    if not as_json:
        say(report(name, verdict))
    return verdict


def _with_name(name: str, verdict: Verdict) -> dict[str, Any]:
    """One of several for a program, which sees no other name of the file."""
    return {"file": shown(name), **msgspec.structs.asdict(verdict)}


class _Unreadable(Exception):
    """A file that is none; says why, and what is allowed."""

    def __init__(self, name: str, error: OSError | ValueError, allowed: str) -> None:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        text = _("{file}: found no file to read ({why}); allowed is {allowed}.")
        super().__init__(text.format(file=name, why=why, allowed=allowed))


def _receipts(name: str) -> tuple[Receipt, ...]:
    try:
        with Path(name).open("rb") as file:
            return receipts(file)
    except ReceiptsError as error:
        raise ReceiptsError(f"{name}: {error}") from None
    except (OSError, ValueError) as error:
        raise _Unreadable(name, error, _("a file of receipts")) from None


def _checked(name: str, sets: list[CardSet], kept: tuple[Receipt, ...]) -> Verdict:
    console = Console(stderr=True)
    try:
        with (
            Path(name).open("rb") as file,
            Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
        ):
            return check(lines(file), sets, kept, _watched(bar))
    except (OSError, ValueError) as error:
        raise _Unreadable(name, error, _("a transcript (.ibss)")) from None


def _watched(bar: Progress) -> Watching:
    """A bar, where the file is so long that somebody may wonder."""
    task = bar.add_task(_("entries"), visible=False)

    def done(n: int, of: int) -> None:
        if of >= LONG and (n % 64 == 0 or n == of):
            bar.update(task, completed=n, total=of, visible=True)

    return done


def report(name: str, verdict: Verdict) -> Iterator[str]:
    """The verdict for people."""
    facts = verdict.facts
    if verdict.ok:
        said = _("{file}: sound, but practice: {what}") if facts and facts.practice else _("{file}: sound: {what}")
    elif verdict.entry == 0:
        said = _("{file}: cannot be checked: {what}")
    else:
        said = _("{file}: not sound: entry {n}: {what}")
    yield said.format(file=name, n=verdict.entry, what=verdict.sentence)
    if verdict.ok and facts is not None and facts.points is not None:
        yield f"  {ending(Side[facts.winner], facts.reason, facts.points)}"
    if facts is not None:
        yield from _players(facts)
    for note in verdict.notes:
        yield f"  {note}"
    if verdict.ok and facts is not None:
        yield _(ANSWERS if facts.practice else PROVEN)
        yield _(NOT_PROVEN)


def _players(facts: Facts) -> Iterator[str]:
    for one in facts.players:
        yield f"  {_player(one)}"
    yield _("  server: key {key}").format(key=facts.server)


def _player(one: Played) -> str:
    own = one.answers.get("player", 0)
    answers = counted("{n} answer", "{n} answers", own)
    text = _("{side}: {name}, key {key}: {answers} in person, {signed} of them signed")
    name = _("{name} (bot)").format(name=one.name) if one.bot else one.name
    return text.format(side=side_name(Side[one.side]), name=name, key=one.key, answers=answers, signed=one.signed)
