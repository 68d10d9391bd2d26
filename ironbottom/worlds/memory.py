"""What a seat remembers of a game: what it was shown once, and its View does not show any more.

A memory is fed what a client hears, in order: the events and the view of each update, and the answers of its own seat.
It is plain data, so that a bot may keep it, send it and go on with it elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, field

from ironbottom.dice import PACK
from ironbottom.events import (
    ActionTaken,
    Aimed,
    AnyEvent,
    DeploymentShown,
    Detached,
    Discarded,
    Eliminated,
    ExpressLoaded,
    Faced,
    Flew,
    LookedAt,
    Named,
    Played,
    Reinforced,
    Reshuffled,
    Returned,
    Rolled,
    Scored,
    SetUpShown,
    ShotDown,
    SidesSettled,
    Tasked,
    TransportsEntered,
    TurnBegan,
    Turned,
)
from ironbottom.printed import CardSet, EventCard
from ironbottom.questions import Answer, Move
from ironbottom.views import SeenSide, View
from ironbottom.words import MIDDLE, SIDES, CardId, Icon, Line, SeaTask, Side, Task, Token

SHOWN, HAND_LIMIT = "14.3(4)", "19.4"  # paragraphs by which cards are discarded
RESERVE, BID = "23.7", "23.18"  # and by which a carrier enters, and the US has points
FROM_HAND = ("13.2", HAND_LIMIT)
MAY_ESCAPE = ("17.1(2)", "17.1(3)")
ANYTHING, AIRPLANE = "any", "air"  # what a card may be that was discarded unseen
STEPWISE = ("first-deployment", "ships", "airplanes")  # sections that are played in private, step by step
OFF_THE_BASE = "18.4(e)"
ROUNDS = "18.4(a)"
FIRE = ("surface", "torp", "land")


def _pair() -> tuple[list[Any], list[Any]]:
    return [], []


class FleetDraw(Struct, array_like=True):
    """Fleet cards that the enemy drew together, until their VP were enough."""

    by: CardId | None  # the event card that brought them; None: the set-up
    bases: tuple[CardId, ...]
    reserve: bool = False  # §23.7: a carrier that was taken out of the deck, alone


class Play(Struct, array_like=True):
    """An event card that was played, and in which part of a combat at sea."""

    card: CardId
    side: Side
    part: str


class Flight(Struct, array_like=True):
    """An enemy airplane that took off unseen in this turn."""

    host: Token
    home: Line | None  # the line that it left; None: where that was is not known any more
    line: Line
    rule: str
    escaped: bool  # §17.1(4)


class PrivateSegment(Struct):
    """A private segment of one's own: the side as it was when it began, and the steps taken since."""

    name: str
    start: SeenSide
    now: SeenSide
    taken: list[Answer] = field(default_factory=list)
    whole: bool = True  # every step was told


class Memory(Struct):
    """What one seat remembers.  `Memory.of(cards, side)` is that of a game which begins."""

    side: Side
    event_cards: tuple[CardId, ...]
    turn: int = 0
    crossed: bool = False  # §10.1: the first player plays JP
    bid: int = 0  # §23.18: with how many VP the US began
    named: list[int | str] = field(default_factory=list)  # what the event card in play was aimed at
    entered: tuple[list[Token], list[Token]] = field(default_factory=_pair)  # formations, since the last mix
    bases: tuple[list[Token], list[Token]] = field(default_factory=_pair)  # that came after the set-up
    airplanes: tuple[list[Token], list[Token]] = field(default_factory=_pair)  # in the order in which they lie
    accounted: tuple[list[CardId], list[CardId]] = field(default_factory=_pair)  # event cards that were seen
    last_played: CardId | None = None
    tasks: dict[Token, str] = field(default_factory=dict)  # in the landing of this turn
    fired: dict[str, dict[Token, int]] = field(default_factory=dict)  # in it, by ability: how often who has fired
    rounds: dict[str, int] = field(default_factory=dict)  # in it, by part and ability: how often was fired
    aimed: bool = False  # in it, and nobody has fired since
    plays: list[Play] = field(default_factory=list)  # event cards that were played in it
    off_base: list[Token] = field(default_factory=list)  # transports of it that were sunk before they came ashore
    part: str = ""  # of the combat at sea that was in progress at the last update

    fallen: list[int] = field(default_factory=list)  # §23.19: how often each face fell since the pack was shuffled

    order: list[tuple[CardId, tuple[CardId, ...]]] = field(default_factory=list)  # §24.2: the enemy's ships, with load
    laid_out: dict[Token, CardId] = field(default_factory=dict)  # his airplanes that still stand as the battle had them
    met: list[CardId] = field(default_factory=list)  # enemy ships that were face up once
    draws: list[FleetDraw] = field(default_factory=list)
    pile: list[CardId] = field(default_factory=list)  # enemy airplanes that were seen to be discarded
    buried: list[str] = field(default_factory=list)  # his cards that were discarded unseen: what each may be
    out: dict[CardId, list[int]] = field(default_factory=dict)  # his airplanes that have left hand and deck, see `_out`
    faces: list[CardId] = field(default_factory=list)  # his airplanes that lie face up now
    afloat: list[CardId] = field(default_factory=list)  # his transports on the table that were seen
    load: dict[Token, int] = field(default_factory=dict)  # the most airplanes that a formation had aboard
    kinds: dict[Token, Icon] = field(default_factory=dict)  # the icons of formations whose airplanes were seen
    flights: dict[Token, Flight] = field(default_factory=dict)

    loading: list[Token] = field(default_factory=list)  # own Tokyo Express pairs of the deployment in progress
    veil: SeenSide | None = None  # one's own side as the others see it while one deploys
    scored: int = 0  # own ships in the enemy's victory pile when that began
    played: list[CardId] = field(default_factory=list)  # event cards played since
    segments: list[PrivateSegment] = field(default_factory=list)
    stepping: bool = False  # a step is asked for
    told: Answer | None = None  # the last answer, until its update comes

    @classmethod
    def of(cls, cards: CardSet, side: Side) -> Memory:
        """An empty memory; of a battle everything that is laid out is known."""
        air = (*cards.us.air, *cards.jp.air)
        memory = cls(side, tuple(sorted({card.id for card in air if isinstance(card, EventCard)})))
        if cards.options.balanced_dice:
            memory.fallen = [0] * 6
        if cards.battle is not None:
            ships = cards.battle.side(side.enemy).ships
            memory.order = [(ship.lead, ship.airplanes) for ship in ships]
            leads = [card for ship in ships for card in (ship.lead, ship.escort) if card is not None]
            memory.met = [card for card in leads if card not in memory.event_cards]
        return memory

    def answered(self, answer: Answer) -> None:
        """One's own seat has given this answer."""
        self.told = answer

    def hear(self, events: Iterable[AnyEvent], view: View) -> None:
        """What an update tells: what happened, and the table now."""
        if view.turn != self.turn:
            self.turn = view.turn
            _unveil(self)
        counted = False
        for e in events:
            note = NOTES.get(type(e))
            if note is not None:
                note(self, e, view)
                counted = counted or type(e) in COUNTED
        if counted:
            _count(self, tuple(events), view)
        self.part = next((lying.part for lying in view.lying if lying.part), "")
        if view.sections and view.sections[-1] == "hand-limit":
            _turn(self, view)
        if self.told is not None or view.question is not None:
            _follow(self, view)
            self.told = None


# What each event tells.


def _settled(m: Memory, e: SidesSettled, view: View) -> None:
    m.crossed = e.crossed


def _scored(m: Memory, e: Scored, view: View) -> None:
    if e.rule == BID:
        m.bid = e.points


def _set_up(m: Memory, e: SetUpShown, view: View) -> None:
    """R-38  From here the enemy's table is seen."""
    m.segments.clear()
    theirs = half(view, e.side)
    _account(m, e.side, tuple([f.lead for f in theirs.formations if f.detected and f.lead in m.event_cards]))
    if e.side is m.side:
        return
    if m.order:
        _laid_out(m, theirs)
    else:
        m.draws = [FleetDraw(None, tuple([b.card for b in theirs.bases]))]


def _laid_out(m: Memory, theirs: SeenSide) -> None:
    """§24.2  The airplanes of a ship lie in the order of the battle, by rising tokens."""
    loads = dict(m.order)
    for f in theirs.formations:
        tokens = sorted([a.token for a in theirs.airplanes if a.host == f.token])
        if f.lead is not None:
            m.laid_out |= zip(tokens, loads.get(f.lead, ()), strict=False)
    m.afloat = [f.lead for f in theirs.formations if f.lead in m.event_cards]
    seen = [a.card for a in theirs.airplanes if a.card is not None]
    _out(m, Counter(m.laid_out.values()) + Counter(seen), 0)


def _played(m: Memory, e: Played, view: View) -> None:
    m.named, m.last_played = [], e.card
    m.plays.append(Play(e.card, e.side, m.part))
    _account(m, e.side, (e.card,))
    if e.side is m.side and m.veil is not None:
        m.played.append(e.card)


def _named(m: Memory, e: Named, view: View) -> None:
    m.named.append(e.target)


def _reinforced(m: Memory, e: Reinforced, view: View) -> None:
    m.entered[e.side].extend(e.ships)
    m.bases[e.side].extend([token for token, _ in e.bases])
    if e.side is m.side:
        return
    if e.rule == RESERVE:
        m.draws.append(FleetDraw(None, (), reserve=True))
        m.kinds |= dict.fromkeys(e.ships, Icon.CARRIER)
    else:
        m.draws.append(FleetDraw(m.last_played, tuple([card for _, card in e.bases])))


def _transports(m: Memory, e: TransportsEntered, view: View) -> None:
    """§14.1(3)  Played as transports: the card is accounted for already."""
    m.entered[e.side].append(e.token)
    if e.side is not m.side:
        m.afloat.append(e.card)


def _detached(m: Memory, e: Detached, view: View) -> None:
    m.entered[e.side].append(e.escort)


def _loaded(m: Memory, e: ExpressLoaded, view: View) -> None:
    if e.side is m.side and e.token is not None:
        m.loading.append(e.token)


def _turned(m: Memory, e: Turned, view: View) -> None:
    _account(m, e.side, e.cards)
    if e.side is not m.side:
        _uncover(m, e.cards)


def _looked(m: Memory, e: LookedAt, view: View) -> None:
    """§23.5  Ships that were seen are on the table; transports are not accounted for by that."""
    if e.side is m.side:
        there = [f for f in half(view, e.side.enemy).formations if f.token in e.tokens]
        _meet(m, tuple([card for f in there for card in (f.lead, f.escort) if card is not None]))


def _deployed(m: Memory, e: DeploymentShown, view: View) -> None:
    """§14.3(4)  All that was unseen is mixed."""
    m.entered[e.side].clear()
    opened = tuple([card for _, card in e.detected])
    _account(m, e.side, opened)
    _lie(m, e.side, view)
    if e.side is m.side:
        _unveil(m)
    else:
        _uncover(m, opened)
        m.flights.clear()
        m.kinds.clear()
        m.load = dict(e.ships)


def _acted(m: Memory, e: ActionTaken, view: View) -> None:
    for kept in (m.tasks, m.fired, m.rounds, m.plays, m.off_base):
        kept.clear()
    m.aimed = False


def _tasked(m: Memory, e: Tasked, view: View) -> None:
    if e.rule.startswith("18"):
        m.tasks.update(e.tasks)


def _aimed(m: Memory, e: Aimed, view: View) -> None:
    """§18.4(a)(3)  Whoever aims in a round does so before anybody fires in it."""
    m.aimed = m.aimed or e.rule.startswith(ROUNDS)


def _rolled(m: Memory, e: Rolled, view: View) -> None:
    """§18.4  Who has fired at sea, and who has bombarded; §23.19 what has fallen."""
    if m.fallen:
        _fall(m, e.faces)
    if e.by in m.tasks and e.ability in FIRE:
        fired = m.fired.setdefault(e.ability, {})
        fired[e.by] = fired.get(e.by, 0) + 1
        if m.aimed:
            name = rounds_of("intercept" if m.tasks[e.by] == SeaTask.INTERCEPT else "control", e.ability)
            m.rounds[name], m.aimed = m.rounds.get(name, 0) + 1, False


def rounds_of(part: str, ability: str) -> str:
    """What `Memory.rounds` calls the rounds of one segment at sea."""
    return f"{part} {ability}"


def _fall(m: Memory, faces: bytes) -> None:
    """§23.19  A pack that is empty is shuffled anew; one that nobody can have seen like this is taken for whole."""
    for face in faces:
        m.fallen[face - 1] += 1
        if sum(m.fallen) == len(PACK) or m.fallen[face - 1] > PACK.count(face):
            m.fallen[:] = [0] * len(m.fallen)


def _unveil(m: Memory) -> None:
    """No private segment of one's own is in progress."""
    m.veil = None
    for kept in (m.segments, m.played, m.loading):
        kept.clear()


def _discarded(m: Memory, e: Discarded, view: View) -> None:
    if e.rule != SHOWN:  # what private segments put there was accounted for when it was seen
        _account(m, e.side, (e.top,))


def _eliminated(m: Memory, e: Eliminated, view: View) -> None:
    if e.rule.startswith(OFF_THE_BASE):
        m.off_base.append(e.token)
    _account(m, e.side, e.cards)
    if e.side is not m.side:
        _meet(m, e.cards)


def _flew(m: Memory, e: Flew, view: View) -> None:
    if e.side is m.side:
        return
    theirs = half(view, e.side)
    homes = {f.token: f.line for f in theirs.formations}
    gone = {a.token for a in theirs.airplanes if a.task is Task.WITHDRAWN}
    for token, host, line in e.flights:
        escaped = e.rule in MAY_ESCAPE and line is MIDDLE[e.side] and token in gone
        m.flights[token] = Flight(host, homes.get(host), line, e.rule, escaped)


def _faced(m: Memory, e: Faced, view: View) -> None:
    """The face of an airplane tells which icons its ship has."""
    if e.side is not m.side:
        m.faces += [card for _, card in e.airplanes]


def _reshuffled(m: Memory, e: Reshuffled, view: View) -> None:
    """§23.17  What was discarded may be anywhere; of the enemy's airplanes those are out that can only be aboard."""
    for side in SIDES:
        there = {f.lead for f in half(view, side).formations if f.detected}
        m.accounted[side][:] = [card for card in m.accounted[side] if card in there]
    pile, faces, buried = Counter(m.pile), Counter(m.faces), len(m.buried)
    for card, levels in m.out.items():
        aboard = [since for since in levels[faces[card] + pile[card] :] if since >= buried]
        levels[:] = [0] * (faces[card] + len(aboard))
    m.pile.clear()
    m.buried.clear()


def _returned(m: Memory, e: Returned, view: View) -> None:
    for side in SIDES:
        _lie(m, side, view)
    m.flights.clear()
    for f in half(view, m.side.enemy).formations:
        if f.airplanes > m.load.get(f.token, 0):
            m.load[f.token] = f.airplanes


def _turn(m: Memory, view: View) -> None:
    """R-37  Airplanes on ships have new tokens, even where none has returned."""
    m.flights.clear()
    for side in SIDES:
        _lie(m, side, view)


def _counted(m: Memory, e: AnyEvent, view: View) -> None:
    """It is looked at when the update is over."""


NOTES: dict[type, Callable[[Memory, Any, View], None]] = {
    SidesSettled: _settled, Scored: _scored, SetUpShown: _set_up, Played: _played, Named: _named,
    Reinforced: _reinforced, TransportsEntered: _transports, Detached: _detached, ExpressLoaded: _loaded,
    Turned: _turned, LookedAt: _looked, DeploymentShown: _deployed, Discarded: _discarded, Eliminated: _eliminated,
    Flew: _flew, Faced: _faced, Returned: _returned, ShotDown: _counted, ActionTaken: _acted, Tasked: _tasked,
    Rolled: _rolled, Aimed: _aimed, Reshuffled: _reshuffled,
    TurnBegan: lambda m, e, view: _turn(m, view),
}
COUNTED = frozenset({Faced, ShotDown, Discarded, DeploymentShown, Returned, Eliminated})


def half(view: View, side: Side) -> SeenSide:
    """One side of the table."""
    return view.us if side is Side.US else view.jp


def _account(m: Memory, side: Side, cards: tuple[CardId, ...]) -> None:
    for card in cards:
        if card in m.event_cards and card not in m.accounted[side]:
            m.accounted[side].append(card)


def _meet(m: Memory, cards: tuple[CardId, ...]) -> None:
    m.met += [card for card in cards if card not in m.event_cards and card not in m.met]


def _uncover(m: Memory, cards: tuple[CardId, ...]) -> None:
    """Transports that lay face down were those of a Tokyo Express pair (§21.16)."""
    _meet(m, cards)
    m.afloat += [card for card in cards if card in m.event_cards]


def _lie(m: Memory, side: Side, view: View) -> None:
    """R-67  Where any airplane has a new token, all are put in the order of their tokens."""
    there, known = [a.token for a in half(view, side).airplanes], m.airplanes[side]
    here = set(there)
    known[:] = [token for token in known if token in here] if here.issubset(known) else there


def _count(m: Memory, events: tuple[AnyEvent, ...], view: View) -> None:
    """The enemy's airplanes: which lie open, which are gone, and what was discarded unseen."""
    enemy, buried = m.side.enemy, len(m.buried)
    theirs = half(view, enemy)
    before, now = Counter(m.faces), [a.card for a in theirs.airplanes if a.card is not None]
    _out(m, before, buried)
    afloat = [f.lead for f in theirs.formations if f.lead in m.event_cards]
    sunk = [card for card in m.afloat if card not in afloat]
    m.afloat = [card for card in m.afloat if card in afloat]
    _bury(m, events, before - Counter(now), sunk)
    m.faces = now
    _out(m, Counter(now), len(m.buried))
    icons = {f.token: f.values.icon for f in theirs.formations if f.values is not None and f.values.icon is not None}
    for a in theirs.airplanes:
        if a.origin in icons:
            m.kinds[a.origin] = icons[a.origin]


def _out(m: Memory, faces: Counter[CardId], buried: int) -> None:
    """Copies of each card that lie open or are known to be discarded are out of hand and deck, and stay so.

    `Memory.out` has for the first of them, the second and so on how many cards had been buried when so many were last
    seen: one that is not seen any more is aboard a ship, or was buried after that.
    """
    pile = Counter(m.pile)
    for card in faces:
        n, levels = faces[card] + pile[card], m.out.setdefault(card, [])
        levels[:n] = [buried] * n


def _bury(m: Memory, events: tuple[AnyEvent, ...], gone: Counter[CardId], sunk: list[CardId]) -> None:
    """§4.7, R-36  Of a packet the top is seen; what lay face up before is known as well, if nothing was mixed."""
    enemy = m.side.enemy
    if any(isinstance(e, DeploymentShown | Returned) and e.side is enemy for e in events):
        down = [card for e in events if isinstance(e, ShotDown) and e.side is enemy for _, card in e.airplanes]
        gone = Counter(down)
    unseen, whatever, tops = -len(sunk), 0, Counter[CardId]()
    for e in events:
        if isinstance(e, Discarded) and e.side is enemy:
            unseen += 1 if e.rule == HAND_LIMIT else e.count
            whatever += e.count - 1 if e.rule == HAND_LIMIT else 0
            if e.top in m.event_cards:
                unseen -= e.top not in sunk
            else:
                tops[e.top] += 1
                if e.rule in FROM_HAND:
                    m.out.setdefault(e.top, []).insert(0, 0)
    seen = gone | tops
    m.pile += seen.elements()
    m.buried += [AIRPLANE] * max(0, unseen - seen.total()) + [ANYTHING] * whatever


# One's own private segments.


def _follow(m: Memory, view: View) -> None:
    """Which step was taken in a private segment, and the beginning of one."""
    mine, name = half(view, m.side), view.sections[-1] if view.sections else ""
    segment = m.segments[-1] if m.segments else None
    if segment is not None and m.stepping and m.told is not None and mine != segment.now:
        _take(segment, m.told)
    question = view.question
    m.stepping = question is not None and name in STEPWISE and isinstance(question.shape, Move)
    if question is None or not m.stepping or not isinstance(question.shape, Move):
        return
    if name != "first-deployment" and m.veil is None:
        m.veil, m.scored = mine, len(half(view, m.side.enemy).victory)
    undo = "undo" in question.shape.words
    if segment is None or segment.name != name:
        m.segments.append(PrivateSegment(name, mine, mine, whole=not undo))
        return
    segment.now = mine
    if not undo:
        segment.start, segment.whole = mine, True
        segment.taken.clear()
    elif not segment.taken:
        segment.whole = False


def _take(segment: PrivateSegment, answer: Answer) -> None:
    if not isinstance(answer, tuple) or answer[0] in ("done", "play"):
        return
    if answer[0] == "undo":
        del segment.taken[-1:]
    else:
        segment.taken.append(answer)
