"""§23.1, §23.2, §23.9, §23.10  Optional rules of combat at sea: torpedoes, who fires first, screens, pursuit."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.abilities import damaged
from ironbottom.dice import attempts
from ironbottom.flow import Game
from ironbottom.printed import ShipCard
from ironbottom.questions import Value
from ironbottom.rules.s03_exchange import throw
from ironbottom.rules.s04_damage import damage_formation
from ironbottom.state import Formation
from ironbottom.words import Side, Token

CARRIER, BATTLESHIP = "CV", "BB"  # how the types of such ships begin
PURSUIT = "pursuit"  # what is thrown, for who watches: these dice are no attempts of the segment

Aims = tuple[tuple[Side, Token, Token], ...]  # who fires at whom
Choices = dict[int, tuple[Value, ...]]


def lance(g: Game, f: Formation) -> int:
    """§23.1  Long Lance: what is added to the Torp of a formation when it first fires its torpedoes."""
    sound = f.side is Side.JP and not f.damage and bool(f.values.torp)
    return int(sound and g.state.cards.options.long_lance)


def _of_type(f: Formation, *types: str) -> bool:
    """Whether the single card, or the leading card of the pair, is such a ship."""
    return isinstance(f.lead, ShipCard) and f.lead.type.startswith(types)


def in_column(f: Formation) -> bool:
    """§23.2  Whether a formation fires with the night column."""
    return f.side is Side.JP and not _of_type(f, CARRIER, BATTLESHIP)


def volleys(g: Game, aims: Aims) -> tuple[Aims, ...]:
    """§23.2  Night column: its aims, and then those of all others."""
    column = tuple([aim for aim in aims if in_column(g.forces[aim[0]].formations[aim[1]])])
    return column, tuple([aim for aim in aims if aim not in column])


def screened(f: Formation) -> bool:
    """§23.9  Whether a formation is shielded by the others: a carrier, or transports."""
    return f.transports or _of_type(f, CARRIER)


def screened_aims(firing: list[Token], targets: list[Formation], aimed: set[Token]) -> Choices:
    """§23.9  Screening: who of those that have yet to aim is aimed now, and at whom he may be.

    Whoever is behind the screen may be aimed at if all of the screen is, or still can be by those that come after.  So
    all aim at once where no answer of one hangs on that of another; else one after another.  `aimed`: the targets that
    others of the same side are aimed at already.
    """
    everybody: tuple[Value, ...] = tuple([f.token for f in targets])
    screen: tuple[Value, ...] = tuple([f.token for f in targets if not screened(f)])
    left = [token for token in screen if token not in aimed]
    broken = any(token in aimed for token in everybody if token not in screen)
    if not screen or not left:
        return dict.fromkeys(firing, everybody)
    if len(screen) == len(everybody) or (not broken and len(firing) <= len(left)):
        return dict.fromkeys(firing, screen)
    spare = len(firing) - len(left)  # those that the screen does not need
    if spare:
        return {firing[0]: everybody}
    return {firing[0]: tuple(left)}


def pursue(g: Game, gone: Formation, hunters: Iterable[Formation]) -> None:
    """§23.10  Pursuit: the fastest of those that are faster fires one round of guns at who withdraws."""
    speed = damaged(gone.values.speed, gone.damage) or 0
    found: list[tuple[int, int, Formation]] = []
    for f in hunters:
        fast, guns = damaged(f.values.speed, f.damage), damaged(f.values.surface, f.damage)
        if fast is not None and guns is not None and fast > speed:
            found.append((-fast, -guns, f))
    if not found:
        return
    _, guns, hunter = min(found, key=lambda row: (row[0], row[1], row[2].token))
    before, g.rule = g.rule, "23.10"
    hits = throw(g, hunter.side, hunter.token, gone.token, PURSUIT, attempts(-guns)).hits
    damage_formation(g, g.forces[gone.side].formations[gone.token], hits)
    g.rule = before
