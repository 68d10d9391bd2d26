"""One finished game played again, for its figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from ironbottom.events import SetUpShown
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.faults import Fault
from ironbottom.proof.reading import Transcript, read
from ironbottom.record import RecordedMoment
from ironbottom.sight import seen, view
from ironbottom.state import Forces
from ironbottom.words import FRONT, OWN_LINES, Line, Side

from ...console.errors import UserError
from ...storage.finished_games import LARGEST, reel_of
from ...text.luck import Throws
from ...text.naming import Naming
from ...tutorial.coach import TUTOR
from .deeds import card_figures
from .figures import DiceFigures, FirstFleet, GameFigures
from .finding import IsOwn, own_place


class Unreadable(UserError):
    """Why a file has no figures, in one sentence that names it."""


def game_figures(path: Path, is_own: IsOwn, sets: Iterable[CardSet]) -> GameFigures | None:
    """The figures of a transcript; None: a lesson, a what-if, not his, or his on both sides.  Raises Unreadable."""
    data = _data(path)
    told = _transcript(path, data)
    place = own_place(told.begun, is_own)
    if place is None or told.begun.branch is not None:
        return None
    other = told.begun.players[1 - place]
    if other.bot and other.name == TUTOR:
        return None
    reel = reel_of(str(path), data, sets)
    if reel.fault or reel.cards is None:
        raise Unreadable(reel.fault)
    side = Side.US if place == told.begun.us else Side.JP
    return _figures(told, side, reel.moments, reel.cards, sha256(data).hexdigest())


def _data(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        text = _("{file} cannot be read ({why}): it is left out.")
        raise Unreadable(text.format(file=path, why=error.strerror or error)) from None
    if len(data) > LARGEST:
        raise Unreadable(_("{file} is larger than any game: it is left out.").format(file=path))
    return data


def _transcript(path: Path, data: bytes) -> Transcript:
    try:
        told = read(data.splitlines(keepends=True))
    except Fault as fault:
        text = _("{file} is left out: {fault}  `ironbottom verify` tells more.")
        raise Unreadable(text.format(file=path, fault=fault.sentence)) from None
    if told.ended is None:
        raise Unreadable(_("{file} is left out: the game in it is not over.").format(file=path))
    return told


def _figures(
    told: Transcript, side: Side, moments: Sequence[RecordedMoment], cards: CardSet, digest: str
) -> GameFigures:
    assert told.ended is not None
    begun, ended = told.begun, told.ended[1]
    return GameFigures(
        game=begun.game.hex(), at=begun.at, side=side.name, opponent=told.player(side.enemy).names,
        bot=told.player(side.enemy).bot, set=begun.set, won=ended.winner == side, reason=ended.reason,
        points=(ended.points[side], ended.points[side.enemy]), turns=moments[-1].game.state.turn,
        fleet=first_fleet(moments, side), cards=card_figures(moments, side),
        dice=dice_figures(moments, cards, side), digest=digest,
        options=tuple(begun.terms.options or ()), battle=bool(begun.terms.battle),
        practice=begun.terms.practice or begun.terms.seed is not None, shared=bool(begun.terms.teams),
    )


def first_fleet(moments: Sequence[RecordedMoment], side: Side) -> FirstFleet:
    """His ships as the set-ups were shown; nothing of a game that was given up before."""
    for moment in moments:
        for event in moment.game.events or ():
            if isinstance(event, SetUpShown) and event.side is side:
                return _standing(moment.game.state.forces[side], side, event.redrew)
    return FirstFleet()


def _standing(forces: Forces, side: Side, redrew: bool) -> FirstFleet:
    where: dict[Line, list[str]] = {line: [] for line in OWN_LINES[side]}
    for one in forces.formations.values():
        where[one.line] += [str(card.id) for card in (one.lead, one.escort) if card is not None]
    front, middle, rear = [tuple(sorted(cards)) for cards in where.values()]
    formations = sum(one.line is FRONT[side] for one in forces.formations.values())
    return FirstFleet(front, middle, rear, redrew, formations)


def dice_figures(moments: Sequence[RecordedMoment], cards: CardSet, side: Side) -> tuple[DiceFigures, DiceFigures]:
    """What both threw, as his client reckons it: his first."""
    naming = Naming(cards)
    throws = Throws(naming)
    for moment in moments:
        naming.see(view(moment.game, side))
        throws.begin()
        for event in seen(moment.game.events or (), side):
            throws.hear(event)
    own, other = [DiceFigures(*throws.luck[one]) for one in (side, side.enemy)]
    return own, other
