"""A finished game, scene by scene, made anew from the lines of its transcript.

Nothing here looks at a game that goes on: a transcript without its end is refused, and only its end gives the seed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from ironbottom.editions import EDITIONS
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.chain import events_digest, read
from ironbottom.proof.entries import Agreed, AnsweredEntry, Begun, Body, Ended, ResignedEntry
from ironbottom.proof.opening import NoOpening, first_position
from ironbottom.proof.reading import taken_back
from ironbottom.proof.seeds import joint_seed
from ironbottom.questions import Answer
from ironbottom.sight import seen, view
from ironbottom.wire.answers import Plain
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.messages import Given, Scene
from ironbottom.wire.signing import DRAWS, RESIGNS
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES, Side

BLOCK = 16  # scenes that are packed together

_pack = msgspec.msgpack.Encoder().encode
_blocks = msgspec.msgpack.Decoder(list[Raw]).decode

CardsByPrint = Callable[[str, Terms], tuple[str, CardSet] | None]
SceneBody = Begun | AnsweredEntry | ResignedEntry | Agreed  # of an entry that makes a scene


class NoScenes(Exception):
    """Why a game cannot be looked through, as a sentence."""


class SceneArchive(NamedTuple):
    """All scenes of a game, packed."""

    blocks: tuple[bytes, ...]
    of: int
    set: str
    names: tuple[str, str]  # of who played the US, and Japan

    def scenes(self, first: int, size: int) -> list[Raw]:
        """As many from one on as have so many bytes, as MessagePack; at least that one."""
        found: list[Raw] = []
        for block in self.blocks[first // BLOCK :]:
            for scene in map(bytes, _blocks(zlib.decompress(block))[0 if found else first % BLOCK :]):
                size -= len(scene)
                if found and size < 0:
                    return found
                found.append(Raw(scene))
        return found


class SceneRecorder:
    """Scenes that are packed one after the other; what there is so far can be had at any time."""

    def __init__(self) -> None:
        self.of = 0
        self._blocks: list[bytes] = []
        self._open: list[Raw] = []

    def add(self, n: int, body: SceneBody, game: Game) -> bool:
        """One more; whether a block is whole by it, which takes a moment."""
        self._open.append(Raw(_pack(scene_of(n, body, game))))
        self.of += 1
        if len(self._open) < BLOCK:
            return False
        self._blocks.append(_packed(self._open))
        self._open = []
        return True

    def archive(self, name: str, names: tuple[str, str]) -> SceneArchive:
        """All scenes so far, with what this server calls the cards, and who played the US, and Japan."""
        blocks = [*self._blocks, *([_packed(self._open)] if self._open else [])]
        return SceneArchive(tuple(blocks), self.of, name, names)


class SceneBuilder:
    """An archive that is being made; `steps` does it in small pieces, and then `archive` is there."""

    def __init__(self, lines: Sequence[bytes], cards: CardsByPrint) -> None:
        self.lines, self.cards = lines, cards
        self.archive: SceneArchive | None = None

    def steps(self) -> Iterator[None]:
        """Raises NoScenes."""
        begun, name, game = beginning(self.lines, self.cards)
        scenes = SceneRecorder()
        scenes.add(1, begun, game)
        yield
        for n, body in played_entries(begun, self.lines):
            if isinstance(body, AnsweredEntry | ResignedEntry | Agreed):
                play(game, body, n)
                if scenes.add(n, body, game):
                    yield
                yield
        self.archive = scenes.archive(name, sides_of(begun))


def scene_of(n: int, body: SceneBody, game: Game) -> Scene:
    """What is true after entry n, which led to this game: what both see, what has happened, and nothing to come."""
    events = tuple(game.events or ())
    us, jp = [view(game, side) for side in SIDES]
    us_heard, jp_heard = [_heard(events, side) for side in SIDES]
    return Scene(n, *_answer(body), events, us, jp, us_heard, jp_heard)


def _packed(scenes: list[Raw]) -> bytes:
    return zlib.compress(_pack(scenes), 6)


def _heard(events: Iterable[AnyEvent], side: Side) -> tuple[AnyEvent | None, ...]:
    """Each event as a side was told of it then."""
    return tuple([next(iter(seen([event], side)), None) for event in events])


def _answer(body: SceneBody) -> tuple[int | None, str, Given, Plain | None]:
    """Whose answer it was, in which window, how it was given, and what it said."""
    if isinstance(body, AnsweredEntry):
        return body.side, body.window, body.given, body.answer
    if isinstance(body, ResignedEntry):
        return body.side, "", body.given, RESIGNS
    if isinstance(body, Agreed):
        return body.side, "", "player", DRAWS
    return None, "", "nobody", None


def _ends(lines: Sequence[bytes]) -> tuple[Begun, Ended]:
    """The first entry, and the one that tells how it ended."""
    begun = body_of(lines[0], 1) if lines else None
    if not isinstance(begun, Begun):
        raise NoScenes(_("it does not begin like a game"))
    if begun.engine not in EDITIONS:
        text = _("it was played by version {theirs} of the rules, and this server plays version {ours}")
        raise NoScenes(text.format(theirs=begun.engine[:40], ours=_(" or ").join(EDITIONS)))
    for n in range(len(lines), 1, -1):
        body = body_of(lines[n - 1], n)
        if isinstance(body, Ended):
            return begun, body
        if isinstance(body, AnsweredEntry | ResignedEntry | Agreed):
            break
    raise NoScenes(_("it is not over"))


def beginning(lines: Sequence[bytes], cards: CardsByPrint) -> tuple[Begun, str, Game]:
    """A finished game at its first question, and what this server calls its cards.  Raises NoScenes."""
    begun, ended = _ends(lines)
    return begun, *opening(begun, ended.share, cards)


def opening(begun: Begun, share: bytes, cards: CardsByPrint) -> tuple[str, Game]:
    """What this server calls the cards of a game, and the game at its first question.  Raises NoScenes."""
    found = cards(begun.cards, begun.terms)
    if found is None:
        text = _("it was played with the cards of {set}, fingerprint {mark}, and this server has not those")
        raise NoScenes(text.format(set=begun.set[:40], mark=begun.cards[:16]))
    name, its_cards = found
    first, second = begun.players
    seed = begun.terms.seed or joint_seed(begun.game, share, first.share, second.share)
    try:
        return name, first_position(begun, seed, its_cards)
    except NoOpening as why:
        raise NoScenes(str(why)) from why


def played_entries(begun: Begun, lines: Sequence[bytes]) -> Iterator[tuple[int, Body]]:
    """What was answered and agreed upon from the second entry on, without what was taken back."""
    gone: set[int] = set()
    if begun.terms.allow("takeback"):
        gone = taken_back((n, body_of(line, n)) for n, line in enumerate(lines, 1))
    for n, line in enumerate(lines[1:], 2):
        body = body_of(line, n)
        if n not in gone and not (isinstance(body, Agreed) and body.what != "draw"):
            yield n, body


def sides_of(begun: Begun) -> tuple[str, str]:
    """Who played the US, and Japan: both who shared a side (§26)."""
    return begun.players[begun.us].names, begun.players[1 - begun.us].names


def body_of(line: bytes, n: int) -> Body:
    try:
        return read(line).body
    except (ValueError, RecursionError):
        raise NoScenes(_("entry {n} of it cannot be read").format(n=n)) from None


def play(
    game: Game, body: AnsweredEntry | ResignedEntry | Agreed, n: int,
    answer: Callable[[Side, Answer], None] | None = None,
) -> None:
    """One answer more, given by `answer`; what came of it must be what came of it then.  Raises NoScenes."""
    side = Side(body.side)
    game.events = []
    try:
        if isinstance(body, Agreed):
            game.agree_draw()
            return
        if isinstance(body, AnsweredEntry):
            (answer or game.answer)(side, understood(body.answer))
        else:
            game.resign(side)
    except Exception as error:  # also a rule that fails on what somebody has put into a file
        raise NoScenes(_("entry {n} of it does not fit the game").format(n=n)) from error
    if events_digest(game.events or []) != body.digest:
        raise NoScenes(_("entry {n} of it comes out otherwise with this version").format(n=n))
