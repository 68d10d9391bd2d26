"""§24  A battle made of a moment of another game: what lies on the table then, and what is left of the decks.

A battle begins with a turn, nobody is in the air in it, and nothing of an event works on: so a moment means the turn
that begins next.  Everything that lies there is known to both who play the battle; a Tokyo Express (§21.16) is a plain
pair in it.  A battle *with decks* deals hands
anew from what is in hand and deck; one *without decks* leaves each side the hand that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ironbottom.battle import SCORES, Battle, BattleSide, BattleText, PlacedBase, PlacedShip
from ironbottom.flow import Game
from ironbottom.language import ENGLISH, N_, catalogue
from ironbottom.options import options, rule_of
from ironbottom.printed import CardSet
from ironbottom.rules.s13_draw import Draw
from ironbottom.state import Base, Forces, Formation
from ironbottom.words import FRONT, OWN_LINES, SIDES, CardId, Rank, Side, Token

TURNS = 6  # of both sides together, where nobody says how many
MOST = 99  # points from the start
DAY = "1942-08-07"  # the landing on Guadalcanal, where no battle names another day
SETTLED = ("bid", "us-head-start", "jp-head-start")  # rules that are over when a game has begun (§23.18, §23.21)

TITLE = N_("Turn {turn} of another game")
INTRODUCTION = N_(
    "This battle begins where turn {turn} of another game began. The US has {us} VP by then, Japan {jp}. It lasts "
    "{turns} turns of both sides together."
)
HISTORY = N_("Nothing of it happened but at a table: two players came so far in {before} turns.")


class Beginning(NamedTuple):
    """Where a battle that is made of a moment begins."""

    at: int  # answers that were given before
    turn: int


class BattleWish(NamedTuple):
    """What a moment does not say."""

    turns: int | None = None  # None: those that the game's own battle has left, or as usual
    title: str = ""
    decks: bool | None = None  # None: as in the game


def beginning(games: Sequence[Game], at: int) -> Beginning | None:
    """The turn that begins at or after a moment; where none does, the last before it; None: the game came to no turn.

    `games`: as the game stood after each of its answers, the opening first.
    """
    turns = [0, *[game.state.turn for game in games]]
    begun = [n for n, game in enumerate(games) if game.asked and turns[n + 1] > turns[n]]
    after = [n for n in begun if n >= at]
    if not begun:
        return None
    n = after[0] if after else begun[-1]
    return Beginning(n, games[n].state.turn)


def battle_from(game: Game, wish: BattleWish | None = None) -> Battle:
    """The battle that begins with the turn at whose first question this game stands."""
    said, cards, turn = wish or BattleWish(), game.state.cards, game.state.turn
    fight = cards.battle
    decks = (fight is None or fight.decks) if said.decks is None else said.decks
    left = TURNS if fight is None else fight.turns - turn + 1
    turns = left if said.turns is None else said.turns
    us, jp = [_side(game, side, decks=decks) for side in SIDES]
    english, japanese = [_told(game, said.title, turns, language) for language in (ENGLISH, "ja")]
    return Battle(
        name=f"turn-{turn}", version=1, set=cards.name, date=DAY if fight is None else fight.date,
        first=game.state.phasing, turns=turns, decks=decks, options=_options(cards, decks=decks),
        scores=() if fight is None else tuple([(word, fight.score(word)) for word in SCORES if fight.score(word)]),
        ties=_ties(game), clear=4 if fight is None else fight.clear, decisive=10 if fight is None else fight.decisive,
        us=us, jp=jp, english=english, japanese=japanese,
    )


def _told(game: Game, title: str, turns: int, language: str) -> BattleText:
    said, turn = catalogue(language), game.state.turn
    us, jp = [game.forces[side].points for side in SIDES]
    introduction = said.gettext(INTRODUCTION).format(turn=turn, us=us, jp=jp, turns=turns)
    history = said.gettext(HISTORY).format(before=turn - 1)
    return BattleText(
        title=title or said.gettext(TITLE).format(turn=turn), introduction=introduction, history=history
    )


def _options(cards: CardSet, *, decks: bool) -> tuple[str, ...]:
    """Those of the game that still have something to say."""
    over = (*SETTLED, *(() if decks else ("victory-fever",)))
    return options([word for word in cards.options.words if rule_of(word) not in over]).words


def _ties(game: Game) -> Side:
    """§11.3, §24.5  Who would win on equal VP if the game ended here."""
    if game.state.cards.battle is not None:
        return game.state.cards.battle.ties
    bases = game.forces[Side.US].bases.values()
    return Side.US if any(base.card.decides_ties and base.line is FRONT[Side.US] for base in bases) else Side.JP


def _side(game: Game, side: Side, *, decks: bool) -> BattleSide:
    forces, drawn = game.forces[side], _drawn(game, side)
    air, hand = [card.id for card in forces.air_deck], [card.id for card in forces.hand]
    kept = len(hand) - len(drawn)
    if decks:
        deck = air + hand
    else:
        for card in drawn:
            hand.remove(card)
        deck = hand
    ships = [_ship(side, forces, f) for f in forces.formations.values()]
    bases = sorted(forces.bases.values(), key=_place)
    return BattleSide(
        bases=tuple([_base(forces, base) for base in bases]),
        ships=tuple(sorted(ships, key=lambda ship: (ship.line, ship.lead, ship.escort or ""))),
        deck=tuple(sorted(deck)), hand=kept, reserve=tuple(sorted([card.id for card in forces.fleet_deck])),
        lead=min(MOST, forces.points - _evened(game)),
    )


def _drawn(game: Game, side: Side) -> tuple[CardId, ...]:
    """§13.1  What was drawn with the beginning of the turn: the battle draws it itself."""
    draws = [frame for frame in game.stack if isinstance(frame, Draw) and frame.phasing is side]
    return draws[-1].drawn if draws else ()


def _evened(game: Game) -> int:
    """Points that both have where one has more than a battle may give from the start: only their difference counts."""
    us, jp = [game.forces[side].points for side in SIDES]
    return min(us, jp) if max(us, jp) > MOST else 0


def _place(base: Base) -> tuple[bool, bool, CardId]:
    """R-67  Home, strategic, front bases by name."""
    return base.card.rank is Rank.FRONT, base.card.rank is Rank.STRATEGIC, base.card.id


def _base(forces: Forces, base: Base) -> PlacedBase:
    return PlacedBase(card=base.card.id, damage=base.damage, airplanes=_aboard(forces, base.token))


def _ship(side: Side, forces: Forces, f: Formation) -> PlacedShip:
    return PlacedShip(
        lead=f.lead.id, transports=f.transports, line=OWN_LINES[side].index(f.line),
        escort=None if f.escort is None else f.escort.id, damage=f.damage, detected=f.detected and not f.transports,
        airplanes=_aboard(forces, f.token),
    )


def _aboard(forces: Forces, host: Token) -> tuple[CardId, ...]:
    return tuple(sorted([airplane.card.id for airplane in forces.airplanes.values() if airplane.host == host]))
