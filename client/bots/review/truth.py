"""The real position: what it was worth, what was lost by it, and how answers would have fared there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ironbottom.catalog import cards_by_id
from ironbottom.events import Eliminated
from ironbottom.flow import Game
from ironbottom.printed import AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.questions import Rng
from ironbottom.record import RecordedMoment, Resignation
from ironbottom.words import Icon, Side

from ..value.luck import KINDS, Accounts, refresh
from ..value.value import Value
from .figures import CurvePoint, KeyMoment, LuckAndSkill
from .seats import answers


def silent(game: Game) -> Game:
    """A clone to which nobody listens."""
    clone = game.clone()
    clone.events = clone.mixes = None
    return clone


class RealPosition:
    """The real game at a question, with chance that is still to come dealt anew."""

    def __init__(self, game: Game) -> None:
        self.game = silent(game)

    def sample(self, rng: Rng) -> Game:
        position = self.game.clone()
        refresh(position.state, Random(rng.random()))
        return position


def curve(moments: Sequence[RecordedMoment], value: Value) -> Iterator[CurvePoint]:
    """The value of the whole position, at first and after each answer."""
    for n, moment in enumerate(moments):
        state = moment.game.state
        yield CurvePoint(n, state.turn, state.phasing.name, value.of_game(moment.game))


def key_moments(moments: Sequence[RecordedMoment], cards: CardSet) -> Iterator[KeyMoment]:
    """Sinkings, lost carriers and bases; not transports that have gone ashore, which cost nothing."""
    known = cards_by_id(cards)
    for n, moment in enumerate(moments):
        turn = moment.game.state.turn
        for event in moment.game.events or ():
            if isinstance(event, Eliminated) and event.cards:
                lead, lost = known.get(event.cards[0]), tuple(map(str, event.cards))
                if event.points or not isinstance(lead, EventCard):
                    yield KeyMoment(n, turn, event.side.name, kind_of(lead), lost, event.points)


def kind_of(lead: AnyCard | None) -> str:
    """Of a KeyMoment."""
    if isinstance(lead, BaseCard):
        return "base"
    return "carrier" if isinstance(lead, ShipCard) and lead.values.icon is Icon.CARRIER else "ship"


def account(moments: Sequence[RecordedMoment], value: Value, seed: bytes) -> LuckAndSkill:
    """Luck and skill of the whole game; who resigns gives away what was left, as does who offers a draw."""
    game = silent(moments[0].game)
    accounts = Accounts(value, game, seed)
    for _n, side, answer in answers(moments):
        accounts.answer(game, side, answer)
    found = accounts.reckoning()
    skill, result = {side.name: amount for side, amount in zip(Side, found.skill, strict=True)}, found.result
    last = moments[-1]
    if isinstance(last.entry, Resignation):
        result = value.of_game(last.game)
        skill[last.entry.side] += result - found.result
    return LuckAndSkill(found.start, result, {kind: found.luck[kind] for kind in KINDS}, skill)
