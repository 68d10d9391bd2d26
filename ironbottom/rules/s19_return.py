"""§19  Return: airplanes to their hosts, in secret and at once; then the hand limit."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.events import Returned
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, both, do
from ironbottom.questions import Answer, Pick, Place, Value
from ironbottom.rules.s04_damage import discard
from ironbottom.rules.s05_lines import free_icons
from ironbottom.rules.s07_detection import renew_airplanes
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.state import AIR, Airplane, Forces
from ironbottom.words import REAR, SIDES, CardId, Icon, Line, Side, Token


class Return(Procedure, tag="return", kw_only=True):
    """§19.1  Every airplane in the air to a matching free icon in range, or it is lost."""

    chosen: tuple[tuple[Side, tuple[tuple[int, Value], ...]], ...] = ()

    @both("19.1", "32")
    def place(self, g: Game, side: Side) -> Asking:
        """Return your airplanes to free icons in their range."""
        forces = g.forces[side]
        flying = [a for a in forces.airplanes.values() if not a.host]
        if not flying:
            return None
        shape = places(forces, flying)
        return Forced(shape) if forced(forces, flying, shape) else shape

    @place.harmless
    def all_come_down(self, g: Game, side: Side) -> bool:
        """§19.2  Every airplane finds a place: none is lost by it where they come down."""
        shape = g.asked[side].shape
        assert isinstance(shape, Place)
        return len(shape.first()) == len(shape.choices)

    @place.answered
    def placed(self, g: Game, side: Side, answer: dict[int, Value]) -> bool:
        self.chosen = (*self.chosen, (side, tuple(answer.items())))
        return True

    @do("19.1")
    def land(self, g: Game) -> None:
        """Shown together (R-25); those that find no icon are discarded."""
        for side, pairs in sorted(self.chosen):
            come_down(g, side, {Token(token): Token(host) for token, host in pairs if isinstance(host, int)})
        self.chosen = ()

    @do("19.3")
    def renew(self, g: Game) -> None:
        """New tokens to all airplanes on ships of both sides, those that never left included."""
        for side in SIDES:
            renew_airplanes(g, side, {}, None)


def places(forces: Forces, flying: list[Airplane]) -> Place:
    """§19.1, §5.3, §5.5, R-40  For each airplane the hosts in range of the line where it is, the nearest first."""
    free = free_icons(forces)
    slots = [(host, icon, n) for icon, by_host in free.items() for host, n in by_host.items() if n > 0]
    known: dict[tuple[Icon, Line | None, int], dict[int, int]] = {}  # alike for all of a kind that are in one line
    choices: dict[int, dict[int, int]] = {}
    for a in flying:
        key = (a.card.icon, a.line, a.card.range)
        if key not in known:
            known[key] = in_reach(forces, a, slots)
        choices[a.token] = known[key]
    return Place(choices, tuple([n for _, _, n in slots]))


def in_reach(forces: Forces, a: Airplane, slots: list[tuple[Token, Icon, int]]) -> dict[int, int]:
    """The hosts to which an airplane can return, the nearest first, and the place of its slot there."""
    line, reach = a.line, a.card.range
    assert line is not None
    kinds = (Icon.CARRIER, Icon.LAND) if a.card.icon is Icon.CARRIER else (a.card.icon,)  # §6.2
    found = [(abs(forces.host(host).line - line), host, i) for i, (host, kind, _) in enumerate(slots) if kind in kinds]
    return {host: i for distance, host, i in sorted(found) if distance <= reach}


def forced(forces: Forces, flying: list[Airplane], shape: Place) -> bool:
    """§20.1  Whether everybody can see that one answer is left: all faces known, all hosts known, no choice."""
    if not all(a.detected for a in flying):
        return False
    if any(not (f.detected or f.known) and f.line not in REAR for f in forces.formations.values()):
        return False
    wanted: dict[int, int] = {}
    for options in shape.choices.values():
        if len(options) > 1:
            return False
        for slot in options.values():
            wanted[slot] = wanted.get(slot, 0) + 1
    return all(n <= shape.room[slot] for slot, n in wanted.items())


def come_down(g: Game, side: Side, answer: dict[Token, Token]) -> None:
    """§7.5, R-28  To a ship unseen, to a base detected; who has no place is discarded."""
    forces = g.forces[side]
    lost = [a for a in forces.airplanes.values() if not a.host and a.token not in answer]
    for a in lost:
        del forces.airplanes[a.token]
    for token, host in answer.items():
        a = forces.airplanes[token]
        on_base = host in forces.bases
        forces.airplanes[token] = replace(
            a, host=host, line=None, origin=AIR, task=None, attempts=None, detected=on_base
        )
    if g.events is not None:
        on_bases = tuple([(forces.airplanes[t].card.id, h) for t, h in answer.items() if h in forces.bases])
        g.tell(Returned, side, on_bases, len(answer) - len(on_bases), len(lost))
    discard(g, side, tuple([a.card for a in lost]))


def over_limit(g: Game, side: Side) -> int:
    """§19.4  How many cards of a hand are above its limit."""
    return len(g.forces[side].hand) - g.state.cards.side(side).home.max_hand


class HandLimit(Procedure, tag="hand-limit", kw_only=True):
    """§19.4  The phasing side discards down to its hand limit."""

    phasing: Side

    @ask("19.4", "33", "phasing")
    def choose(self, g: Game, side: Side) -> Asking:
        """Discard down to your hand limit, the last on top."""
        surplus = over_limit(g, side)
        return Pick(tuple([c.id for c in g.forces[side].hand]), surplus, surplus) if surplus > 0 else None

    @choose.answered
    def chose(self, g: Game, side: Side, answer: tuple[CardId, ...]) -> None:
        discard(g, side, tuple([take_from_hand(g, side, card) for card in answer]), named=True)

    @choose.otherwise
    def by_lot(self, g: Game, side: Side) -> Answer:
        hand, surplus = [c.id for c in g.forces[side].hand], over_limit(g, side)
        return tuple([hand.pop(g.lot(len(hand))) for _ in range(surplus)])
