"""Games in a browser: what `--web` means behind play, host, join, resume and replay.

The page is served by a process of ours on this computer, a server or a companion; it has its own key and keeps its own
seats.  So a command only sees that the process runs, that a browser is opened, and that the page has the same address
the next time.  It stays until Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NoReturn, Protocol
from urllib.parse import quote, urlencode

from msgspec.structs import replace

from ironbottom.battle_link import is_link, letters_of
from ironbottom.battle_sheet import battle_names
from ironbottom.language import ENGLISH, LANGUAGES, Reader, _
from ironbottom.wire.invite import Invite

from ..bots.players import BOTS
from ..bots.registry import BotFault, made, maker
from ..console.errors import UserError
from ..console.output import complain, say
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..net.discovery import HERE, own_addresses
from ..net.reconnecting_client import Endpoint, reach
from ..storage import identity, seat_store, web_profiles
from ..storage.card_sets import chosen
from ..storage.identity import Identity
from ..storage.seat_store import OwnServer
from ..storage.web_profiles import PORT, HeldSeat, WebProfile
from ..text.rules.campaigns import named
from . import host_game, join_game, seat_reservation
from .alone.local_game import prepared
from .alone.what_if_game import moment, moments_of
from .player import DONE, Person
from .processes.proxy_process import ProxyProcess
from .processes.subprocesses import FolderInUse, PortTaken
from .processes.supervisor import Supervisor
from .table_options import cards_folder, cards_name, without_bids

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # one of them is there where a browser can be opened
SHOWN = 3  # links for a friend
RECORD = ".jsonl"  # how a record ends that is no transcript
ANSWER = 3.0  # seconds for a page that is there


class Served(Protocol):
    """Whatever serves the page."""

    @property
    def log(self) -> Path: ...
    async def gone(self) -> str: ...  # why it is given up


def run(command: str, args: argparse.Namespace) -> int:
    """`ironbottom play --web`, and the like."""
    return run_command(COMMANDS[command](args))


# play, replay


async def play(args: argparse.Namespace) -> int:
    """A game against a bot: the page makes the table and calls the bot."""
    maker(args.bot)
    folder = identity.home()
    me = await asyncio.to_thread(prepared, folder, args)
    if args.team and args.battle and is_link(args.battle):
        raise UserError(_("With a partner a battle is played on the page by its name or its file: give one of these "
                          "with --battle, or leave out --team."))
    _look_at_bot(args)
    cards = cards_folder(args.set)
    profile = _own_profile(folder, _page_name(cards, shared=bool(args.team)), cards, args.bot)
    profile = _with_battle(_for_partner(profile) if args.team else profile, args)
    wanted = {"bot": args.bot, "side": args.side, "set": cards_name(args.set)} | _special(args) | _team(args)
    if args.battle and is_link(args.battle):  # the page shows it, to be played or changed there
        return await _stay_at(folder, profile, known_as(me, _to_own_battle(args)))
    return await _stay_at(folder, profile, known_as(me, urlencode(wanted | _practice(args))))


def _to_own_battle(args: argparse.Namespace) -> str:
    """A battle that comes as a link, and how it is to be played if nobody chooses otherwise there."""
    wanted = {"own-battle": letters_of(args.battle), "against": args.bot, "as": args.side}
    words = args.agreed.words
    return urlencode(wanted | ({"rules": ",".join(words)} if words else {}) | _practice(args))


def _team(args: argparse.Namespace) -> dict[str, str]:
    """What we command beside a partner, and what is done for who is away."""
    return {"team": args.command, "absent": args.absent} if args.team else {}


def _practice(args: argparse.Namespace) -> dict[str, str]:
    """The seed and the advice of a game against a bot."""
    seed = {} if args.seed is None else {"seed": args.seed.hex().lstrip("0") or "0"}
    return seed | ({"advice": "on"} if args.advice else {})


async def hotseat(args: argparse.Namespace) -> int:
    """Two at one screen: the page makes the table and takes both seats."""
    if args.battle and is_link(args.battle):
        raise UserError(_("Two at one page play a battle by its name or its file: give one of these with --battle, or "
                          "leave out --web."))
    folder = identity.home()
    args.name = None
    me = await asyncio.to_thread(prepared, folder, args)
    without_bids(args.agreed)
    cards = cards_folder(args.set)
    profile = _with_battle(_own_profile(folder, _page_name(cards), cards, next(iter(BOTS))), args)
    wanted = {"bot": "hotseat", "side": args.side, "set": cards_name(args.set)} | _special(args)
    wanted |= {"players": ",".join(args.players)} if args.players else {}
    wanted |= {"every": "on"} if args.every_question else {}
    wanted |= {"consent": "on"} if args.advice else {}
    wanted |= {} if args.seed is None else {"seed": args.seed.hex().lstrip("0") or "0"}
    return await _stay_at(folder, profile, known_as(me, urlencode(wanted, quote_via=quote)))


def _page_name(cards: str, *, shared: bool = False) -> str:
    """What the page with these cards is kept by; one that a partner can reach has a name of its own."""
    return ("team" if shared else "play") + ("" if not cards else f"-{sha256(cards.encode()).hexdigest()[:8]}")


def _for_partner(profile: WebProfile) -> WebProfile:
    """A page that others find on the network, on a port of its own."""
    assert profile.own is not None
    if profile.own.everywhere:
        return profile
    return replace(profile, port=0, own=replace(profile.own, everywhere=True, announce=False, port=0))


def _with_battle(profile: WebProfile, args: argparse.Namespace) -> WebProfile:
    """A battle of one's own is offered by the server of the page, which sends only its name."""
    assert profile.own is not None
    files = args.battle and args.battle not in battle_names() and not is_link(args.battle)
    own = (str(Path(args.battle).resolve()),) if files else ()
    return replace(profile, own=replace(profile.own, battles=own))


def _special(args: argparse.Namespace) -> dict[str, str]:
    """Optional rules and battle, for the page."""
    words, battle = args.agreed.words, args.agreed.battle
    return ({"options": ",".join(words)} if words else {}) | ({} if battle is None else {"battle": named(battle)})


def _look_at_bot(args: argparse.Namespace) -> None:
    """A bot of one's own is made once, here: on the page nobody would read what is wrong with it.  Raises BotFault."""
    if args.bot not in BOTS:
        made(args.bot, chosen(args.set), Random(0))


def _own_profile(folder: Path, name: str, cards: str, bot: str) -> WebProfile:
    """Where one plays against bots; with cards of one's own, a profile for those."""
    own_bots = () if bot in BOTS else (bot,)
    before = web_profiles.known(folder, name)
    if before is not None and before.own is not None:
        known = (*before.own.own_bots, *own_bots)
        return replace(before, own=replace(before.own, own_bots=tuple(dict.fromkeys(known))))
    port = 0 if cards else PORT
    own = OwnServer(web_profiles.data(folder, name), port=port, cards=cards, own_bots=own_bots)
    return WebProfile(name, "play", port, own=own)


async def _stay_at(folder: Path, profile: WebProfile, fragment: str) -> int:
    """Bring up a server of ours, and its page; where it is up already, the page alone."""
    assert profile.own is not None
    _tell_of_lost_bots(profile.own)
    async with AsyncExitStack() as stack:
        try:
            own = replace(profile.own, port=profile.port, keeps=profile.how == "play")
            supervisor = await _up(stack, profile, own)
        except FolderInUse:
            return _open_already(profile, fragment)
        web_profiles.keep(folder, profile, supervisor.port)
        show(page(supervisor.port, fragment))
        if own.everywhere:
            say([_readable_by_others()])
        await stay(supervisor)


def _tell_of_lost_bots(own: OwnServer) -> None:
    """Games against a bot of one's own go on where it can be found; all others do anyhow."""
    for bot in own.own_bots:
        try:
            maker(bot)
        except BotFault as fault:
            complain(fault)


async def _up(stack: AsyncExitStack, profile: WebProfile, own: OwnServer) -> Supervisor:
    """On its usual port, or on any that is free: whoever has games at the usual one is told so."""
    try:
        return await stack.enter_async_context(Supervisor(own))
    except PortTaken:
        text = _("Port {port} is taken by another program: the page has another address this time, and does not show "
                 "the games that were begun at the usual one.")
        if profile.used:
            say([text.format(port=own.port)])
        return await stack.enter_async_context(Supervisor(replace(own, port=0)))


def _open_already(profile: WebProfile, fragment: str) -> int:
    """Another terminal has brought it up."""
    say([_("Another command of yours serves that page already; it must stay for as long as you play.")])
    _open(page(profile.at, fragment))
    return DONE


def replay(file: str, cards: str | None, bot: str | None) -> int:
    """`ironbottom replay --web`; whoever plays on there meets `bot`, if nobody else is chosen."""
    return run_command(_replay(file, cards, f"replay=REPLAY&against={bot}" if bot else "replay=REPLAY", bot))


def what_if(args: argparse.Namespace) -> int:
    """`ironbottom whatif --web`."""
    return run_command(_what_if(args))


async def _what_if(args: argparse.Namespace) -> NoReturn:
    """The finished game on the page, at that moment, with the choices made; the page begins it."""
    maker(args.bot)
    moments = await asyncio.to_thread(moments_of, args.file, args.set)
    at = moment(moments, args.at, args.turn)
    choices = ",".join([args.knows, args.dice, args.side, args.bot])
    seed = "" if args.seed is None else f",{args.seed.hex().lstrip('0') or '0'}"
    await _replay(args.file, args.set, f"replay=REPLAY&answers={at}&play-on={choices}{seed}", args.bot)


async def _replay(file: str, cards: str | None, fragment: str, bot: str | None) -> NoReturn:
    """A finished game, on the page; nothing of it is kept."""
    path = Path(file)
    if not path.is_file():
        raise UserError(_("{file}: found no file to read; allowed is a transcript (GAME.ibss).").format(file=file))
    if path.suffix == RECORD:
        text = _("{file} is a record of `ironbottom selfplay`, which no page shows: leave out --web.")
        raise UserError(text.format(file=file))
    with TemporaryDirectory(prefix="ironbottom-") as folder:
        own_bots = (bot,) if bot and bot not in BOTS else ()
        own = OwnServer(
            Path(folder), replay=str(path.resolve()), cards=cards_folder(cards) if cards else "", own_bots=own_bots
        )
        async with Supervisor(own) as supervisor:
            _open(page(supervisor.port, fragment))
            say([_("Leave this command running while you look; Ctrl-C ends it.")])
            await _until_gone(supervisor)


# host


async def host(args: argparse.Namespace) -> int:
    """A table for a friend, who comes by a link, or by the invite."""
    folder = identity.home()
    me = await asyncio.to_thread(prepared, folder, args)
    if args.at:
        return await _host_elsewhere(args, folder, me)
    own = host_game.own_server(folder, args)
    async with AsyncExitStack() as stack:
        supervisor = await host_game.up(stack, own)
        held = await seat_reservation.make(supervisor.endpoint, me, host_game.terms_of(args))
        own = replace(supervisor.own, port=supervisor.port)
        profile = web_profiles.keep(folder, WebProfile(own.data.name, "host", own=own, held=held), supervisor.port)
        return await _hosted(folder, me, profile, supervisor)


async def _hosted(folder: Path, me: Identity, profile: WebProfile, supervisor: Supervisor) -> int:
    """Tell both how they come to the table, and keep it until both are there."""
    assert profile.held is not None
    await host_game.tell(supervisor, profile.held.table, profile.held.secret)
    say(links_for_friend(supervisor.own, supervisor.port, profile.held))
    show(page(supervisor.port, known_as(me, to_join(profile.held))))
    await stay(supervisor, _filled(folder, me, profile, supervisor.endpoint))


async def _filled(folder: Path, me: Identity, profile: WebProfile, endpoint: Endpoint) -> None:
    """Keep our seat for the page; when both seats of the table are taken there is nothing to keep any more."""
    assert profile.held is not None
    await seat_reservation.keep_free(endpoint, me, profile.held)
    web_profiles.keep(folder, replace(profile, held=None))


def links_for_friend(own: OwnServer, port: int, held: HeldSeat) -> list[str]:
    """By which a friend on the same network needs nothing but a browser."""
    fragment = to_join(replace(held, side="either"))
    if own.public:
        return [_("Or he opens a link in his browser and needs nothing else:"), f"{own.public}#{fragment}",
                *([] if own.public.startswith("https:") else [_readable()])]
    found = [address for address in own_addresses(port, own.addresses) if address.host != HERE]
    addresses = [address for address in found if ":" not in address.host][:SHOWN]
    if not addresses:
        text = _("This computer has no address on a network that a link could lead to: connect it, or say with "
                 "--public where your friend finds the page.")
        return [text]
    return [
        _("Or, on this network, he opens a link in his browser and needs nothing else:"),
        *[page(port, fragment, address.host) for address in addresses],
        _readable(),
    ]


def _readable_by_others() -> str:
    return _("Your partner comes by the link, or the invite, that the page shows.  The link is plain HTTP: whoever can "
             "listen on this network can read that game; the invite is safe from that.")


def _readable() -> str:
    return _(
        "The link is plain HTTP: whoever can listen on this network can read that game, his cards too.  The invite "
        "is safe from that: ironbottom join INVITE --web"
    )


async def _host_elsewhere(args: argparse.Namespace, folder: Path, me: Identity) -> int:
    """A table on somebody else's server, for a page here."""
    endpoint = await host_game.elsewhere(args, Person(folder, me, StdinLines()))
    held = await seat_reservation.make(endpoint, me, replace(host_game.terms_of(args), cards=args.set))
    profile = replace(_upstream_profile(endpoint), held=held)
    assert endpoint.pin is not None
    say([*host_game.shown_invite(Invite(held.table, held.secret, endpoint.pin, endpoint.addresses)), ""])
    return await _accompanied(folder, me, profile, endpoint, to_join(held))


# join


async def join(args: argparse.Namespace) -> int:
    """A seat at a friend's table, for a page here."""
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), StdinLines())
    async with join_game.way_in(args, person) as (invite, lasting):
        if seat_store.at(folder, invite.pin, invite.table) is not None and not args.watch:
            raise UserError(_("You sit at that table already, in the terminal: go on with `ironbottom resume`."))
        endpoint = Endpoint(invite.addresses, invite.pin)
        await (await reach(endpoint)).close()  # what is wrong is best said here, before a browser opens
        profile = _upstream_profile(endpoint)
        profile = profile if lasting else replace(profile, addresses=())
        return await _accompanied(folder, person.me, profile, endpoint, _wanted(invite, args))


def _wanted(invite: Invite, args: argparse.Namespace) -> str:
    """Where the page is to go; without a table to its own list of them."""
    if not invite.table:
        return ""
    if args.watch:
        return f"watch={invite.table}:{for_link(invite.secret)}"
    return to_join(HeldSeat(invite.table, b"", invite.secret, args.side))


def _upstream_profile(endpoint: Endpoint) -> WebProfile:
    assert endpoint.pin is not None
    return WebProfile(f"join-{endpoint.pin.hex()}", "join", pin=endpoint.pin, addresses=endpoint.addresses)


async def _accompanied(folder: Path, me: Identity, profile: WebProfile, endpoint: Endpoint, fragment: str) -> int:
    before = web_profiles.known(folder, profile.name) or profile
    if profile.held is None and await _is_there(before):
        return _open_already(before, known_as(me, fragment))
    async with ProxyProcess(endpoint, web_profiles.data(folder, profile.name), before.port) as companion:
        saved = web_profiles.keep(folder, replace(profile, port=before.port, used=before.used), companion.port)
        show(page(companion.port, known_as(me, fragment)))
        holds = () if saved.held is None else (_filled(folder, me, saved, endpoint),)
        await stay(companion, *holds)


async def _is_there(profile: WebProfile) -> bool:
    """Whether another command serves the page for that server."""
    try:
        async with asyncio.timeout(ANSWER):
            reader, writer = await asyncio.open_connection(HERE, profile.at)
            writer.write(b"GET /here.json HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            told = await reader.read()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return b64encode(profile.pin) in told


# resume


async def resume(folder: Path, profile: WebProfile) -> int:
    """Bring a page back to where it was; it knows its games itself."""
    if profile.own is None:
        if not profile.addresses:
            raise UserError(
                _(
                    "This game was reached with a spoken code, which works once: ask your friend for a new one "
                    "and type `ironbottom join` with it."
                )
            )
        fragment = "" if profile.held is None else to_join(profile.held)
        endpoint = Endpoint(profile.addresses, profile.pin)
        return await _accompanied(folder, identity.me(folder), profile, endpoint, fragment)
    if profile.held is None:
        return await _stay_at(folder, profile, "")
    async with Supervisor(profile.own, again=True) as supervisor:
        return await _hosted(folder, identity.me(folder), profile, supervisor)


def line(n: int, profile: WebProfile) -> str:
    """A profile in the list."""
    if profile.how == "play" and profile.own is not None and profile.own.everywhere:
        return _("{n}  beside a partner, against bots").format(n=n)
    if profile.how == "play":
        return _("{n}  against bots, on this computer").format(n=n)
    if profile.own is not None:
        return _("{n}  at your own tables, on port {port}").format(n=n, port=profile.port)
    where = ", ".join([address.host for address in profile.addresses[:SHOWN]])
    return _("{n}  on the server at {where}").format(n=n, where=where or _("the end of a spoken code"))


# the page


def page(port: int, fragment: str = "", host: str = HERE) -> str:
    """The link to a page."""
    return f"http://{host}:{port}/" + (f"#{fragment}" if fragment else "")


def known_as(me: Identity, fragment: str) -> str:
    """The same for a page that is new: it takes over the name that we have."""
    return "&".join([*([fragment] if fragment else []), f"name={quote(me.name, safe='')}"])


def to_join(held: HeldSeat) -> str:
    """What stands behind the # for who takes a seat."""
    side = "" if held.side == "either" else f"&side={held.side}"
    return f"join={held.table}:{for_link(held.secret)}{side}"


def for_link(secret: bytes) -> str:
    """A secret as it stands in a link."""
    return urlsafe_b64encode(secret).decode().rstrip("=")


def show(link: str) -> None:
    """Open the page, and say how long it is there."""
    _open(link)
    say([_("Leave this command running while you play; Ctrl-C ends it, and the game is kept.")])


def in_our_language(link: str) -> str:
    """The page speaks as we do; in English it goes by its own settings, or by those of the browser."""
    if Reader.language.startswith(ENGLISH) or Reader.language[:2] not in LANGUAGES:
        return link
    return f"{link}{'&' if '#' in link else '#'}lang={Reader.language[:2]}"


def _open(link: str) -> None:
    """The link is printed whatever happens: not every computer has a browser that can be opened."""
    link = in_our_language(link)
    opens = sys.platform in ("win32", "darwin") or any(map(os.environ.get, SCREENS))
    say([_("A browser opens; if none does, open this link yourself:") if opens else _("Open this link in a browser:")])
    print(link, flush=True)
    if opens:
        Thread(target=webbrowser.open, args=(link,), daemon=True).start()


async def stay(served: Served, *beside: Awaitable[None]) -> NoReturn:
    """Until Ctrl-C."""
    try:
        await asyncio.gather(_until_gone(served), *beside)
    except asyncio.CancelledError:
        say(["", resume_hint()])
        raise
    raise AssertionError("it ends with an exception")


async def _until_gone(served: Served) -> NoReturn:
    why = await served.gone()
    text = _("What serves the page has stopped, and is not started again: {why}  More may stand in {path}.")
    raise UserError(text.format(why=why, path=served.log))


def resume_hint() -> str:
    """What somebody reads who ends the command."""
    return _("The game is kept.  Go on with `ironbottom resume --web`.")


COMMANDS = {"play": play, "host": host, "join": join, "hotseat": hotseat}
