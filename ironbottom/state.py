"""Where everything is.  Tables are mutable, rows are frozen: cloning a game copies a few dicts, and nothing aliases."""

from __future__ import annotations

from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.dice import Ability, Attempts, Dice, Stream
from ironbottom.editions import NEWEST, Edition
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard, Values
from ironbottom.words import FRONT, Action, Icon, Line, Rank, SeaTask, Side, Task, Token

AIR = Token(0)  # the host of an airplane that is in the air


class Formation(Struct, frozen=True, gc=False):
    """§8.3  What stands in a line as one ship: a ship card or transports, or a pair."""

    token: Token
    side: Side
    line: Line
    lead: ShipCard | EventCard  # an event card: its transports half
    values: Values  # of the lone card or the pair
    escort: ShipCard | None = None
    detected: bool = False
    damage: int = 0
    known: bool = False  # unseen, but the opponent saw its face under this token (§7.3)
    express: bool = False  # §21.16: a Tokyo Express pair
    loading: bool = False  # formed in this deployment: until that is shown the others see the lone escort
    task: SeaTask | None = None  # in a landing (§18.3)
    attempts: Attempts | None = None  # dice lying on the card in a segment at sea; None before its first roll

    @property
    def transports(self) -> bool:
        """Whether transports are in it."""
        return self.values.army is not None

    @property
    def icons(self) -> int:
        """§4.6  Icons that damage has left."""
        return self.values.icons_left(self.damage)


class Base(Struct, frozen=True, gc=False):
    """§2.3  A base card; always detected."""

    token: Token
    side: Side
    line: Line
    card: BaseCard
    damage: int = 0

    @property
    def wrecked(self) -> bool:
        """§4.3  Its damage is at its HP."""
        return self.damage >= self.card.hp

    @property
    def tb(self) -> Ability:
        return damaged(self.card.tb, self.damage)

    def icons(self, icon: Icon) -> int:
        """§4.6  Icons of one kind that damage has left; each damage spoils one of each kind."""
        printed: int = getattr(self.card, icon)
        return printed - self.damage if printed > self.damage else 0


class Airplane(Struct, frozen=True, gc=False):
    """§2.4  An airplane card on the table."""

    token: Token
    side: Side
    card: AirplaneCard
    host: Token  # the formation or base that it is aboard; AIR in the air
    detected: bool = False
    line: Line | None = None  # in the air: where
    origin: Token = AIR  # in the air: the host that it flew from
    task: Task | None = None  # in the air: what it does there
    attempts: Attempts | None = None  # dice lying on the card; None before its first roll


class InForce(Struct, frozen=True, gc=False):
    """§20.3  An event that works on for a while."""

    does: str  # the word of the effect vocabulary
    side: Side
    n: int
    ends: str  # "round", "segment", "phase", "turn"; "game": what an optional rule keeps until the end (§23)
    line: Line | None = None
    token: Token = AIR


Hosted = Formation | Base


class Forces(Struct, kw_only=True):
    """§2.6  Everything of one side: on the table, in its hand, on its piles."""

    formations: dict[Token, Formation]
    bases: dict[Token, Base]
    airplanes: dict[Token, Airplane]
    fleet_deck: tuple[ShipCard | BaseCard, ...] = ()  # the next card is the last
    air_deck: tuple[AirplaneCard | EventCard, ...] = ()  # the next card is the last
    hand: tuple[AirplaneCard | EventCard, ...] = ()
    discards: tuple[AnyCard, ...] = ()  # the last lies on top
    victory: tuple[tuple[AnyCard, int], ...] = ()  # eliminated enemy cards and the VP that each scored
    unaccounted: tuple[EventCard, ...] = ()  # §20.1: events that the opponent has not seen yet
    redrew: bool = False  # §10.3
    scored: int = 0  # §24.5, §24.6: points that do not lie on the victory pile
    fleets: Stream  # shuffles the fleet deck
    chance: Stream  # orders the packets that are discarded unnamed

    def clone(self) -> Forces:
        # the streams are not shared for long: whoever draws from `chance` puts a copy in its place
        formations, bases, airplanes = self.formations.copy(), self.bases.copy(), self.airplanes.copy()
        return replace(self, formations=formations, bases=bases, airplanes=airplanes)

    def has_none(self, tokens: set[Token]) -> bool:
        """Whether nothing on the table goes by one of these tokens."""
        return (
            tokens.isdisjoint(self.formations) and tokens.isdisjoint(self.airplanes) and tokens.isdisjoint(self.bases)
        )

    def host(self, token: Token) -> Hosted:
        return self.formations[token] if token in self.formations else self.bases[token]

    @property
    def points(self) -> int:
        return sum([points for _, points in self.victory]) + self.scored


class State(Struct, kw_only=True):
    """A whole position but for the procedures in progress."""

    cards: CardSet
    edition: Edition = NEWEST
    forces: tuple[Forces, Forces]
    dice: Dice
    tokens: Stream
    turn: int = 0
    phasing: Side = Side.US
    skipped: bool = False  # §13.2: the phasing side kept all drawn cards
    action: Action | None = None  # §16.1
    crossed: bool = False  # §10.1: the first player plays JP
    setting_up: bool = True  # §10.4: nothing of the other's set-up is shown
    shown: Forces | None = None  # §14.2: the phasing side as the others still see it, while it deploys in private
    shown_victory: tuple[tuple[AnyCard, int], ...] = ()  # and the victory pile of its opponent
    target: Token = AIR  # §16.3: the base named for the landing of this turn
    in_force: tuple[InForce, ...] = ()

    def clone(self) -> State:
        us, jp = self.forces
        forces = us.clone(), jp.clone()  # `shown` is never changed in place
        return replace(self, forces=forces, dice=self.dice.copy(), tokens=self.tokens.copy())

    def deal_tokens(self, n: int) -> list[Token]:
        """§7.7, R-37  New tokens that nothing links to any other, in a random order."""
        us, jp = self.forces
        while True:
            dealt = cast("list[Token]", self.tokens.words(n))
            new = set(dealt)
            if len(new) == n and us.has_none(new) and jp.has_none(new):
                return dealt

    def working(self, does: str) -> InForce | None:
        """The latest event of this kind that is in force: where two contradict each other the later prevails."""
        for effect in reversed(self.in_force):
            if effect.does == does:
                return effect
        return None

    def squall(self, line: Line, does: str) -> bool:
        """§21.6  Whether a squall of this kind lies over a line."""
        return any(e.does == does and e.line is line for e in self.in_force)

    def cease(self, *ends: str) -> None:
        """§20.3  What lasts no longer than this is over."""
        if self.in_force:
            self.in_force = tuple([e for e in self.in_force if e.ends not in ends])

    def check(self) -> list[str]:
        """Everything that is wrong with this position: empty for a sound one."""
        return [fault for forces in self.forces for fault in _faults(forces)]


def _faults(forces: Forces) -> list[str]:
    faults = []
    for f in forces.formations.values():
        if f.damage >= f.values.hp:
            faults.append(f"{f.lead.id} has {f.damage} damage and {f.values.hp} HP")
        if f.damage and not f.detected:
            faults.append(f"{f.lead.id} is damaged and unseen (§7.2)")
        if f.escort is not None and f.lead.side is not f.side:
            faults.append(f"{f.lead.id} stands on the wrong side")
        if f.transports and not f.detected and not f.express:
            faults.append(f"{f.lead.id} are transports and unseen (§7.6)")
    fronts = False
    for b in forces.bases.values():
        fronts = fronts or b.card.rank is Rank.FRONT
        if b.damage > b.card.hp:
            faults.append(f"{b.card.id} has more damage than HP (§4.3)")
    for b in forces.bases.values():
        if b.card.rank is Rank.STRATEGIC and (b.line is FRONT[b.side]) is fronts:
            faults.append(f"{b.card.id} stands in the wrong line (§5.2)")
    for a in forces.airplanes.values():
        if a.host == AIR and a.line is None:
            faults.append(f"{a.card.id} is nowhere")
        elif a.host != AIR and a.host not in forces.formations and a.host not in forces.bases:
            faults.append(f"{a.card.id} is aboard of nothing")
    return faults
