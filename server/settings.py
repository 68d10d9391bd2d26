"""What a server is told when it starts.  The command line and the environment fill it in; nothing here reads either."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from ironbottom.language import N_, _

PORT = 4277  # I-B-S-S on the keys of a telephone
BOTS = 50  # of our own, at a time
PAGES = Path(str(files("ironbottom.client"))) / "web"  # data: nothing of a client is run here


# What helps where a folder is of no use: only who has started the server can give it another one.
ELSEWHERE = N_("give another folder with --data")
ELSEWHERE_AT_HOME = N_("set another folder in the environment variable IRONBOTTOM_HOME")


class CannotServe(Exception):
    """Why a server cannot start with these settings, as one sentence.

    `{elsewhere}` in it stands for the way to another folder; `at_home` is the same sentence for the user of a program
    that has started this server for itself, and has no option --data.
    """

    def __init__(self, text: str, **named: object) -> None:
        super().__init__(text.format(elsewhere=_(ELSEWHERE), **named) if named else text)
        self.at_home = text.format(elsewhere=_(ELSEWHERE_AT_HOME), **named) if named else text


class Allowance(Struct, frozen=True):
    """What one address may do."""

    connections: int = 20  # at a time
    arrivals: float = 10.0  # new connections a second, in the long run
    arrivals_at_once: int = 60
    messages: float = 20.0  # messages a second on one connection, in the long run
    messages_at_once: int = 60


NEAR = Allowance(
    connections=20_000, arrivals=10_000.0, arrivals_at_once=20_000, messages=2_000.0, messages_at_once=10_000
)


class Limits(Struct, frozen=True):
    """How much strangers may ask of this server; THREATS.md says against whom each of them stands."""

    away: Allowance = Allowance()
    near: Allowance = NEAR  # for loopback addresses: whoever is on this machine has easier ways to do harm
    total: int = 5_000  # connections of all addresses
    budget: int = 69_632  # bytes until the next whole valid message: one read of a socket, and one message
    first: float = 5.0  # seconds for the first whole message, and as many again to log in
    farewell: float = 2.0  # seconds for the last bytes of a connection that we end
    page: float = 30.0  # seconds for the bytes of a page
    rest: float = 5.0  # seconds from the answer to a browser's request to the end of its next one
    requests: int = 100  # of a browser on one connection
    backlog: int = 262_144  # bytes that wait for a client who does not read
    stalled: float = 30.0  # seconds in which a client takes none of the bytes that wait for it
    kernel: int = 131_072  # bytes that the system may hold for a connection besides; Linux doubles it


class Settings(Struct, frozen=True):
    """Everything that a host may choose."""

    data: Path  # the folder of the journal, the keys and the certificate
    port: int = PORT  # 0: any that is free
    interface: str = ""  # an address of this machine; empty: all of them
    names: tuple[str, ...] = ()  # names and addresses that browsers may know this server by, besides its own addresses
    metrics: tuple[str, ...] = ()  # addresses or networks ("10.0.0.0/8") that may read /metrics, besides loopback
    proxies: tuple[str, ...] = ()  # addresses or networks of web proxies whose X-Forwarded-For is believed
    cards: tuple[Path, ...] = ()  # folders with card sets of one's own
    pages: Path = PAGES  # the folder of the web pages
    bots: int = BOTS  # of this server's own that players may call, at a time; 0: none
    shelf: tuple[Path, ...] = ()  # transcripts of finished games that everybody here may look through
    log: Path | None = None  # None: standard error
    full_addresses: bool = False  # in the log; else only the network that somebody came from
    neutral: bool = False  # the host plays no game here: players are told so
    announce: bool = True  # on the LAN
    hosted: bool = False  # by the program of somebody who plays: it is gone when that is, until he comes back
    limits: Limits = Limits()
