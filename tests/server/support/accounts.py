"""The reckoning after a simulated game: is all that was promised in the journal once, and did both see everything?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.proof.chain import head_after, read
from ironbottom.proof.entries import AnsweredEntry, Begun, Closed, Ended, Ordered, ResignedEntry
from ironbottom.proof.seeds import joint_seed
from ironbottom.proof.transcript import KeptReceipt as Kept
from ironbottom.proof.verify import check
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.messages import Orders, Reply, Resign, Say
from ironbottom.wire.signing import RESIGNS, digest
from ironbottom.words import SIDES, Side
from tests.server.support.disk import Disk
from tests.server.support.player import WirePlayer, Wrong
from tests.server.support.server_under_test import card_sets

as_json = msgspec.json.Encoder().encode


def demand(right: bool, wrong: str) -> None:
    if not right:
        raise Wrong(wrong)


def closed(disk: Disk, table: str, games: int) -> bool:
    """Whether the transcript of the last game is complete."""
    lines = disk.lines(table, games)
    return bool(lines) and isinstance(read(lines[-1]).body, Closed)


class History:
    """One game, as the journal has it, played again by the rules alone."""

    def __init__(self, disk: Disk, table: str, number: int) -> None:
        question = "SELECT line, us, jp FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
        self.rows: list[tuple[bytes, int, int]] = disk.store.execute(question, (table, number)).fetchall()
        self.bodies = [read(line).body for line, _us, _jp in self.rows]
        begun, ended = self.bodies[0], next(body for body in self.bodies if isinstance(body, Ended))
        assert isinstance(begun, Begun)
        self.begun = begun
        self.cards = card_sets()[begun.set]
        shares = [player.share for player in begun.players]
        self.seed = begun.terms.seed or joint_seed(begun.game, ended.share, *shares)

    def side(self, place: int) -> Side:
        return Side.US if place == self.begun.us else Side.JP

    def replayed(self) -> Iterator[tuple[int, int, Game, list[AnyEvent]]]:
        """After each entry that is part of the game: the numbers of the updates, the game and what happened."""
        game = new_game(self.cards, self.seed)
        for (_line, us, jp), body in zip(self.rows, self.bodies, strict=True):
            if isinstance(body, AnsweredEntry):
                game.events = []
                game.answer(Side(body.side), understood(body.answer))
            elif isinstance(body, ResignedEntry):
                game.events = []
                game.resign(Side(body.side))
            elif not isinstance(body, Begun):
                continue
            yield us, jp, game, game.events or []


def reckon(disk: Disk, players: tuple[WirePlayer, WirePlayer], games: int) -> None:
    """Raises Wrong for whatever does not fit."""
    bodies = disk.bodies()
    demand(len(bodies) == 1, f"{len(bodies)} tables were made")
    table = players[0].table
    (found,) = disk.store.execute("SELECT MAX(game) FROM entries").fetchone()
    demand(found == games, f"{found} games were played, not {games}")
    for number in range(1, games + 1):
        history = History(disk, table, number)
        _sound(history, players[number % 2])
        _streams(history, players)
        for place, player in enumerate(players):
            _kept_once(history, player, history.side(place))
            _receipts(history, player)
    _chat(disk, players)


def _sound(history: History, player: WirePlayer) -> None:
    """The transcript convinces the verifier, together with a player's receipts."""
    receipts = [Kept(game, r.head, r.signature) for game, r in player.log.receipts]
    verdict = check([line + b"\n" for line, _us, _jp in history.rows], [history.cards], receipts)
    demand(verdict.ok, f"the transcript is refused: {verdict}")


def _streams(history: History, players: tuple[WirePlayer, WirePlayer]) -> None:
    """What both heard is what an undisturbed game tells them, with no gap and nothing twice."""
    begun = history.begun
    logs = {history.side(place): player.log for place, player in enumerate(players)}
    told: dict[Side, list[AnyEvent]] = {side: [] for side in SIDES}
    before = [0, 0]
    for us, jp, game, events in history.replayed():
        numbers = (us, jp)
        for side in SIDES:
            told[side] += seen(events, side)
            seen_view = logs[side].views.get(begun.game, {}).get(numbers[side])
            if numbers[side] != before[side] and seen_view is not None and (numbers[side] + us) % 4 == 0:
                same = as_json(seen_view) == as_json(view(game, side))  # in JSON the keys of a table are words
                demand(same, f"{side.name} saw something else at {numbers[side]}")
        before = [us, jp]
    for side in SIDES:
        heard = logs[side].heard[begun.game]
        demand([*sorted(heard)] == [*range(1, before[side] + 1)], f"{side.name} heard {sorted(heard)} of {before}")
        demand([e for n in sorted(heard) for e in heard[n]] == told[side], f"{side.name} heard another game")


def _kept_once(history: History, player: WirePlayer, side: Side) -> None:
    """Whatever was acknowledged is in the journal once; and nothing that the player never said."""
    game = history.begun.game
    kept: Counter[Any] = Counter()
    for body in history.bodies:
        if isinstance(body, AnsweredEntry | ResignedEntry | Ordered) and body.side == side:
            if isinstance(body, AnsweredEntry) and body.given == "player":
                mark = digest(game, body.update, body.answer)
                kept[mark] += 1
                demand(mark in player.log.gave, f"{player.name} never said {body}")
            elif isinstance(body, ResignedEntry):
                kept[RESIGNS] += 1
            elif isinstance(body, Ordered):
                kept[body.orders] += 1
    for where, request in player.log.acked:
        if where != game:
            continue
        if isinstance(request, Reply):
            demand(kept[digest(game, request.update, request.answer)] == 1, f"{player.name}'s {request} is lost")
        elif isinstance(request, Resign):
            demand(kept[RESIGNS] == 1, f"{player.name}'s resignation is lost")
        elif isinstance(request, Orders):
            demand(kept[request.orders] == 1, f"{player.name}'s {request} is there {kept[request.orders]} times")
    demand(all(n == 1 for n in kept.values()), f"something of {player.name} is there twice")


def _receipts(history: History, player: WirePlayer) -> None:
    """Every head under a receipt is one of this game, in order."""
    head, places = history.begun.game, dict[bytes, int]()
    for n, (line, _us, _jp) in enumerate(history.rows):
        head = head_after(head, line)
        places[head] = n
    found = [places.get(r.head, -1) for game, r in player.log.receipts if game == history.begun.game]
    demand(-1 not in found and found == sorted(found), f"receipts of {player.name} at {found}")


def _chat(disk: Disk, players: tuple[WirePlayer, WirePlayer]) -> None:
    rows = disk.store.execute("SELECT n, place, text FROM chat ORDER BY n").fetchall()
    texts = Counter([(place, text) for _n, place, text in rows])
    demand(all(n == 1 for n in texts.values()), f"said twice: {texts.most_common(1)}")
    lines = {n: (place, text) for n, place, text in rows}
    for place, player in enumerate(players):
        for _game, request in player.log.acked:
            if isinstance(request, Say):
                demand(texts[place, request.text] == 1, f"{request} is lost")
        for n, said in player.log.said.items():
            demand(lines.get(n) == (said.place, said.text), f"{player.name} heard {said}")
