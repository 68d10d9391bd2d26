"""`ironbottom serve`, and `python -m ironbottom.server`: a server that runs until it is stopped."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from ironbottom.language import N_, _
from ironbottom.wire.public_address import BadPublicAddress, public_address

from ..runtime.memory import usual_bots
from ..runtime.own_bots import is_own_name
from ..runtime.settings import PORT, Settings

EXAMPLES = N_("""\
examples:
  ironbottom serve
  ironbottom serve --bot careful:Careful
  ironbottom serve --mail-server smtp://me@mail.example.org --mail-from ironbottom@example.org
  ironbottom serve --port 4277 --data /srv/ironbottom --neutral --public https://play.example.org
""")


def add_to(parsers: Any) -> None:
    """Add `serve` to the program."""
    parser = parsers.add_parser(
        "serve",
        help=_("Run a server for tables of others."),
        description=_("Run a dedicated server: players make tables on it and join them. Stop it with Ctrl-C."),
        epilog=_(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be chosen; each has a default that works."""
    option = parser.add_argument
    which = _("port, 0 for any that is free (default {port})").format(port=PORT)
    option("--port", type=_port, default=PORT, metavar="N", help=which)
    option("--interface", default="", metavar="ADDRESS", help=_("listen on this address only"))
    option("--data", type=a_path, metavar="DIR", help=_("folder of the journal, the keys and the certificate"))
    option("--name", action="append", default=[], metavar="HOST", help=_("a name that browsers know this server by"))
    option("--public", type=_public, metavar="URL",
           help=_("where everybody finds the page, for links to it: https://play.example.org"))
    option("--cards", action="append", default=[], type=a_path, metavar="DIR", help=_("a folder of cards of your own"))
    bots = _("how many bots may play at a time, called or standing in; 0: none (default: as many as a quarter of the "
             "memory holds, here {n})").format(n=usual_bots())
    option("--bots", type=_number, metavar="N", help=bots)
    own = _("a bot of your own, beside this program's, that players may call; it is looked for in the present folder")
    option("--bot", dest="own_bots", action="append", default=[], type=_bot, metavar="MODULE:CLASS", help=own)
    option("--battle", dest="battles", action="append", default=[], type=a_path, metavar="FILE",
           help=_("a battle of your own, which players on the page may choose beside those of this program"))
    option("--replay", action="append", default=[], type=a_path, metavar="FILE",
           help=_("a transcript that everybody here may look through, as table REPLAY"))
    option("--games", type=a_path, metavar="DIR", help=_("a folder that keeps the transcript of each finished game"))
    option("--metrics-for", action="append", default=[], metavar="NET", help=_("who else may read /metrics"))
    option("--proxy", action="append", default=[], metavar="NET", help=_("a proxy whose X-Forwarded-For is believed"))
    option("--log", type=a_path, metavar="FILE", help=_("where the log goes, as JSON lines (default: standard error)"))
    option("--full-addresses", action="store_true", help=_("log whole addresses, not only networks"))
    option("--neutral", action="store_true", help=_("tell players that the host does not play"))
    _add_notifications(parser)
    option("--no-announce", action="store_true", help=_("do not answer those who look for tables on the LAN"))
    option("--child", action="store_true", help=argparse.SUPPRESS)
    option("--relay", dest="upstream", nargs="+", default=[], help=argparse.SUPPRESS)  # only the page; process.py


def _add_notifications(parser: argparse.ArgumentParser) -> None:
    """How players are told that a game waits for them."""
    option = parser.add_argument
    option("--no-notifications", action="store_true", help=_("tell no player who is away that a game waits for him"))
    option("--notify-network", action="append", default=[], metavar="NET",
           help=_("a network of yours that players may be told in, which is not public: 10.0.0.0/8"))
    option("--mail-server", default="", metavar="URL",
           help=_("the mail server that sends to players who wish it: smtp://user@mail.example.org:587; the password "
                  "stands in the environment variable IRONBOTTOM_MAIL_PASSWORD"))
    option("--mail-from", default="", metavar="ADDRESS", help=_("who is to be seen as the sender"))


def a_path(text: str) -> Path:
    """`--data "$FORGOTTEN"` is not the folder that one stands in."""
    if not text:
        raise argparse.ArgumentTypeError(_("found an empty name; allowed is a path, or leave the option out"))
    return Path(text)


def _bot(text: str) -> str:
    if not is_own_name(text):
        wrong = _("{text!r} is no bot of your own; allowed is MODULE:CLASS, as in client/bots/GUIDE.md")
        raise argparse.ArgumentTypeError(wrong.format(text=text[:80]))
    return text


def _public(text: str) -> str:
    try:
        return public_address(text)
    except BadPublicAddress as why:
        raise argparse.ArgumentTypeError(str(why)) from None


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(_("{text!r} is no port; allowed is 0 to 65535").format(text=text))
    return int(text)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 1_000:
        raise argparse.ArgumentTypeError(_("{text!r} is no number; allowed is 0 to 1000").format(text=text))
    return int(text)


def default_data() -> Path:
    """Where a server keeps its things when nobody says otherwise."""
    home = os.environ.get("IRONBOTTOM_HOME")
    return (Path(home) if home else user_data_path("ironbottom", appauthor=False)) / "server"


def settings_of(arguments: argparse.Namespace) -> Settings:
    """What was chosen."""
    return Settings(
        data=arguments.data or default_data(), port=arguments.port, interface=arguments.interface,
        names=tuple(arguments.name), public=arguments.public or "", metrics=tuple(arguments.metrics_for),
        proxies=tuple(arguments.proxy), cards=tuple(arguments.cards), log=arguments.log,
        games=arguments.games,
        full_addresses=arguments.full_addresses, neutral=arguments.neutral, announce=not arguments.no_announce,
        bots=arguments.bots, own_bots=tuple(dict.fromkeys(arguments.own_bots)), replays=tuple(arguments.replay),
        battles=tuple(arguments.battles), notify=not arguments.no_notifications,
        notify_networks=tuple(arguments.notify_network), mail_server=arguments.mail_server,
        mail_sender=arguments.mail_from, mail_password=os.environ.get("IRONBOTTOM_MAIL_PASSWORD", ""),
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped.  Twisted is loaded only now: other commands of the program do without."""
    running = import_module("ironbottom.server.ops.process")
    if arguments.upstream:
        return int(running.proxy(settings_of(arguments), arguments.upstream, child=arguments.child))
    return int(running.run(settings_of(arguments), child=arguments.child))
