"""`ironbottom verify`: check the transcript of a finished game, offline: the seed, cards, dice, answers, signatures."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec
from rich.console import Console
from rich.progress import Progress

from ironbottom.catalog import AT, CardError, card_set, earlier
from ironbottom.language import N_, _, counted
from ironbottom.phrases import ending, side_name
from ironbottom.printed import CardSet
from ironbottom.proof.campaigns import CampaignVerdict, CheckedGame, check_campaigns
from ironbottom.proof.kept import ENDING as RECORD
from ironbottom.proof.kept import Line, OwnRecordError
from ironbottom.proof.kept import read as record_of
from ironbottom.proof.playback import Progress as Watching
from ironbottom.proof.transcript import KeptReceipt, lines
from ironbottom.proof.verify import CheckedPartner, CheckedPlayer, Facts, Verdict, check
from ironbottom.vocabulary import word
from ironbottom.words import Side

from ...console.interrupts import as_interrupts
from ...console.output import complain, say, say_json
from ...storage.card_sets import CHOICES, KnownSets
from ...text.sanitize import sanitize
from . import ABOUT

T = TypeVar("T")

DONE, FAILED = 0, 1
LONG = 5_000  # entries from which on a bar shows how far it is

EXAMPLES = N_("""\
examples:
  ironbottom verify game.ibss
  ironbottom verify games/*.ibss          (a campaign is checked as a whole, too)
  ironbottom verify --record mine.jsonl game.ibss
  ironbottom verify --receipts receipts.jsonl game.ibss
  ironbottom verify --json game.ibss > verdict.json

a game that was played with cards of your own needs the folder that holds them:
  ironbottom verify --set my-cards game.ibss

what a sound transcript proves: the seed was bound by all three parties before anybody knew it, and both players signed
which tosses of their table were thrown away before it; every card, die and result follows from it by the rules; every
signed answer is the one that its player gave. Where tosses were thrown away after a share had been shown, it does not
prove that nobody chose the seed.

with the record that your client kept: you were shown what this game tells your side, update by update, as far as your
record goes, and no toss that you showed your share for is left out. A record that lies beside its transcript under the
same name (game.ibss, game.record.jsonl) is found without --record. With your receipts alone (--receipts): the server
signed no other history for you; what it showed you they do not tell.

what no transcript proves: that the server kept secrets. A host who also plays could have looked into its memory, and
answers that were never signed stand on the server's word alone.
""")

PROVEN = N_("Proven: nobody chose the seed; cards, dice and results follow from it; the signed answers are genuine.")
ANSWERS = N_("Proven: results follow from the seed; the signed answers are genuine.")
NOT_TOLD = N_("Not proven: that nobody chose the seed. Files of this format do not tell what was tossed in vain.")
CHOICE = N_("Not proven: that nobody chose the seed. Who saw a share that was shown in vain could have another deal.")
SHOWN = N_("Proven by your record: you were shown what this game tells your side, in all its updates.")
SHOWN_PART = N_("Proven by your record: what it holds of what you were shown is what this game tells your side.")
TOSSES = N_("Proven by your record: no toss that you showed your share for is left out.")
NOT_COMPARED = N_("Not proven by your record: that you were shown what this game tells your side.")
NOT_SHOWN = N_("Not proven without your own record (--record): that you were shown what this game tells your side.")
NOT_PROVEN = N_("Not proven: that the server kept secrets. A host who also plays could have looked into its memory.")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["verify"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("verify", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("files", nargs="+", metavar="FILE", help=_("a transcript (.ibss); each gets its verdict"))
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    command.add_argument("--record", metavar="FILE", help=_("your own record of the game; else FILE.record.jsonl"))
    command.add_argument("--receipts", metavar="FILE", help=_("the server's receipts, as your client kept them"))
    command.add_argument("--json", action="store_true", help=_("print the verdict as JSON"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that is missing, or is not sound, is 1; the others are checked all the same."""
    try:
        sets = KnownSets(args.set)
        kept = () if args.receipts is None else _receipts(args.receipts)
        record = None if args.record is None else _record(args.record)
    except (CardError, OwnRecordError, _Unreadable) as error:
        complain(error)
        return FAILED
    with as_interrupts():
        games = list[CheckedGame]()
        verdicts = [_verdict(file, sets, kept, record, games, as_json=args.json) for file in args.files]
        fought = check_campaigns(games, [*sets]) if len(verdicts) > 1 else []
    sound = sum([verdict.ok for verdict in verdicts])
    whole = all(campaign.ok for campaign in fought)
    if args.json:
        several = [_with_name(file, verdict) for file, verdict in zip(args.files, verdicts, strict=True)]
        said: Any = [*several, *fought] if len(verdicts) > 1 else verdicts[0]
        say_json(said)
    elif len(verdicts) > 1:
        say([_campaign(campaign) for campaign in fought])
        say([_("Sound: {n} of {files} files.").format(n=sound, files=len(verdicts))])
    return DONE if sound == len(verdicts) and whole else FAILED


def _campaign(found: CampaignVerdict) -> str:
    """§25  What is to be said of the games of one campaign together."""
    text = _("Campaign {name}, table {table}: sound: {what}") if found.ok else _(
        "Campaign {name}, table {table}: not sound: {what}"
    )
    return text.format(name=sanitize(found.campaign), table=sanitize(found.table), what=sanitize(found.sentence))


def _verdict(
    name: str, sets: Iterable[CardSet], kept: tuple[KeptReceipt, ...], record: tuple[Line, ...] | None,
    games: list[CheckedGame], *, as_json: bool,
) -> Verdict:
    """What is to be said of one file; it is told at once, unless it is for a program.  `games` gets what is sound."""
    try:
        verdict = _checked(name, sets, kept, record, games)
    except (OwnRecordError, _Unreadable) as error:
        verdict = Verdict(False, 0, None, str(error))
        if not as_json:
            complain(error)
        return verdict
    if not as_json:
        say(report(name, verdict))
    return verdict


def _with_name(name: str, verdict: Verdict) -> dict[str, Any]:
    """One of several for a program, which sees no other name of the file."""
    return {"file": sanitize(name), **msgspec.structs.asdict(verdict)}


class _Unreadable(Exception):
    """A file that is none; says why, and what is allowed."""

    def __init__(self, name: str, error: OSError | ValueError, allowed: str) -> None:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        text = _("{file}: found no file to read ({why}); allowed is {allowed}.")
        super().__init__(text.format(file=name, why=why, allowed=allowed))


def _receipts(name: str) -> tuple[KeptReceipt, ...]:
    lines = _read(name, record_of, _("a file of receipts"))
    return tuple([line for line in lines if isinstance(line, KeptReceipt)])


def _record(name: str) -> tuple[Line, ...]:
    return _read(name, record_of, _("the record that your client kept"))


def _beside(name: str) -> tuple[Line, ...] | None:
    """The record that lies beside a transcript, under its name; None: there is none."""
    path = Path(name).with_suffix(RECORD)
    return _record(str(path)) if path.is_file() else None


def _read(name: str, read: Callable[[BinaryIO], T], allowed: str) -> T:
    try:
        with Path(name).open("rb") as file:
            return read(file)
    except OwnRecordError as error:
        raise OwnRecordError(f"{name}: {error}") from None
    except (OSError, ValueError) as error:
        raise _Unreadable(name, error, allowed) from None


def _checked(
    name: str, sets: Iterable[CardSet], kept: tuple[KeptReceipt, ...], record: tuple[Line, ...] | None,
    games: list[CheckedGame],
) -> Verdict:
    console = Console(stderr=True)
    try:
        record = _beside(name) if record is None else record
        with (
            Path(name).open("rb") as file,
            Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
        ):
            return check(lines(file), sets, kept, _watched(bar), record=record, over=games.append)
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
        said = _sound(facts)
    elif verdict.entry == 0:
        said = _("{file}: cannot be checked: {what}")
    else:
        said = _("{file}: not sound: entry {n}: {what}")
    yield said.format(file=name, n=verdict.entry, what=verdict.sentence)
    if verdict.ok and facts is not None and facts.points is not None:
        yield f"  {ending(Side[facts.winner] if facts.winner else None, facts.reason, facts.points)}"
    if facts is not None:
        yield from _cards(facts)
        yield from _players(facts)
        yield from _tosses(facts)
    for note in verdict.notes:
        yield f"  {note}"
    if verdict.ok and facts is not None:
        yield from _proven(facts)


def _cards(facts: Facts) -> Iterator[str]:
    """Of which version the cards were, where new games have other ones."""
    name = f"{facts.set}{AT}{facts.version}"
    if name in earlier():
        text = _("  cards: {set}, version {n}; new games are played with version {newest}")
        yield text.format(set=facts.set, n=facts.version, newest=card_set(facts.set).version)


def _sound(facts: Facts | None) -> str:
    """How the verdict on a sound file begins."""
    if facts is not None and facts.practice:
        return _("{file}: sound, but practice: {what}")
    if facts is not None and facts.thrown:
        return _("{file}: sound, but tosses before it were thrown away: {what}")
    return _("{file}: sound: {what}")


def _tosses(facts: Facts) -> Iterator[str]:
    """The game's number at its table, and every toss before it that was thrown away."""
    if facts.thrown is None:
        before = _("what was tossed before it, a file of this format does not tell")
    elif not facts.thrown:
        before = _("no toss before it was thrown away after a share had been shown, both players signed")
    else:
        before = counted(
            "{n} toss before it was thrown away after a share had been shown",
            "{n} tosses before it were thrown away after a share had been shown", len(facts.thrown),
        )
    yield _("  game {number} of table {table}; {before}").format(
        number=facts.number, table=sanitize(facts.table), before=before
    )
    for n, toss in enumerate(facts.thrown or (), 1):
        keys = _(" and ").join([toss.players[place] for place in toss.shown])
        text = _("    toss {n}, for game {number}: its share had been shown by key {keys}")
        yield text.format(n=n, number=toss.number, keys=keys)


def _proven(facts: Facts) -> Iterator[str]:
    """What is proven, and what is not."""
    if facts.practice:
        yield _(ANSWERS)
    elif facts.thrown is None or facts.thrown:
        yield _(CHOICE if facts.thrown else NOT_TOLD)
        yield _(ANSWERS)
    else:
        yield _(PROVEN)
    if facts.compared is None:
        yield _(NOT_SHOWN)
    elif not facts.compared:
        yield _(NOT_COMPARED)
    else:
        yield _(SHOWN if facts.compared == facts.updates else SHOWN_PART)
    if facts.tosses and not facts.practice:
        yield _(TOSSES)
    yield _(NOT_PROVEN)


def _players(facts: Facts) -> Iterator[str]:
    for one in facts.players:
        yield f"  {_player(one)}"
        if one.partner:
            yield f"    {_partner(one.partner)}"
    yield _("  server: key {key}").format(key=facts.server)


def _partner(one: CheckedPartner) -> str:
    """§26  Who shared the side; his answers are among those of the side."""
    text = _("with {name}, key {key}, who commanded the {command}")
    name = _("{name} (bot)").format(name=one.name) if one.bot else one.name
    return text.format(name=name, key=one.key, command=word("command_of", one.commands))


def _player(one: CheckedPlayer) -> str:
    own = one.answers.get("player", 0)
    answers = counted("{n} answer", "{n} answers", own)
    text = _("{side}: {name}, key {key}: {answers} in person, {signed} of them signed")
    name = _("{name} (bot)").format(name=one.name) if one.bot else one.name
    return text.format(side=side_name(Side[one.side]), name=name, key=one.key, answers=answers, signed=one.signed)
