"""The commands that may be typed at any prompt, beside the answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.phrases import cause_phrase, side_name
from ironbottom.questions import Move, Shape
from ironbottom.views import SeenBase, SeenFormation, View
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Table
from ironbottom.words import CardId

from ..text.card_summary import NoSuchCard, found, in_few_words, left_of
from ..text.card_text import face
from ..text.opponent_view import opponents_view
from ..text.people.chat_presets import PHRASES, phrase_lines
from ..text.question import standing_orders as standing
from ..text.question.by_itself import SCOPES, comes_again, rule_text
from ..text.question.dry_run import would
from ..text.question.how_to import how_to
from ..text.question.menu import quoted, said
from ..text.question.odds import in_full
from ..text.rules.by_the_day import clock_lines
from ..text.rules.offering import ACCEPT, BY_KIND, DECLINE, OFFER, may_offer, offered_line
from ..text.rules.rulebook import below, paragraph_lines, rules_lines
from ..text.rules.table_rules import TableRules, title, turn_of
from ..text.rules.table_rules import whole as whole_rules
from ..text.sanitize import printed_name
from ..text.table_text import hand, headline, piles, short_table, table, turns_left
from . import clock_commands
from .answer_parser import Unclear, answer_of
from .intents import (
    AdviceIntent,
    CastIntent,
    ChatIntent,
    Give,
    MuteIntent,
    OfferIntent,
    OrdersIntent,
    Phrase,
    Print,
    Quit,
    ReplyIntent,
    Said,
    WarnIntent,
)
from .seat_state import ReaderSeat

TOLD = 20  # lines that `log` prints
STOP, ON, OFF = "stop", "on", "off"
TABLE = "table"
BORDERS = "┌┐└┘├┤─│"
RULE_STARTS = ("┌", "├", "└")

Run = Callable[[ReaderSeat, str], Said]


class PlainCommand(NamedTuple):
    """A word that may be typed, what may stand behind it, and what it does."""

    run: Run
    behind: str
    text: str


def printed(lines: Callable[[ReaderSeat, str], list[str]]) -> Run:
    """A command that only prints."""
    return lambda seat, rest: Print(tuple(seat.fitted(lines(seat, rest))))


def seen(lines: Callable[[ReaderSeat, View, str], list[str]]) -> Run:
    """A command that prints something of the table."""

    def run(seat: ReaderSeat, rest: str) -> list[str]:
        return [_("The table has not been seen yet.")] if seat.view is None else lines(seat, seat.view, rest)

    return printed(run)


def help_lines(seat: ReaderSeat, rest: str) -> list[str]:
    """All commands, and how the question that stands is answered."""
    lines = [_("Commands; the beginning of a word is enough where it is the only one:")]
    lines += [
        "  " + _("{command}: {what}").format(command=f"{name} {one.behind}".rstrip(), what=_(one.text))
        for name, one in COMMANDS.items()
    ]
    lines.append(_("Unseen enemy cards have letters: a letter stays as long as the card can be followed (§7.7)."))
    if seat.asked is not None:
        lines += [_("The question that stands:"), *seat.question()]
    return lines


def table_lines(seat: ReaderSeat, view: View, rest: str) -> list[str]:
    drawing = seat.drawing(view)
    lines = short_table(drawing) if rest.startswith("s") else table(drawing)
    return [*lines, *seat.waiting(view)]


def status_lines(seat: ReaderSeat, view: View, rest: str) -> list[str]:
    """Whose turn, which section, what can be done, how long it may last."""
    plays = None if view.viewer is None else _("You play {side}.").format(side=side_name(view.viewer))
    who = plays or phrase("seat.looking_on")
    lines = [who, *headline(seat.drawing(view)), *battle_lines(seat, view), *seat.waiting(view)]
    if seat.sent:
        lines.append(phrase("seat.on_its_way"))
    elif seat.menu is not None:
        lines += how_to(seat.menu)
    if seat.clocks is not None:
        lines += _clock_lines(seat.clocks, seat.table)
    if seat.orders:
        lines.append(_("Standing orders: {n}.").format(n=len(seat.orders)))
    return [*lines, *(turns_left(seat.drawing(view)) if _decks_end_it(seat, view) else ())]


def battle_lines(seat: ReaderSeat, view: View) -> list[str]:
    """Which battle it is, and how far it has come."""
    battle = seat.agreed.battle
    if battle is None or not view.turn:
        return []
    return [f"{title(battle)}: {turn_of(battle, view.turn)}."]


def _decks_end_it(seat: ReaderSeat, view: View) -> bool:
    """Whether a deck that is used up can end the game (§11.2, §24.3)."""
    draws = seat.agreed.battle is None or seat.agreed.battle.decks
    return draws and bool(view.turn) and view.outcome is None


def _clock_lines(clocks: tuple[int | None, int | None], table: Table | None) -> list[str]:
    lines: list[str] = []
    if table is not None and table.terms.pace:
        return clock_lines(table)
    for name, left in zip((_("US"), _("Japan")), clocks, strict=True):
        if left is not None:
            minutes, seconds = divmod(left // 1000, 60)
            lines.append(_("Time left for {side}: {minutes} min {seconds} s.").format(
                side=name, minutes=minutes, seconds=seconds
            ))
    return lines


def log_lines(seat: ReaderSeat, rest: str) -> list[str]:
    """The last things that were told."""
    word = rest.partition(" ")[0]
    n = int(word) if word.isascii() and word.isdigit() and len(word) < 6 else TOLD
    told = [line for line in seat.log if line]
    return told[-n:] if n and told else [_("Nothing has been told yet.")]


def why_lines(seat: ReaderSeat, rest: str) -> list[str]:
    """The paragraph behind the last refusal; without one, behind the question."""
    if seat.fault is not None:
        rule, sentence = seat.fault
        return [sentence, *_paragraph(rule)]
    if seat.menu is None:
        return [_("Nothing was refused, and you are not asked now.")]
    q = seat.menu.question
    return [
        _("You are asked because: {cause} (window {window}).").format(cause=cause_phrase(q), window=q.window),
        *_paragraph(q.rule),
    ]


def _paragraph(rule: str) -> list[str]:
    return (paragraph_lines(rule) or below(rule)) if rule else []


def rules_of(seat: ReaderSeat, rest: str) -> list[str]:
    """What this table is played by besides the rules; a paragraph; or the contents of the rulebook."""
    special = seat.agreed != TableRules()
    if rest.casefold() == TABLE or (special and not rest):
        return [*whole_rules(seat.agreed, seat.view), *([_("Type rules 17.2 for a paragraph.")] if special else [])]
    return rules_lines(rest)


def card_lines(seat: ReaderSeat, rest: str) -> list[str]:
    """A card as it is printed, and what it can do now."""
    if not rest:
        return [_("Type card and a name, or a part of one.")]
    cards = list(seat.naming.cards.values())
    try:
        card = found(rest, cards)
    except NoSuchCard as error:
        without, _space, letter = rest.rpartition(" ")
        if len(letter) != 1 or not without:
            return [str(error)]
        try:
            card = found(without, cards)  # "Zeke B"
        except NoSuchCard as again:
            return [str(again)]
    drawn = [line for line in face(card) if not line.startswith(RULE_STARTS)]
    return [
        _("{card}: {words}.").format(card=printed_name(card), words=in_few_words(card)),
        *[line.strip(BORDERS).strip() for line in drawn[1:]],
        *_on_table(seat, card.id),
    ]


def _on_table(seat: ReaderSeat, card: CardId) -> list[str]:
    """Where a card is now, as far as it is to be seen."""
    lines = []
    for token, (_side, row) in seat.naming.rows.items():
        cards = (row.lead, row.escort) if isinstance(row, SeenFormation) else (row.card,)
        if card not in cards or (not isinstance(row, SeenFormation | SeenBase) and not row.host):
            continue
        values = left_of(row) if isinstance(row, SeenFormation | SeenBase) else ""
        now = _("; now {values}").format(values=values) if values else ""
        lines.append(_("On the table: {card}{now}.").format(card=seat.naming.placed(token), now=now))
    return lines


def odds_lines(seat: ReaderSeat, rest: str) -> list[str]:
    """The odds of the question that stands, one by one."""
    menu = seat.menu
    if menu is None or not menu.question.odds:
        return [_("Nothing is to be rolled for in the question that stands.")]
    values = {one.value: one.name for one in (*menu.values, *menu.things)}
    lines = []
    for one in menu.question.odds:
        value = one.value
        target = values.get(value, "") if value is not None else ""
        card = seat.naming.token(one.card) if one.card else _("submarine")
        if isinstance(value, tuple) and not one.card:
            card, target = seat.naming.card(value[0]), seat.naming.token(value[1])
        name = _("{card}, {target}").format(card=card, target=target) if target else card
        lines.append(_("{card}: {odds}").format(card=name, odds=in_full(menu.question, one)))
    return lines


def undo(seat: ReaderSeat, rest: str) -> Said:
    """A step back, where the segment has one."""
    menu = seat.asked
    shape = menu.shape if menu is not None else None
    if menu is not None and isinstance(shape, Move) and "undo" in shape.words:
        seat.sent = True
        return Give(("undo",), tuple(seat.fitted([_("Your answer: {answer}.").format(answer=said(menu, ("undo",)))])))
    return Print(tuple(seat.fitted([nothing_to_undo(shape)])))


def nothing_to_undo(shape: Shape | None) -> str:
    """§20.5  Why no step is taken back."""
    if isinstance(shape, Move):
        return _("There is no step to take back here: none was taken, or it cannot be taken back (§14.2(1)).")
    return _("An answer is final when it is given; only steps of a private segment can be taken back (§20.5).")


def resign(seat: ReaderSeat, rest: str) -> Said:
    """Asks; the next line confirms."""
    if seat.view is None or seat.view.viewer is None or seat.view.outcome is not None:
        return Print(tuple(seat.fitted([_("You have no game to give up here.")])))
    seat.resigning = True
    return Print(tuple(seat.fitted([
        _("Do you give up the game? Type {yes} to resign; anything else goes on.").format(yes=quoted("yes"))
    ])))


def offer(seat: ReaderSeat, rest: str) -> Said:
    """Offer a draw, a pause, to go on, or to take an answer back; alone: what may be offered, and what stands."""
    word = "-".join(rest.casefold().split())
    if word in BY_KIND:
        return OfferIntent(word)
    standing = offered_line(seat.offers, seat.table, seat.place)
    kinds = [f"  {OFFER} {what}: {_(BY_KIND[what])}" for what in may_offer(seat.offers, seat.table, seat.place)]
    lines = [standing, how_to_reply()] if standing and seat.place >= 0 else [standing] if standing else kinds
    return Print(tuple(seat.fitted(lines or [phrase("server.no-offers")])))


def reply_to_offer(seat: ReaderSeat, rest: str, *, accept: bool) -> Said:
    """Accept what the other player offers, or decline it; of one's own it is withdrawn."""
    found = None if seat.offers is None else seat.offers.standing
    if found is None or seat.place < 0 or (accept and found.place == seat.place):
        return Print(tuple(seat.fitted([phrase("server.nothing-offered")])))
    return ReplyIntent(accept)


def how_to_reply() -> str:
    """What is typed to answer an offer."""
    return _("Type {accept} or {decline}; {decline} also withdraws your own offer.").format(
        accept=quoted(ACCEPT), decline=quoted(DECLINE)
    )


def chat(seat: ReaderSeat, rest: str) -> Said:
    """A line for everybody; alone: what was said, also before somebody came back."""
    if rest:
        return ChatIntent(rest)
    return Print(tuple(seat.fitted([*list(seat.talk)[-TOLD:], _("Type chat and what you want to say.")])))


def say(seat: ReaderSeat, rest: str) -> Said:
    """A canned phrase by its number, or the list of them."""
    if rest.isascii() and rest.isdigit() and len(rest) < 4 and 1 <= int(rest) <= len(PHRASES):
        return Phrase(int(rest))
    return Print(tuple(seat.fitted(phrase_lines())))


def mute(seat: ReaderSeat, rest: str) -> Said:
    seat.muted = True
    return MuteIntent(True, tuple(seat.fitted([_("You hear no chat any more; unmute brings it back.")])))


def unmute(seat: ReaderSeat, rest: str) -> Said:
    seat.muted = False
    return MuteIntent(False, tuple(seat.fitted([_("You hear chat again.")])))


def orders(seat: ReaderSeat, rest: str) -> Said:
    """List, add, remove or clear standing orders."""
    if seat.view is not None and seat.view.viewer is None:
        return Print(tuple(seat.fitted([_("Who looks on has no standing orders.")])))
    if not rest:
        return Print(tuple(seat.fitted([*_dry_run(seat), *standing.possible_lines(seat.agreed)])))
    try:
        seat.orders = standing.changed(rest, seat.orders, seat.agreed)
    except standing.BadOrder as error:
        return Print(tuple(seat.fitted([str(error)])))
    return OrdersIntent(seat.orders, tuple(seat.fitted(standing.given_lines(seat.orders))))


def _dry_run(seat: ReaderSeat) -> list[str]:
    """The orders in force, and below each what it would do now."""
    lines = standing.given_lines(seat.orders)
    if seat.view is None or not seat.orders:
        return lines
    head, *rows = lines
    view = seat.view
    each = zip(rows, seat.orders, strict=True)
    return [head, *[line for row, order in each for line in (row, f"    {would(order, view, seat.naming)}")]]


def repeat(seat: ReaderSeat, rest: str) -> Said:
    """Give an answer, and again without asking; list what is not asked again, or be asked again."""
    first, _space, typed = rest.partition(" ")
    if not first:
        return Print(tuple(seat.fitted(_repeated(seat))))
    if first == STOP:
        return Print(tuple(seat.fitted([_asked_again(seat, typed)])))
    scope = next((one for one in SCOPES if one == first), None)
    menu = seat.asked
    if scope is None or menu is None:
        return Print(tuple(seat.fitted([_usage() if scope is None else phrase("server.not-asked")])))
    if not comes_again(menu.question):
        return Print(tuple(seat.fitted([_("This is asked once; only what comes again in a fight can be repeated.")])))
    try:
        answer = answer_of(typed, menu)
    except Unclear as unclear:
        return Print(tuple(seat.fitted([str(unclear)])))
    if menu.shape.fault(answer) is not None:
        return Print(tuple(seat.fitted([_("A card is played once; say first what you answer without it.")])))
    seat.unasked.say(menu.question, scope, answer, seat.hand)
    seat.sent = True
    return Give(answer, tuple(seat.fitted([phrase("by_itself.rules"), f"  {_rules(seat)[-1]}"])))


def _rules(seat: ReaderSeat) -> list[str]:
    return [rule_text(rule, seat.naming) for rule in seat.unasked.rules]


def _repeated(seat: ReaderSeat) -> list[str]:
    """What is not asked again, and how that is said."""
    rules = [f"  {i} {text}" for i, text in enumerate(_rules(seat), 1)]
    sole = [phrase("by_itself.setting") + "."] if seat.unasked.sole else []
    return [*sole, *([phrase("by_itself.rules"), *rules] if rules else [phrase("by_itself.no_rules")]), _usage()]


def _usage() -> str:
    return _("Type {battle}, {turn} or {change} and your answer to have it repeated; {stop} to be asked again.").format(
        battle=quoted("repeat battle"), turn=quoted("repeat turn"), change=quoted("repeat change"),
        stop=quoted("repeat stop 1"),
    )


def _asked_again(seat: ReaderSeat, typed: str) -> str:
    n = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else len(seat.unasked.rules)
    rules = _rules(seat)
    if not 1 <= n <= len(rules):
        return phrase("by_itself.no_rules") if not rules else _usage()
    seat.unasked.take_back(n - 1)
    return phrase("by_itself.take_back", rule=rules[n - 1])


def sole(seat: ReaderSeat, rest: str) -> Said:
    """Whether one legal answer is given by itself."""
    if rest in (ON, OFF):
        seat.unasked.sole = rest == ON
    now = quoted(ON if seat.unasked.sole else OFF)
    return Print(tuple(seat.fitted([f"{phrase('by_itself.setting')}: {now}."])))


def leave(seat: ReaderSeat, rest: str) -> Said:
    return Quit(tuple(seat.fitted([_("The game is kept; ironbottom resume takes it up again.")])))


def advise(seat: ReaderSeat, rest: str) -> Said:
    """Ask the adviser; with a number, give the answer of that number."""
    if not seat.may_ask:
        return Print((phrase("server.no-consent"),))
    if seat.asked is None:
        return Print((phrase("server.not-asked"),))
    if not rest:
        return AdviceIntent((phrase("advice.thinking"),))
    n = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else 0
    if not 0 < n <= len(seat.advice):
        text = _("Type advise alone for advice; then advise 1, or another of its numbers, gives that answer.")
        return Print((text,))
    answer = seat.advice[n - 1]
    return Give(answer, tuple(seat.fitted([said(seat.asked, answer) or phrase("rows.nothing")])))


def both_hands(seat: ReaderSeat, rest: str) -> Said:
    """For who looks on, where both players agreed to it."""
    if seat.late:
        return CastIntent()
    return Print(tuple(seat.fitted([phrase("cast.none")])))


def warn(seat: ReaderSeat, rest: str) -> Said:
    """Ask before an answer that loses much, or no longer."""
    if rest not in (ON, OFF):
        now = _("You are warned of blunders.") if seat.warns else _("You are not warned of blunders.")
        return Print((now, _("Type warn on or warn off.")))
    seat.warns = rest == ON
    text = _("Before an answer that seems to lose more than 8 % you are asked once; the same answer again gives it.")
    return WarnIntent(seat.warns, (text if seat.warns else _("You are not warned of blunders."),))


COMMANDS: dict[str, PlainCommand] = {
    "help": PlainCommand(printed(help_lines), "", N_("this list; also ?")),
    "question": PlainCommand(printed(lambda seat, rest: seat.question()), "", N_("the question again, whole")),
    "table": PlainCommand(seen(table_lines), N_("[short]"), N_("everything that lies on the table")),
    "status": PlainCommand(seen(status_lines), "", N_("whose turn it is, what you can do, how long it may last")),
    "log": PlainCommand(printed(log_lines), "[N]", N_("the last things that happened")),
    "why": PlainCommand(printed(why_lines), "", N_("the rule behind the last refusal, or behind the question")),
    "rules": PlainCommand(
        printed(rules_of), N_("17.2"), N_("a paragraph; rules search WORDS finds some, rules table those of this table")
    ),
    "card": PlainCommand(printed(card_lines), N_("NAME"), N_("a card, by its name or a part of it")),
    "odds": PlainCommand(printed(odds_lines), "", N_("the odds of what you are asked")),
    "advise": PlainCommand(
        advise, "[N]", N_("what an adviser would do, where a bot is your opponent or both agreed; advise 1 gives it")
    ),
    "warn": PlainCommand(warn, N_("[on, off]"), N_("whether you are asked before an answer that loses much")),
    "hand": PlainCommand(seen(lambda seat, view, rest: hand(seat.drawing(view))), "", N_("your hand")),
    "both": PlainCommand(
        both_hands, "", N_("both hands some turns late, where the players show them to who looks on")
    ),
    "piles": PlainCommand(
        seen(lambda seat, view, rest: piles(seat.drawing(view))), "", N_("discards and victory piles")
    ),
    "opponent": PlainCommand(
        seen(lambda seat, view, rest: opponents_view(seat.drawing(view))),
        "",
        N_("what your opponent sees of your side; also: what does my opponent see"),
    ),
    "undo": PlainCommand(undo, "", N_("take the last step back, in a private segment")),
    OFFER: PlainCommand(
        offer, N_("[draw, pause, go-on, takeback]"), N_("offer it to the other player; offer alone lists what can be")
    ),
    ACCEPT: PlainCommand(partial(reply_to_offer, accept=True), "", N_("accept what the other player offers")),
    DECLINE: PlainCommand(
        partial(reply_to_offer, accept=False), "", N_("decline what you are offered, or withdraw your own offer")
    ),
    "resign": PlainCommand(resign, "", N_("give up the game")),
    "chat": PlainCommand(chat, N_("TEXT"), N_("say something to the table; chat alone tells what was said")),
    "say": PlainCommand(say, "N", N_("say a phrase by its number; say alone lists them")),
    "mute": PlainCommand(mute, "", N_("hear no chat")),
    "unmute": PlainCommand(unmute, "", N_("hear chat again")),
    "clock": PlainCommand(clock_commands.clock, "", N_("how both stand with their time, in a game by the day")),
    "hours": PlainCommand(clock_commands.hours, N_("[18 Asia/Tokyo]"), N_("from when on your clock runs in each day")),
    "vacation": PlainCommand(clock_commands.vacation, N_("[on, off]"), N_("let your clock stand still, or run again")),
    "orders": PlainCommand(orders, N_("[add 2 window 9 | usual]"), N_("standing orders; orders alone lists them")),
    "repeat": PlainCommand(repeat, N_("[battle 2]"), N_("give an answer, and again unasked; alone lists them")),
    "sole": PlainCommand(sole, N_("[on, off]"), N_("whether one legal answer is given by itself")),
    "quit": PlainCommand(leave, "", N_("leave; the game is kept")),
}


def whole(word: str) -> str:
    """The command that a word names in full; "" for none."""
    word = word.casefold()
    if word == "?":
        return "help"
    if word == "what":
        return "opponent"
    return word if word in COMMANDS else ""


def begun(word: str) -> list[str]:
    """The commands that begin with a word."""
    return [name for name in COMMANDS if word and name.startswith(word.casefold())]
