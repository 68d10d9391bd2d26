"""The check of a whole campaign (§25): several transcripts, each sound by itself, and each battle the one that follows.

Whoever has the transcripts of all its games can work out every battle anew: losses, damage, hands and points come from
the game before, which each battle names.  So a ship that comes back, damage that is gone too early, a card too many, a
game that was left out or exchanged, and a player who is another one, are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignPart, CarriedSide
from ironbottom.campaign import Campaign, first_battle, standing, summed
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaigns
from ironbottom.campaign_words import outcome_line
from ironbottom.catalog import cards_by_id
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.printed import CardSet
from ironbottom.proof.entries import Begun
from ironbottom.variant import figures
from ironbottom.wire.terms import mark_of
from ironbottom.words import SIDES, CardId, Side


class CheckedGame(NamedTuple):
    """A transcript that is sound by itself, played again to its end."""

    begun: Begun
    game: Game

    @property
    def battle(self) -> Battle | None:
        return self.begun.terms.battle or None

    @property
    def part(self) -> CampaignPart | None:
        """Which battle of a campaign it is; a what-if is none of it."""
        return None if self.battle is None or self.begun.branch is not None else self.battle.campaign


class CampaignVerdict(Struct, frozen=True):
    """What there is to say of the games of one campaign."""

    campaign: str  # its name
    table: str
    games: tuple[int, ...]  # the numbers of its battles that are here
    of: int
    ok: bool
    sentence: str
    battle: int = 0  # the first that is wrong; 0: none is
    points: tuple[int, int] = (0, 0)  # of US and Japan in all of them
    level: str = ""  # after the last battle: "draw", "marginal" or "decisive"
    winner: str = ""


class _Broken(Exception):
    """Why a campaign is none, and in which battle."""

    def __init__(self, battle: int, sentence: str) -> None:
        super().__init__(sentence)
        self.battle, self.sentence = battle, sentence


def check_campaigns(games: Iterable[CheckedGame], card_sets: Sequence[CardSet]) -> list[CampaignVerdict]:
    """A verdict for every campaign among these games, in whatever order they are given; other games are left aside."""
    runs: dict[tuple[str, int, bytes], list[CheckedGame]] = {}
    for one in games:
        if one.part is not None:
            first = one.begun.number - one.part.number  # games of the table before the campaign
            runs.setdefault((one.begun.table, first, one.begun.server), []).append(one)
    return [_verdict(sorted(run, key=_number), card_sets) for run in runs.values()]


def _number(one: CheckedGame) -> int:
    assert one.part is not None
    return one.part.number


def _verdict(run: list[CheckedGame], card_sets: Sequence[CardSet]) -> CampaignVerdict:
    last = run[-1]
    part, battle, outcome = last.part, last.battle, last.game.outcome
    assert part is not None
    assert battle is not None
    assert outcome is not None
    points = summed(battle, outcome.winner, outcome.reason, outcome.points)
    numbers = tuple(map(_number, run))
    said = CampaignVerdict(part.name, last.begun.table, numbers, part.of, True, "", points=points)
    try:
        _check(run, card_sets)
    except _Broken as why:
        return replace(said, ok=False, battle=why.battle, sentence=why.sentence)
    if not part.last:
        text = _("{n} of {of} battles, each follows from the one before; VP so far {us} to {jp} (US to Japan).")
        return replace(said, sentence=text.format(n=part.number, of=part.of, us=points[0], jp=points[1]))
    ended = standing(part, points)
    winner = "" if ended.winner is None else ended.winner.name
    text = _("all {of} battles, each follows from the one before; {end}")
    return replace(said, sentence=text.format(of=part.of, end=outcome_line(ended)), level=ended.level, winner=winner)


def _check(run: list[CheckedGame], card_sets: Sequence[CardSet]) -> None:
    """Raises _Broken."""
    _complete(run)
    campaign, cards = _campaign(run[0], card_sets)
    before: CheckedGame | None = None
    for one in run:
        n = _number(one)
        if before is None:
            expected: Battle | None = first_battle(campaign, cards)
        else:
            _same_players(n, before.begun, one.begun)
            expected = next_battle(campaign, cards, before.game, before.begun.game.hex())
        assert expected is not None
        assert one.battle is not None
        _compare(n, one.battle, expected, cards)
        before = one


def _complete(run: list[CheckedGame]) -> None:
    """§25.1  Every battle up to the last that is here, each once."""
    numbers = Counter(map(_number, run))
    for n in range(1, max(numbers) + 1):
        if not numbers[n]:
            raise _Broken(n, _("battle {n} is left out: no file has it.").format(n=n))
        if numbers[n] > 1:
            raise _Broken(n, _("battle {n} was played twice: {times} files have it.").format(n=n, times=numbers[n]))


def _campaign(first: CheckedGame, card_sets: Sequence[CardSet]) -> tuple[Campaign, CardSet]:
    """The campaign, and the whole set of cards that it is played with."""
    part, begun = first.part, first.begun
    assert part is not None
    campaign = campaigns().get(part.name)
    if campaign is None or campaign.mark != part.mark:
        text = _("cannot be checked: this version has no campaign {name} with these rules.")
        raise _Broken(1, text.format(name=part.name))
    for cards in card_sets:
        if cards.name == campaign.set and mark_of(cards.fingerprint, begun.terms) == begun.cards:
            return campaign, cards
    raise _Broken(1, _("cannot be checked: its cards are not here."))


def _same_players(n: int, before: Begun, begun: Begun) -> None:
    """§25.1  The same two, on the same sides, at the next game of the table."""
    if begun.number != before.number + 1:
        raise _Broken(n, _("battle {n} is not the next game of its table.").format(n=n))
    was, now = [(one.players[one.us].key, one.players[1 - one.us].key) for one in (before, begun)]
    if was != now:
        raise _Broken(n, _("in battle {n} other players sit there, or on other sides.").format(n=n))


def _compare(n: int, found: Battle, expected: Battle, cards: CardSet) -> None:
    """Raises _Broken with what is carried wrongly."""
    theirs, ours = found.campaign, expected.campaign
    assert theirs is not None
    assert ours is not None
    if theirs.before != ours.before:
        text = _("battle {n} does not name the game before it: a game was left out, or exchanged.")
        raise _Broken(n, text.format(n=n))
    for side in SIDES:
        _compare_carried(n, side, theirs.side(side), ours.side(side), cards)
    if theirs.points != ours.points:
        text = _("battle {n} begins with {theirs} VP, and those before it came to {ours} (US to Japan).")
        said, right = [" – ".join(map(str, one.points)) for one in (theirs, ours)]
        raise _Broken(n, text.format(n=n, theirs=said, ours=right))
    if _rules(found) != _rules(expected):
        text = _("battle {n} is not laid out as its file and what is carried have it.")
        raise _Broken(n, text.format(n=n))


def _rules(battle: Battle) -> dict[str, object]:
    """All of a battle but its prose."""
    assert battle.campaign is not None
    return {**figures(replace(battle, campaign=None)), "campaign": battle.campaign.rules}


def _compare_carried(n: int, side: Side, found: CarriedSide, expected: CarriedSide, cards: CardSet) -> None:
    """§25.3 to §25.5"""
    back = {*expected.lost} - {*found.lost}
    if back:
        text = _("battle {n}: {card} ({side}) was sunk, and is there again.")
        raise _Broken(n, text.format(n=n, card=_called(min(back), cards), side=side_name(side)))
    gone = {*found.lost} - {*expected.lost}
    if gone:
        text = _("battle {n}: {card} ({side}) counts as lost, and was not sunk.")
        raise _Broken(n, text.format(n=n, card=_called(min(gone), cards), side=side_name(side)))
    theirs, ours = dict(found.damage), dict(expected.damage)
    for card in sorted({*theirs, *ours}):
        if theirs.get(card, 0) != ours.get(card, 0):
            text = _("battle {n}: the damage of {card} ({side}) is {theirs}, and the calendar leaves {ours}.")
            said = {"card": _called(card, cards), "theirs": theirs.get(card, 0), "ours": ours.get(card, 0)}
            raise _Broken(n, text.format(n=n, side=side_name(side), **said))
    if found.hand != expected.hand:
        text = _("battle {n}: the cards in the hand of {side} are not those that are carried over.")
        raise _Broken(n, text.format(n=n, side=side_name(side)))


def _called(card: CardId, cards: CardSet) -> str:
    found = cards_by_id(cards).get(card)
    return str(card)[:40] if found is None else found.name
