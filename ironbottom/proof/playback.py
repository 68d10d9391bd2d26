"""The game of a transcript once more: dealt from its seed, every die rolled, every answer carried out by the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ironbottom.events import Rolled
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.keys import PUBLIC
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.chain import events_digest, position_digest
from ironbottom.proof.entries import Agreed, AnsweredEntry, Ended, Ordered, ResignedEntry
from ironbottom.proof.faults import Code, Fault
from ironbottom.proof.opening import NoOpening, first_position
from ironbottom.proof.reading import SHOWN, Transcript
from ironbottom.proof.standing import ordered
from ironbottom.proof.takeback import Undoable, before_it, undoable, why_not
from ironbottom.proof.told import Retold
from ironbottom.sight import view
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.answers import plain
from ironbottom.wire.orders import StandingOrder
from ironbottom.words import SIDES, Side

Progress = Callable[[int, int], None]  # entries done, and of how many


def nobody_waits(_done: int, _of: int) -> None:
    """For who does not want to know how far it is."""


class Playback:
    """A game that is being played again.

    `vouched` are the entries of the answers that their players signed; `retold` hears what a side is told of it.
    Raises Fault where it cannot begin.
    """

    def __init__(
        self, t: Transcript, cards: CardSet, seed: bytes, vouched: Collection[int], retold: Retold | None = None
    ) -> None:
        self.t, self.vouched, self.retold = t, vouched, retold
        try:
            self.game: Game = first_position(t.begun, seed, cards)
        except NoOpening as why:
            raise Fault(1, "position", f"{why}.") from why
        self.orders: dict[tuple[int, bytes], tuple[StandingOrder, ...]] = {}  # by side, and the key of a partner
        self.undoable: Undoable | None = None
        self.paused = False  # by agreement
        self.updates = [0, 0]  # the last of each side that was answered

    def run(self, progress: Progress = nobody_waits) -> None:
        """Raises Fault at the first entry that is not what the rules make of the seed and the answers."""
        over = False
        self._tell(1, None)
        for n, body in self.t.bodies():
            match body:
                case AnsweredEntry():
                    self._answered(n, body)
                case ResignedEntry():
                    self._resigned(n, body)
                case Agreed():
                    self._agreed(n, body)
                case Ordered():
                    self.orders[body.side, body.by or b""] = body.orders
                case Ended():
                    self._ended(n, body)
            if over and not isinstance(body, Ended):
                raise Fault(n, "place", _("the game was over before this entry, and its outcome is missing."))
            over = self.game.outcome is not None and isinstance(
                body, AnsweredEntry | ResignedEntry | Agreed
            )
            progress(n, len(self.t.entries))

    def _answered(self, n: int, body: AnsweredEntry) -> None:
        side, game = Side(body.side), self.game
        if self.paused:
            raise Fault(n, "paused", _("{name} answered while the game was paused.").format(name=self.t.name(side)))
        self._next_update(n, body)
        if side not in game.asked:
            raise self._misfit(n, side, _("the side is not asked here"))
        if game.window(side) != body.window:
            text = _("the question is of window {ours}, not {theirs}")
            raise self._misfit(n, side, text.format(ours=game.window(side), theirs=body.window[:SHOWN]))
        self._entitled(n, body)
        window = game.window(side)
        before = game.clone() if self.t.begun.terms.allow("takeback") else None
        game.events, game.mixes = [], []
        try:
            game.answer(side, understood(body.answer))
        except IllegalAnswer as illegal:
            raise self._misfit(n, side, str(illegal)) from None
        except Exception as fault:
            text = _("the rules fail on this answer ({why}): please report it.")
            raise Fault(n, "rules", text.format(why=repr(fault)[:SHOWN])) from fault
        self._rolled(n, body)
        self._mixed(n, body)
        self._same_events(n, body.digest)
        if before is not None:
            self.undoable = undoable(self.undoable, before, game, body, n)
        self._tell(n, side, window)

    def _agreed(self, n: int, body: Agreed) -> None:
        """Both have signed it; here it is seen whether it could be agreed upon, and done."""
        if self.game.outcome is not None:
            raise Fault(n, "place", _("the game was over before this entry."))
        if body.what == "draw":
            self.game.events = []
            self.game.agree_draw()
            self._tell(n, Side(body.side))
        elif body.what == "takeback":
            self._take_back(n, body)
        elif self.paused == (body.what == "pause"):
            raise Fault(n, "consent", _("the game was paused already.") if self.paused else _("there was no pause."))
        else:
            self.paused = body.what == "pause"

    def _take_back(self, n: int, body: Agreed) -> None:
        """The game goes on from before the last answer of who offered it, if that could be taken back."""
        found, side = self.undoable, Side(body.side)
        if wrong := why_not(found, side, self.game):
            raise Fault(n, "takeback", _("nothing could be taken back here: {why}").format(why=wrong))
        assert found is not None
        if body.update != found.update:
            raise Fault(n, "takeback", _("another answer is said to be taken back than the last one of its player."))
        if found.acted:
            text = _("{name} had acted since the answer that was taken back.")
            raise Fault(n, "takeback", text.format(name=self.t.name(side.enemy)))
        for head in (body.offered, body.seen):
            if self.t.heads.index(head) < found.entry:
                raise Fault(n, "replayed", _("the consent to take an answer back is older than that answer."))
        self.game, self.undoable = before_it(found), None
        self._tell(n, side)

    def _tell(self, n: int, actor: Side | None, window: str = "") -> None:
        """Entry n is carried out, in the window that its answer was asked for."""
        if self.retold is not None:
            self.retold.tell(n, self.game, actor, window)

    def _misfit(self, n: int, side: Side, why: str) -> Fault:
        """An answer that cannot be given here.  If its player signed it, it is the game that is not the right one."""
        if n in self.vouched:
            text = _(
                "{name} signed this answer, and it does not fit the game that the seed deals ({why}): a card was"
                " exchanged."
            )
            return Fault(n, "deal", text.format(name=self.t.name(side), why=why))
        return Fault(n, "illegal", _("the answer does not fit the game that the seed deals: {why}.").format(why=why))

    def _next_update(self, n: int, body: AnsweredEntry | ResignedEntry) -> None:
        if body.update <= self.updates[body.side]:
            text = _("the answer names update {theirs}, and update {ours} was answered before.")
            raise Fault(n, "update", text.format(theirs=body.update, ours=self.updates[body.side]))
        self.updates[body.side] = body.update

    def _entitled(self, n: int, body: AnsweredEntry) -> None:
        """Whether who gave the answer could give it, and this one."""
        wrong = self._no_title(body)
        if wrong is not None:
            code, text = wrong
            raise Fault(n, code, text.format(name=self.t.name(body.side)))

    def _no_title(self, body: AnsweredEntry) -> tuple[Code, str] | None:
        terms, side, given = self.t.begun.terms, Side(body.side), body.given
        if given == "stand-in" and len(body.by) != PUBLIC:
            return "stand-in", _("it is not clear who answered for {name}.")
        if given == "player" and body.by != self._answering(side):
            return self._not_his(side, body)
        if given not in ("player", "stand-in") and body.by:
            return "stand-in", _("it is not clear who answered for {name}.")
        if given == "stand-in" and terms.absent != "bot":
            return "stand-in", _("by the terms of the table nobody could stand in for {name}.")
        if given == "nobody":
            return "stand-in", _("nobody gave this answer for {name}.")
        if given == "clock" and terms.bank == 0:
            return "clock", _("{name} is said to have had no time left, and there was no clock.")
        if given == "clock" and body.answer != plain(self.game.default(side)):
            return "clock", _("{name} had no time left, and this is not the default answer.")
        return self._not_ordered(body, side) if given == "order" else None

    def _answering(self, side: Side) -> bytes:
        """§26.2  The key of the partner who is asked; empty where it is who took the seat."""
        return self.t.player(side).answering(self.game.window(side))

    def _not_his(self, side: Side, body: AnsweredEntry) -> tuple[Code, str]:
        """Somebody answered whom the question was not for."""
        if not self.t.player(side).partner:
            return "stand-in", _("it is not clear who answered for {name}.")
        if not self.t.key(side, body.by):
            return "partner", _("this answer for the side of {name} is of somebody who does not share it.")
        if body.by:
            return "partner", _("the partner of {name} answered a question that was not his, but that of {name}.")
        return "partner", _("{name} answered a question that was not his, but that of his partner.")

    def _not_ordered(self, body: AnsweredEntry, side: Side) -> tuple[Code, str] | None:
        # §26.4: of two who share a side, those of whoever is asked
        orders = self.orders.get((side, self._answering(side)), ())
        if not orders:
            return "orders", _("the answer is said to be by a standing order, and {name} had given none.")
        answer = ordered(view(self.game, side), orders)
        if answer is None:
            return "orders", _("no standing order of {name} answers this question.")
        if plain(answer) != body.answer:
            return "orders", _("the standing orders of {name} give another answer.")
        return None

    def _rolled(self, n: int, body: AnsweredEntry) -> None:
        dice = tuple([event.faces for event in self.game.events or () if isinstance(event, Rolled)])
        if dice != body.dice:
            text = _("the dice were changed: the file has {theirs}, and the seed gives {ours}.")
            raise Fault(n, "dice", text.format(theirs=faces(body.dice), ours=faces(dice)))

    def _mixed(self, n: int, body: AnsweredEntry) -> None:
        """What lay in another order afterwards; format 1 does not tell it."""
        if self.t.begun.format > 1 and tuple(self.game.mixes or ()) != body.mixes:
            raise Fault(n, "mix", _("the cards were mixed otherwise: the file does not have what the seed gives."))

    def _same_events(self, n: int, digest: bytes) -> None:
        if events_digest(self.game.events or []) != digest:
            text = _("what came of this answer is not what the seed gives: a card was exchanged, or a rule was bent.")
            raise Fault(n, "deal", text)

    def _resigned(self, n: int, body: ResignedEntry) -> None:
        self._next_update(n, body)
        if body.given != "player":
            text = _("only {name} could resign.").format(name=self.t.name(body.side))
            raise Fault(n, "stand-in", text)
        self.game.events = []
        try:
            self.game.resign(Side(body.side))
        except IllegalAnswer as illegal:
            raise self._misfit(n, Side(body.side), str(illegal)) from None
        self._same_events(n, body.digest)
        self._tell(n, Side(body.side))

    def _ended(self, n: int, body: Ended) -> None:
        outcome = self.game.outcome
        if outcome is None:
            waiting = ", ".join([self.t.name(side) for side in SIDES if side in self.game.asked])
            text = _("the game is not over here, {names} must answer: its end was cut off, and another put there.")
            raise Fault(n, "cut", text.format(names=waiting))
        if (body.winner, body.reason, body.points) != (outcome.winner, outcome.reason, outcome.points):
            us, jp = outcome.points
            if outcome.winner is None:
                raise Fault(n, "outcome", _("the outcome is wrong: both had agreed to a draw."))
            text = _("the outcome is wrong: {name} wins the game, {us} to {jp} (US to Japan).")
            raise Fault(n, "outcome", text.format(name=self.t.name(outcome.winner), us=us, jp=jp))
        if position_digest(self.game) != body.digest:
            raise Fault(n, "position", _("the last position is not that of the game: a card lies elsewhere."))


def faces(dice: tuple[bytes, ...]) -> str:
    """Throws as people write them: "5513 2"."""
    shown = " ".join(["".join(map(str, throw)) for throw in dice])
    return shown[:SHOWN] or _("none")
