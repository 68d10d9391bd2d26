"""`ironbottom cup` for the host of a server: cups are made, begun, ended, and helped on where nobody plays."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from ironbottom.battle import Battle
from ironbottom.battle_link import battle_in, is_link
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import CardError
from ironbottom.language import _
from ironbottom.options import OptionError, options
from ironbottom.vocabulary import phrase
from ironbottom.wire.cups import MOST_ENTRANTS, Cup
from ironbottom.wire.pace import DAY, HOUR, MOST, PaceTerms
from ironbottom.wire.terms import Terms

from ..runtime.settings import CannotServe
from .command import a_path, default_data
from .cup_requests import (
    CupOrder,
    DecideGame,
    EndCup,
    ListAllCups,
    MakeCup,
    StartCup,
    WithdrawPlayer,
    ask_for,
)

DONE, FAILED = 0, 1
RESULTS = {"us": 1.0, "jp": 0.0, "draw": 0.5}
LONG = 3_000  # bytes of a battle with its history, which is left out then


def add_acts(acts: Any) -> None:
    """Add what the host does to the commands of `ironbottom cup`."""
    _add_make(_act(acts, "make", _("Make a cup on a server of yours, which runs.")))
    _act(acts, "list", _("List the cups of a server of yours, with the games that are open."))
    start = _act(acts, "start", _("Begin a cup now; nobody enters it any more."))
    withdraw = _act(acts, "withdraw", _("Take a player out of a cup: his open games are his opponents'."))
    decide = _act(acts, "decide", _("Decide an open game that nobody plays."))
    end = _act(acts, "end", _("End a cup as it stands."))
    for one in (start, withdraw, decide, end):
        one.add_argument("cup", metavar="CUP", help=_("the letters of the cup, as `ironbottom cup list` tells them"))
    withdraw.add_argument("who", metavar="WHO", help=_("the name of the player, or the letters of his key"))
    decide.add_argument("game", type=_small, metavar="GAME", help=_("the number of the game"))
    decide.add_argument("result", choices=tuple(RESULTS), help=_("who has won it"))


def _act(acts: Any, name: str, about: str) -> argparse.ArgumentParser:
    one: argparse.ArgumentParser = acts.add_parser(name, help=about, description=about)
    default = _("the folder of the server (default: as of `serve`)")
    one.add_argument("--data", type=a_path, metavar="DIR", help=default)
    one.set_defaults(run=run, act=name)
    return one


def _add_make(make: argparse.ArgumentParser) -> None:
    option = make.add_argument
    option("title", metavar="NAME", help=_("what it is called"))
    option("--kind", choices=("round-robin", "knock-out"), default="round-robin",
           help=_("everybody against everybody, or out after a lost tie (default: round-robin)"))
    option("--games", type=int, choices=(1, 2), default=2,
           help=_("games of each pair in a round-robin; of two each side has one (default: 2; a tie of a knock-out has "
                  "two, and a third if it must)"))
    option("--players", type=_small, default=MOST_ENTRANTS, metavar="N",
           help=_("players at most, 2 to {most} (default: {most})").format(most=MOST_ENTRANTS))
    option("--open", type=_small, default=7, metavar="DAYS", help=_("days in which one may enter (default: 7)"))
    option("--round", type=_small, default=7, metavar="DAYS",
           help=_("days in which the games of a round must be begun; who does not come has lost (default: 7)"))
    option("--set", default="core", metavar="NAME", help=_("the card set (default: core)"))
    about = _("an optional rule, with its figure as fuel:24; may be given again (`ironbottom options` lists them)")
    option("--option", action="append", default=[], dest="options", metavar="WORD", help=about)
    option("--battle", metavar="NAME",
           help=_("a historical battle in place of a whole game (`ironbottom battles list`), or a file with one"))
    option("--rated", action="store_true", help=phrase("special.rated"))
    option("--draws", action="store_true", help=_("two players may agree to a draw"))
    option("--no-spectators", dest="spectators", action="store_false", help=phrase("terms.nobody_looks_on"))
    _add_clocks(make)


def _add_clocks(make: argparse.ArgumentParser) -> None:
    option = make.add_argument_group(_("the clocks")).add_argument
    option("--bank", type=_small, default=0, metavar="MIN",
           help=_("minutes of thinking for each side, in place of days; at the end of its round a game that is not "
                  "over is lost by whom it waits for"))
    option("--days", type=_small, default=5, metavar="N",
           help=_("days of thinking for each side at the beginning, 1 to 60 (default: 5)"))
    option("--added", type=_small, default=12, metavar="HOURS",
           help=_("hours that a side gets at each of its turns (default: 12)"))
    option("--hours", type=_small, default=24, metavar="N",
           help=_("hours of each day in which the clock of a player runs; he says from when on (default: 24)"))
    option("--vacation", type=_small, default=0, metavar="DAYS",
           help=_("days of vacation that each player may take (default: 0)"))


def _small(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= 1_440):
        wrong = _("found {text}; allowed is a whole number from {least} to {most}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:20]), least=0, most=1_440))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Do it, or say in one sentence why not."""
    try:
        found = ask_for(args.data or default_data(), _order(args))
    except (CannotServe, CardError, OptionError) as why:
        return _failed(str(why))
    except OSError as error:
        return _failed(_("{path}: {why}.").format(path=error.filename, why=error.strerror or error))
    print("\n".join([line for cup in found for line in lines(cup)]) or _("There is no cup here."))
    return DONE


def _order(args: argparse.Namespace) -> CupOrder:
    if args.act == "make":
        opens = args.open * DAY
        return MakeCup(args.title, args.kind, args.games, _terms(args), args.players, opens, args.round)
    if args.act == "withdraw":
        return WithdrawPlayer(args.cup, args.who)
    if args.act == "decide":
        return DecideGame(args.cup, args.game, RESULTS[args.result])
    if args.act == "list":
        return ListAllCups()
    return StartCup(args.cup) if args.act == "start" else EndCup(args.cup)


def _terms(args: argparse.Namespace) -> Terms:
    """Of all games of a cup.  Raises CardError, OptionError, OSError and CupError."""
    battle = _battle(args.battle) if args.battle else None
    more: dict[str, Any] = {"rated": True} if args.rated else {}
    if words := options(args.options).words:
        more["options"] = words
    if battle is not None:
        more["battle"] = battle
    if args.draws:
        more["offers"] = ("draw",)
    if not args.bank:
        more["pace"] = _pace(args)
    cards = battle.set if battle is not None and args.set == "core" else args.set
    return Terms(cards=cards, absent="clock", bank=60 * args.bank, spectators=args.spectators, **more)


def _pace(args: argparse.Namespace) -> PaceTerms:
    """Raises CannotServe."""
    made = PaceTerms(args.days * DAY, args.added * HOUR, min(2 * args.days, MOST) * DAY, args.hours, args.vacation)
    try:
        return msgspec.json.decode(msgspec.json.encode(made), type=PaceTerms)
    except msgspec.ValidationError:
        raise CannotServe(_("The clocks need 1 to 60 days, 1 to 24 hours of each day and 60 days of vacation at "
                            "most.")) from None


def _battle(name: str) -> Battle:
    """A battle of the project, of a link or of a file.  Raises CardError and OSError."""
    if is_link(name):
        battle = battle_in(name)
    else:
        text = battle_text(name) if name in battle_names() else Path(name).read_text("utf-8")
        battle = read_battle(text, name)
    return battle if len(msgspec.json.encode(battle)) <= LONG else battle.without_history


def lines(cup: Cup) -> list[str]:
    """A cup, and its games that are open, line by line."""
    line = cup.line
    states = {
        "open": phrase("cup.closes", when=_moment(line.closes)),
        "running": phrase("cup.in_round", n=line.round, of=line.rounds), "over": phrase("cup.over"),
    }
    told = [f"{line.cup}  {line.title}  {phrase(f'cup_kinds.{line.kind}')}, {states[line.state]}"]
    told += [f"    {player.name}  {player.key}" for player in cup.players] if line.state == "open" else []
    for game in [one for one in cup.games if one.ending is None and line.state == "running"]:
        text = _("    game {n}: {us} (US) against {jp} (Japan), table {table}, to be begun until {when}")
        us, jp = cup.players[game.us].name, cup.players[game.jp].name
        told.append(text.format(n=game.n, us=us, jp=jp, table=game.table, when=_moment(game.due)))
    return told


def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return FAILED
