"""Files that come in pieces: the cards of a set that is not ours, and the transcript of a game that is over."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import strftime
from typing import Any, Literal

import msgspec

from ironbottom.catalog import CardError, every_set, fingerprint
from ironbottom.language import _
from ironbottom.options import OptionError
from ironbottom.printed import AirplaneCard, BaseCard, CardSet, EventCard, ShipCard, SideCards
from ironbottom.proof.entries import Begun, TranscriptEntry
from ironbottom.proof.kept import ENDING as RECORD
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Fetch, Piece
from ironbottom.wire.terms import in_play, played_with

from ..console.errors import UserError
from ..storage.atomic_files import read_if_there, write_whole
from .connection import software
from .reconnecting_client import NotGranted, ReconnectingClient
from .seat_session import SeatSession
from .session_events import SessionEnded, SessionEvent

FOLDER = "cards"
PATIENCE = 15.0  # seconds until a transcript must be closed
AGAIN = 0.25
MOST = 64 * 1024 * 1024  # bytes of a file

_read = msgspec.json.Decoder(TranscriptEntry).decode
_NAMES = re.compile(r"[^A-Za-z0-9]+")


async def whole(
    client: ReconnectingClient, what: Literal["cards", "transcript"], name: str, game: int = 0
) -> bytes:
    """A file from the server, all of it; of a table the transcript of this game.  Raises NotGranted or UserError."""
    pieces: list[bytes] = []
    part, of = 0, 1
    while part < of:
        piece = await client.ask(partial(Fetch, what=what, name=name, part=part, game=game), Piece)
        pieces.append(piece.data)
        part, of = part + 1, piece.of
        if sum(map(len, pieces)) > MOST:
            raise UserError(phrase("distrust.endless_file"))
    return b"".join(pieces)


async def transcript(client: ReconnectingClient, table: str, game: bytes) -> bytes:
    """The transcript of a game, as soon as it is closed.  Raises UserError."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                text = await whole(client, "transcript", table)
            except NotGranted as no:
                if no.refused.code != "not-yet":
                    raise
            else:
                if _is_of(text, game):
                    return text
            await asyncio.sleep(AGAIN)


def _is_of(text: bytes, game: bytes) -> bool:
    """While the last signatures of a game are awaited, a server still gives the transcript of the one before."""
    try:
        begun = _read(text.split(b"\n", 1)[0]).body
    except msgspec.DecodeError:
        raise UserError(phrase("distrust.no_transcript")) from None
    return isinstance(begun, Begun) and begun.game == game


def kept_as(folder: Path, names: tuple[str, str], table: str, text: bytes) -> Path:
    """Write a transcript to the folder of games, under a name of its own.  Raises UserError."""
    who = "-vs-".join([_NAMES.sub("-", name).strip("-").lower() or "player" for name in names])
    stem = f"{strftime('%Y-%m-%d')}-{who}-{_NAMES.sub('', table).lower()}"
    path = folder / f"{stem}.ibss"
    n = 1
    while (there := read_if_there(path)) is not None and there != text:
        n += 1
        path = folder / f"{stem}-{n}.ibss"
    write_whole(path, text)
    return path


async def brought_home(client: ReconnectingClient, session: SeatSession, games: Path) -> Path:
    """The transcript of a game that is over, kept among the others, and our record beside it.

    Raises UserError with what to do.
    """
    assert session.state is not None
    names = (session.state.seats[0].name, session.state.seats[1].name)
    try:
        path = kept_as(games, names, session.table, await transcript(client, session.table, session.game))
    except (UserError, TimeoutError) as error:
        why = str(error) or _("it was not closed in time")
        sentence = _("The game is over, but its transcript could not be fetched: {why}.  Try "
                     "it again with `ironbottom resume`.")
        raise UserError(sentence.format(why=why)) from None
    await campaign_home(client, session, games)
    session.record.bring(session.game, path.with_suffix(RECORD))
    session.record.forget(session.game)
    return path


async def campaign_home(client: ReconnectingClient, session: SeatSession, games: Path) -> None:
    """§25  After the last battle of a campaign: whatever transcript of it is not here yet, as far as it is kept."""
    state = session.state
    part = None if state is None or not state.terms.battle else state.terms.battle.campaign
    if state is None or part is None or not part.last:
        return
    names = (state.seats[0].name, state.seats[1].name)
    here = {read_if_there(path) for path in games.glob(f"*-{_NAMES.sub('', session.table).lower()}*.ibss")}
    for game in range(state.games - part.number + 1, state.games):
        with suppress(NotGranted, UserError):
            text = await whole(client, "transcript", session.table, game)
            if text not in here:
                kept_as(games, names, session.table, text)


async def cards(client: ReconnectingClient, name: str, folder: Path) -> CardSet:
    """The set that a table is played with: ours, one that was fetched before, or the server's.  Raises UserError.

    What was read once is kept as JSON, which is read twenty times as fast as the YAML that people write.
    """
    wanted = dict(client.welcome.sets).get(name)
    if wanted is None:
        raise UserError(_("The server does not say which cards {name} are.").format(name=name))
    path = folder / f"{_NAMES.sub('', wanted)[:64]}-{_NAMES.sub('-', software())}.json"
    text = read_if_there(path)
    if text is not None:
        with suppress(UserError):
            return _right(text, wanted, name)
    for ours in every_set():
        if ours.fingerprint == wanted:
            write_whole(path, msgspec.json.encode(ours))
            return ours
    text = await whole(client, "cards", name)
    found = _right(text, wanted, name)
    write_whole(path, text)
    return found


def _right(text: bytes, wanted: str, name: str) -> CardSet:
    """The set, if it is the one that is wanted.  Raises UserError."""
    found = unpacked(text)
    if found.fingerprint != wanted or fingerprint(found) != wanted:
        raise UserError(phrase("distrust.other_cards", name=name))
    return found


def unpacked(text: bytes) -> CardSet:
    """A set from its JSON.  Raises UserError."""
    try:
        raw = msgspec.json.decode(text)
        sides = [_side(raw[side]) for side in ("us", "jp")]
        name, mark, version = str(raw["name"]), str(raw["fingerprint"]), int(raw.get("version", 1))
        return CardSet(name=name, fingerprint=mark, us=sides[0], jp=sides[1], version=version)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError):
        raise UserError(phrase("distrust.unreadable_cards")) from None


def _side(raw: dict[str, Any]) -> SideCards:
    fleet: list[ShipCard | BaseCard] = []
    for card in raw["fleet"]:
        fleet.append(msgspec.convert(card, BaseCard) if "rank" in card else msgspec.convert(card, ShipCard))
    air: list[AirplaneCard | EventCard] = []
    for card in raw["air"]:
        air.append(msgspec.convert(card, EventCard) if "effect" in card else msgspec.convert(card, AirplaneCard))
    home, strategic = [msgspec.convert(raw[rank], BaseCard) for rank in ("home", "strategic")]
    return SideCards(home=home, strategic=strategic, fleet=tuple(fleet), air=tuple(air))


def cards_now(session: SeatSession, before: CardSet) -> CardSet:
    """What the present game of a table is played with: in a campaign each battle has cards of its own (§25)."""
    if session.base is None or session.state is None:
        return before
    return in_play(session.base, session.state.terms) or before


async def cards_of(
    client: ReconnectingClient, session: SeatSession, queue: asyncio.Queue[SessionEvent], folder: Path
) -> CardSet:
    """Wait until the table is seen, for the cards that it is played with; what is heard meanwhile keeps its order."""
    heard: list[SessionEvent] = []
    while session.state is None:
        heard.append(await queue.get())
        if isinstance(heard[-1], SessionEnded):
            raise UserError(heard[-1].sentence)
    terms = session.state.terms
    session.base = await cards(client, terms.cards, folder / FOLDER)
    try:
        found = played_with(session.base, terms)
    except (OptionError, CardError) as why:
        raise UserError(_("This table cannot be played here: {why}").format(why=why)) from None
    while not queue.empty():
        heard.append(queue.get_nowait())
    for one in heard:
        queue.put_nowait(one)
    return found
