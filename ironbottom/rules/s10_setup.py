"""§10  Set-up: sides, fleets, first deployment, first hands."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.dice import Pack, Stream
from ironbottom.editions import NEWEST, Edition
from ironbottom.events import FleetDrawn, Scored, SetUpShown, SidesSettled
from ironbottom.flow import Asking, Game, Procedure, both, call, do, until
from ironbottom.options import MOST_BID, USUAL_BID
from ironbottom.printed import BaseCard, CardSet, EventCard, ShipCard
from ironbottom.questions import Answer, Choose, Move, Value
from ironbottom.rules import s08_escort as escort
from ironbottom.rules.s05_lines import place_base, settle_strategic
from ironbottom.rules.s07_detection import mix, private_token
from ironbottom.rules.s11_victory import take_from_deck
from ironbottom.rules.s23_fuel import filled
from ironbottom.rules.s24_battles import LayOut, stacked
from ironbottom.rules.s25_campaigns import carried
from ironbottom.state import Base, Forces, Formation, State
from ironbottom.words import ELSEWHERE, FRONT, LINES, OWN_LINES, REAR, SIDES, Rank, Side, Token


def opening(cards: CardSet, seed: bytes, edition: Edition = NEWEST) -> State:
    """§10.2  The table before anything is drawn: shuffled decks, and a labelled stream for every kind of chance."""
    us, jp = [_opening_forces(cards, side, seed) for side in SIDES]
    dice = Pack(Stream.of(seed, "pack")) if cards.options.balanced_dice else Stream.of(seed, "dice")  # §23.19
    return State(
        cards=cards, edition=edition, forces=(us, jp), dice=dice, tokens=Stream.of(seed, "tokens"),
        in_force=filled(cards),
    )


def _opening_forces(cards: CardSet, side: Side, seed: bytes) -> Forces:
    mine, name = cards.side(side), side.name.lower()
    fleets = Stream.of(seed, f"fleet/{name}")
    forces = Forces(
        formations={}, bases={}, airplanes={}, fleets=fleets, chance=Stream.of(seed, f"packets/{name}")
    )
    if cards.battle is not None:
        return stacked(cards, side, forces, Stream.of(seed, f"airplanes/{name}"))
    forces.fleet_deck = fleets.shuffled(mine.fleet)
    order, air = Stream.of(seed, f"airplanes/{name}"), mine.air
    if cards.chapter is not None:
        air, forces.hand = carried(cards, side)
    forces.air_deck = order.shuffled(air)
    forces.unaccounted = tuple([c for c in mine.air if isinstance(c, EventCard)])
    forces.scored = cards.options.head_starts[side]  # §23.21
    return forces


EITHER = "either"
BIDS: tuple[Value, ...] = (*[str(vp) for vp in range(1, MOST_BID + 1)], "0")  # §23.18: each in the place of its number


class Setup(Procedure, tag="setup", kw_only=True):
    """§10  Set-up, from the choice of sides to the first hands."""

    ask_sides: bool
    wishes: tuple[tuple[Side, str], ...] = ()
    bid: int = 0  # §23.18: what Japan was bought for before the game
    bids: tuple[tuple[Side, int], ...] = ()

    @both("10.1", "0")
    def wish(self, g: Game, side: Side) -> Asking:
        """Which side do you wish to play?"""
        return Choose((EITHER, "us", "jp")) if self.ask_sides else None

    @wish.harmless
    def no_preference(self, g: Game, side: Side) -> bool:
        """Either side is as good as the other."""
        return True

    @wish.answered
    def wished(self, g: Game, side: Side, answer: str) -> bool:
        self.wishes = (*self.wishes, (side, answer))
        return True

    @both("23.18", "0a")
    def say(self, g: Game, side: Side) -> Asking:
        """How many VP would you give the US for playing Japan?"""
        return Choose(BIDS) if self.ask_sides and g.state.cards.options.bid else None

    @say.otherwise
    def usual(self, g: Game, side: Side) -> Answer:
        return str(USUAL_BID)

    @say.answered
    def said(self, g: Game, side: Side, answer: str) -> bool:
        self.bids = (*self.bids, (side, int(answer)))
        return True

    @do("10.1")
    def settle(self, g: Game) -> None:
        """As they wish; if both want the same, at random (R-65).  The first player is asked as US until now.

        §23.18  Who bids more plays Japan, and the US begins with so many VP.
        """
        bids = dict(self.bids)
        bid = max(self.bid, *bids.values()) if bids else self.bid
        if bid:
            g.forces[Side.US].scored += bid
            g.rule = "23.18"
            g.tell(Scored, Side.US, "bid", 1, bid)
            g.rule = "10.1"
        if not self.ask_sides:
            return
        if bids and bids[Side.US] != bids[Side.JP]:
            g.state.crossed = bids[Side.US] > bids[Side.JP]
            g.tell(SidesSettled, g.state.crossed, False)
            return
        wishes = dict(self.wishes)
        first, second = wishes.get(Side.US, EITHER), wishes.get(Side.JP, EITHER)
        drawn = first == second != "either"
        if drawn:
            g.state.crossed = g.state.tokens.below(2) == 1
        else:
            g.state.crossed = first == "jp" or second == "us"
        g.tell(SidesSettled, g.state.crossed, drawn)

    @call("24.2")
    def battle(self, g: Game) -> Procedure | None:
        """A battle is laid out as its file says, and nothing is drawn or placed."""
        return None if g.state.cards.battle is None else LayOut()

    @until("24.2")
    def laid_out(self, g: Game) -> bool:
        return g.state.cards.battle is not None

    @do("10.2")
    def bases(self, g: Game) -> None:
        for side in SIDES:
            mine = g.state.cards.side(side)
            place_base(g, side, mine.home)
            place_base(g, side, mine.strategic)

    @do("10.3")
    def fleets(self, g: Game) -> None:
        for side in SIDES:
            draw_fleet(g, side, again=False)

    @both("10.3", "1")
    def redraw(self, g: Game, side: Side) -> Asking:
        """Keep this fleet, or return it and draw anew, once?"""
        return Choose(("keep", "redraw"))

    @redraw.harmless
    def kept(self, g: Game, side: Side) -> bool:
        """The fleet stays as it was drawn."""
        return True

    @redraw.answered
    def redrawn(self, g: Game, side: Side, answer: str) -> bool:
        if answer == "redraw":
            forces = g.forces[side]
            forces.redrew = True
            forces.formations.clear()
            forces.bases = {t: b for t, b in forces.bases.items() if b.card.rank is not Rank.FRONT}
            settle_strategic(g, side)
            fleet = g.state.cards.side(side).fleet
            forces.fleets = fleets = forces.fleets.copy()
            order = fleets.order(len(fleet))
            g.note_mix(f"fleet/{side.name.lower()}", order)
            forces.fleet_deck = tuple([fleet[place] for place in order])
            draw_fleet(g, side, again=True)
        return True

    @call("10.4")
    def deploy(self, g: Game) -> Procedure:
        return FirstDeployment()

    @do("10.4")
    def show(self, g: Game) -> None:
        """R-10, R-38  The common reveal: only now does anything of a set-up reach the other side."""
        for side in SIDES:
            forces = g.forces[side]
            drawn = [b.card for b in forces.bases.values()]
            if g.state.edition.public_deal:
                drawn.sort(key=lambda card: (card.rank is Rank.FRONT, card.rank is Rank.STRATEGIC, card.id))
            forces.bases = {}
            for card in drawn:
                place_base(g, side, card)
            mix(g, side, None)
        g.state.setting_up = False
        for side in SIDES:
            g.tell(SetUpShown, side, g.forces[side].redrew, len(g.forces[side].formations))

    @do("10.5")
    def hands(self, g: Game) -> None:
        for side in SIDES:
            take_from_deck(g, side, g.state.cards.side(side).home.first_hand)


def draw_fleet(g: Game, side: Side, *, again: bool) -> None:
    """§10.3  Fleet cards one by one until their printed VP reach the fleet size of the home base."""
    forces, value = g.forces[side], 0
    drawn: list[ShipCard | BaseCard] = []
    while value < g.state.cards.side(side).home.fleet and forces.fleet_deck:  # §25.7: losses may leave too few
        card = forces.fleet_deck[-1]
        forces.fleet_deck = forces.fleet_deck[:-1]
        value += card.vp
        drawn.append(card)
        if isinstance(card, BaseCard):
            place_private_base(g, side, card)
        else:
            token = private_token(forces)
            forces.formations[token] = Formation(token, side, REAR[side], card, card.values)
    g.tell(FleetDrawn, side, tuple([c.id for c in drawn]), again)


def place_private_base(g: Game, side: Side, card: BaseCard) -> None:
    """A front base of a set-up that is still secret: it draws nothing from the streams that both sides share."""
    forces = g.forces[side]
    token = private_token(forces)
    forces.bases[token] = Base(token, side, FRONT[side], card)
    settle_strategic(g, side)


class FirstDeployment(Procedure, tag="first-deployment", kw_only=True):
    """§10.4  Both sides place and pair their formations in secret, step by step, and may take steps back."""

    history: tuple[tuple[Side, tuple[dict[Token, Formation], ...]], ...] = ()

    @both("10.4", "2")
    def place(self, g: Game, side: Side) -> Asking:
        """Place your formations in any of your lines, and form escort pairs; end with done."""
        words = ("done", "undo") if dict(self.history).get(side) else ("done",)
        return Move(placing_steps(g.forces[side], side, g.state.edition), words)

    @place.harmless
    def stays_in_rear(self, g: Game, side: Side) -> bool:
        """What is not placed stays in REAR."""
        return True

    @place.answered
    def placed(self, g: Game, side: Side, answer: tuple[str | int, ...]) -> bool:
        if answer[0] == "done":
            return True
        forces, history = g.forces[side], dict(self.history)
        before = history.get(side, ())
        if answer[0] == "undo":
            forces.formations = before[-1].copy()
            history[side] = before[:-1]
        else:
            history[side] = (*before, forces.formations.copy())
            take_placing_step(g, side, answer)
        self.history = tuple(history.items())
        return False


def placing_steps(forces: Forces, side: Side, edition: Edition) -> dict[str, dict[Value, tuple[Value, ...]]]:
    """§14.2(2), §14.2(3)  Moves, pairs and partings that are legal now, by verb."""
    pairs: dict[Value, tuple[Value, ...]] = {}
    escorts: list[Value] = []
    leaders: list[Value] = []
    for token, f in forces.formations.items():
        if f.escort is not None:
            pairs[token] = escort.splits(f) if f.damage else ()
        elif f.lead.attached is None:  # §8.1: who is not escort-capable may be escorted
            leaders.append(token)
        else:
            escorts.append(token)
    steps: dict[str, dict[Value, tuple[Value, ...]]] = {}
    if forces.formations:
        if edition.idle_steps:
            steps["move"] = dict.fromkeys(forces.formations, OWN_LINES[side])
        else:
            steps["move"] = {token: ELSEWHERE[f.line] for token, f in forces.formations.items()}
    if escorts and leaders:
        steps["pair"] = dict.fromkeys(escorts, tuple(leaders))
    if pairs:
        steps["part"] = pairs
    return steps


def take_placing_step(g: Game, side: Side, answer: tuple[str | int, ...]) -> None:
    """Carry out a move, a pairing or a parting in a private segment."""
    forces = g.forces[side]
    verb, token = answer[0], Token(int(answer[1]))
    if verb == "move":
        forces.formations[token] = replace(forces.formations[token], line=LINES[int(answer[2])])
    elif verb == "pair":
        escort.form(g, side, token, Token(int(answer[2])))
    else:
        escort.part(g, side, token, int(answer[2]) if len(answer) > 2 else 0, quiet=True)

