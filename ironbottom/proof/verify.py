"""The check of a transcript, offline and by anybody: is it the game that these players played, by the rules?

What it proves: the seed was bound by all three parties before anybody could know it, and how many tosses both players
know to have been thrown away before it; every card, die and outcome follows from it by the rules; every answer under a
player's signature is the one that he gave.  With a player's own record besides: that he was shown what this game tells
his side, and that no toss for which he had shown his share is left out.  What nobody can prove from files: that the
server told nobody what it knew, and answers that were never signed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import UNSET, Struct, UnsetType

from ironbottom.flow import Game
from ironbottom.keys import fingerprint
from ironbottom.language import _, counted
from ironbottom.printed import CardSet
from ironbottom.proof.campaigns import CheckedGame
from ironbottom.proof.entries import TELLS, AnsweredEntry, ResignedEntry
from ironbottom.proof.fairness import salted, seed_of
from ironbottom.proof.faults import Code, Fault
from ironbottom.proof.held import Held
from ironbottom.proof.kept import Line
from ironbottom.proof.playback import Playback, Progress, nobody_waits
from ironbottom.proof.reading import SHOWN, Transcript, read
from ironbottom.proof.signatures import Signatures, Signer, kept
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.variant import found_among
from ironbottom.vocabulary import amount
from ironbottom.windows import Command
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Given, Thrown
from ironbottom.wire.teams import Partner
from ironbottom.wire.whatif import Knows, WhatIf
from ironbottom.words import SIDES, Side

Ended = Callable[[CheckedGame], None]
REPLAYED: tuple[Code, ...] = ("illegal", "deal", "dice")  # what a dropped answer looks like when it is played again


def nobody_asks(_game: CheckedGame) -> None:
    """For who does not want the game."""


class CheckedPartner(Struct, frozen=True):
    """§26  Who shared a side with whoever took its seat, and was invited by him."""

    name: str
    key: str  # its fingerprint
    bot: bool
    commands: Command


class CheckedPlayer(Struct, frozen=True):
    """A player of a checked game, and how his answers came about."""

    name: str
    key: str  # its fingerprint
    bot: bool
    side: str
    answers: dict[Given, int]
    signed: int  # of the answers that he gave himself
    stand_ins: tuple[str, ...] = ()  # the fingerprints of who stood in for him
    partner: CheckedPartner | UnsetType = UNSET  # §26: who shared his side; left out where nobody did


class ThrownToss(Struct, frozen=True):
    """A toss of the table that was thrown away before the game."""

    number: int  # of the game that it was for
    players: tuple[str, str]  # the fingerprints of places 0 and 1
    shown: tuple[int, ...]  # the places that had shown their shares


class LeftMoment(Struct, frozen=True):
    """Where a what-if left its game, as its file says; that it was so there no file of its own can prove."""

    game: str
    table: str
    number: int  # of the game at the table
    at: int  # answers given before
    knows: Knows
    fresh: bool
    names: tuple[str, ...]  # of who played the US and Japan there


class Facts(Struct, frozen=True):
    """What a file says of its game.  It is as true as the file is sound."""

    game: str
    software: str
    set: str
    server: str  # the fingerprint of its key
    practice: bool  # dealt from a seed that was given beforehand
    entries: int
    answers: int
    players: tuple[CheckedPlayer, ...]  # US, Japan
    winner: str = ""
    reason: str = ""
    points: tuple[int, int] | None = None  # of US and Japan
    began: int = 0  # seconds since 1970
    table: str = ""
    number: int = 0  # of the game at the table
    thrown: tuple[ThrownToss, ...] | None = None  # None: a file of this format does not tell
    compared: int | None = None  # updates in the player's record that are as this game tells them; None: no record
    updates: int = 0  # of his side in all
    tosses: bool = False  # his record holds the tosses of the table up to this game
    version: int = 1  # of the card set
    rated: bool = False  # both players agreed before it that it counts for a ladder
    whatif: LeftMoment | None = None  # it began at a moment of another game, and counts as none


class Verdict(Struct, frozen=True):
    """What there is to say of a transcript."""

    ok: bool
    entry: int  # the first that is wrong; 0: none is, or it could not be checked
    code: Code | None
    sentence: str
    notes: tuple[str, ...] = ()
    facts: Facts | None = None


def check(
    lines: Iterable[bytes], card_sets: Iterable[CardSet], receipts: Iterable[KeptReceipt] = (),
    progress: Progress = nobody_waits, *, record: Sequence[Line] | None = None, over: Ended = nobody_asks,
) -> Verdict:
    """Check the transcript whose lines these are, each with its end.  Never raises for anything that a line may hold.

    `receipts` are those that a player's client kept, in the order in which they came, `record` is all that it kept;
    `over` is given a sound game at its end.
    """
    try:
        t = read(lines)
        cards = _cards(t, card_sets)
        seed = seed_of(t)
    except Fault as fault:
        return Verdict(False, fault.entry, fault.code, fault.sentence)
    signatures, held = Signatures(t), Held(t, record or ())
    forked, notes = kept(t, (*receipts, *held.receipts))
    replayed, game = _replayed(t, cards, seed, signatures, progress, held)
    found = [*[_placed(fault, replayed) for fault in signatures.faults], forked, salted(t), replayed, t.cut]
    faults = [fault for fault in (*found, *held.faults) if fault is not None]
    notes = (*_notes(t, signatures), *notes, *(() if record is None else held.notes()))
    facts = _facts(t, cards, signatures, None if record is None else held)
    if faults:
        first = min(faults, key=lambda fault: fault.entry)
        return Verdict(False, first.entry, first.code, first.sentence, notes, facts)
    if game is not None:
        over(CheckedGame(t.begun, game))
    return Verdict(True, 0, None, _sound(t), notes, facts)


def _cards(t: Transcript, card_sets: Iterable[CardSet]) -> CardSet:
    """The cards that the game was played with."""
    terms = t.begun.terms
    found = found_among(card_sets, t.begun.cards, terms.options or (), terms.battle or None)
    if found is not None:
        return found
    text = _("the game was played with the card set {set}, fingerprint {print}, which is not here: give its folder.")
    raise Fault(0, "cards", text.format(set=t.begun.set[:SHOWN], print=t.begun.cards[:16]))


def _replayed(
    t: Transcript, cards: CardSet, seed: bytes | None, signatures: Signatures, progress: Progress, held: Held
) -> tuple[Fault | None, Game | None]:
    """What is wrong with the game when it is played again, and its end; without the server's share it cannot be."""
    found: Fault | None = None
    playback: Playback | None = None
    if seed is not None:
        try:
            playback = Playback(t, cards, seed, signatures.vouched(), held.retold())
            playback.run(progress)
        except Fault as fault:
            found = fault
    held.finish(whole=seed is not None and found is None)
    return found, None if playback is None else playback.game


def _placed(fault: Fault, replayed: Fault | None) -> Fault:
    """Where an answer was dropped: signatures tell between which entries, the game tells where it no longer fits."""
    if fault.code != "dropped" or replayed is None or replayed.code not in REPLAYED:
        return fault
    between = fault.since <= replayed.entry <= fault.entry
    return Fault(replayed.entry, "dropped", fault.sentence) if between else fault


def _sound(t: Transcript) -> str:
    assert t.ended is not None
    ended = t.ended[1]
    text = _("{entries}; {winner} beats {loser}, {won} to {lost} VP.")
    entries = counted("{n} entry", "{n} entries", len(t.entries))
    if ended.winner is None:
        us, jp = ended.points
        return _("{entries}; a draw, {us} to {jp} VP (US to Japan).").format(entries=entries, us=us, jp=jp)
    winner, loser = [t.player(side).names for side in (ended.winner, 1 - ended.winner)]
    won, lost = ended.points[ended.winner], ended.points[1 - ended.winner]
    return text.format(entries=entries, winner=winner, loser=loser, won=won, lost=lost)


def _notes(t: Transcript, signatures: Signatures) -> tuple[str, ...]:
    """What is not wrong, but should be known."""
    notes: list[str] = []
    if t.begun.branch is not None:
        notes += _left(t.begun.branch.whatif)
    elif t.begun.terms.seed is not None:
        notes.append(_("This was practice, dealt from a seed that was given beforehand: who gave it knew every card."))
    for side in SIDES:
        notes += _unsigned(t, side, signatures)
        notes += _by_others(t, side)
    return tuple(notes)


def _left(whatif: WhatIf) -> tuple[str, str]:
    """What is to be known of every what-if."""
    text = _("A what-if, which counts as no game: it left game {number} of table {table} ({names}) after {answers}.")
    names = " – ".join(map(clean_name, whatif.names)) or "?"
    answers = amount("answers", whatif.at)
    said = text.format(number=whatif.number, table=whatif.table, names=names, answers=answers)
    return said, _("Not proven by this file: that its cards lay there as it begins.")


def _unsigned(t: Transcript, side: Side, signatures: Signatures) -> list[str]:
    """What stands there on the server's word alone."""
    partner = t.player(side).partner
    signers = [Signer(side), *([Signer(side, partner.key)] if partner else [])]
    return [note for signer in signers for note in _unsigned_by(t, signer, signatures)]


def _unsigned_by(t: Transcript, signer: Signer, signatures: Signatures) -> list[str]:
    own, name = signatures.own[signer], t.named(*signer)
    left = own[signatures.signed[signer] :]
    if not left:
        return []
    text = _("Not signed by {name}: {left} of {all} answers, the first in entry {first}; only the server says so.")
    notes = [text.format(name=name, left=len(left), all=len(own), first=left[0].n)]
    notes += [
        _("The resignation of {name} (entry {n}) is not signed.").format(name=name, n=one.n)
        for one in left
        if isinstance(t.entries[one.n - 1].body, ResignedEntry)
    ]
    return notes


def _by_others(t: Transcript, side: Side) -> list[str]:
    """Whatever a player did not answer himself."""
    given = _answers(t, side)
    ways = []
    if n := given.get("order"):
        ways.append(counted("{n} answer by a standing order", "{n} answers by standing orders", n))
    if n := given.get("clock"):
        ways.append(counted("{n} answer by the clock, says the server", "{n} answers by the clock, says the server", n))
    if n := given.get("stand-in"):
        by = counted("{n} answer by a stand-in", "{n} answers by a stand-in", n)
        ways.append(_("{answers} (key {key})").format(answers=by, key=", ".join(_stand_ins(t, side))))
    return [_("{name}: {ways}.").format(name=t.name(side), ways=", ".join(ways))] if ways else []


def _answers(t: Transcript, side: Side) -> Counter[Given]:
    """How a side's answers were given."""
    bodies = [body for _n, body in t.bodies() if isinstance(body, AnsweredEntry | ResignedEntry) and body.side == side]
    return Counter([body.given for body in bodies])


def _stand_ins(t: Transcript, side: Side) -> tuple[str, ...]:
    """The fingerprints of whoever stood in for a player."""
    bodies = [
        body for _n, body in t.bodies()
        if isinstance(body, AnsweredEntry) and body.side == side and body.given == "stand-in"
    ]
    return tuple(dict.fromkeys([fingerprint(body.by) for body in bodies]))


def _facts(t: Transcript, cards: CardSet, signatures: Signatures, held: Held | None) -> Facts:
    begun, ended = t.begun, None if t.ended is None else t.ended[1]
    return Facts(
        game=begun.game.hex(),
        software=begun.software,
        set=begun.set,
        server=fingerprint(begun.server),
        practice=begun.terms.seed is not None,
        entries=len(t.entries),
        answers=sum([isinstance(body, AnsweredEntry) for _n, body in t.bodies()]),
        players=tuple([_played(t, side, signatures) for side in SIDES]),
        winner="" if ended is None or ended.winner is None else Side(ended.winner).name,
        reason="" if ended is None else ended.reason,
        points=None if ended is None else ended.points,
        began=begun.at,
        table=begun.table,
        number=begun.number,
        thrown=tuple(map(_tossed, begun.thrown)) if begun.format >= TELLS else None,
        compared=None if held is None else len(held.compared),
        updates=0 if held is None else held.updates,
        tosses=held is not None and held.knows_tosses,
        version=cards.version,
        rated=begun.terms.rated is True,
        whatif=None if begun.branch is None else _moment(begun.branch.whatif),
    )


def _moment(one: WhatIf) -> LeftMoment:
    return LeftMoment(one.game.hex(), one.table, one.number, one.at, one.knows, one.fresh, one.names)


def _tossed(thrown: Thrown) -> ThrownToss:
    first, second = thrown.players
    shown = tuple([place for place, one in enumerate(thrown.players) if one.share])
    return ThrownToss(thrown.number, (fingerprint(first.key), fingerprint(second.key)), shown)


def _played(t: Transcript, side: Side, signatures: Signatures) -> CheckedPlayer:
    player = t.player(side)
    given = dict(_answers(t, side))
    signed = sum([n for signer, n in signatures.signed.items() if signer.side == side])
    return CheckedPlayer(
        player.name, fingerprint(player.key), player.bot, side.name, given, signed, _stand_ins(t, side),
        _shared(player.partner) if player.partner else UNSET,
    )


def _shared(partner: Partner) -> CheckedPartner:
    return CheckedPartner(partner.name, fingerprint(partner.key), partner.bot, partner.commands)
