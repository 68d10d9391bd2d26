"""What a server is told when it starts.  The command line and the environment fill it in; nothing here reads either."""

from __future__ import annotations

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from ironbottom.language import N_, _

PORT = 4277  # I-B-S-S on the keys of a telephone
BOTS = 50  # of our own at a time, at most, unless the host says otherwise
PAGES = Path(str(files("ironbottom.client"))) / "web"  # data: nothing of a client is run here
PUZZLES = PAGES.parent / "bots" / "review" / "puzzles" / "kept"  # likewise


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
    tables: int = 60  # made from there that are not over, or that the server has in memory
    makes: float = 0.2  # new tables a second, in the long run
    makes_at_once: int = 60
    finished: int = 200  # tables made from there that are over, and lie in the journal
    watchers: int = 10  # who look on at one table
    lines: int = 40  # of chat in a minute at one table
    bots: int = 5  # of ours that were called from there, or stand in for whom somebody there plays with
    advisers: int = 2  # that were asked for from there
    studies: int = 2  # reviews of finished games that wait or are made for whom asked from there
    subscribers: int = 20  # players who asked from there to be told that a game waits for them
    trials: float = 1 / 60  # of ways to be told, a second, in the long run
    trials_at_once: int = 10
    branches: int = 2  # what-ifs that are laid out for whom asked from there, and for one player


NEAR = Allowance(
    connections=20_000, arrivals=10_000.0, arrivals_at_once=20_000, messages=2_000.0, messages_at_once=10_000,
    tables=10_000, makes=1_000.0, makes_at_once=10_000, finished=20_000, watchers=50, lines=200, bots=1_000,
    advisers=1_000, studies=9, branches=8, subscribers=5_000, trials=10.0, trials_at_once=1_000,
)
DAY = 24 * 3600.0


class Times(Struct, frozen=True):
    """Seconds after which a table that nobody has been at is taken away, from the journal too.

    They count while the server runs, and over its restarts; while it is down nobody could come.
    """

    seeking: float = 1 * DAY  # open to everybody, before a game: who finds it finds nobody there
    invited: float = 7 * DAY  # for friends, before a game: an invite may lie in a letter box over the weekend
    challenge: float = 31 * DAY  # posted to wait: it ends before that, when its maker has said
    playing: float = 90 * DAY  # a game has been begun: two people may be away for a summer
    over: float = 30 * DAY  # since the end of the last game: its transcript can be fetched, and looked through
    subscribed: float = 180 * DAY  # who wants to be told, and was not here
    idle: float = 600.0  # until the game leaves memory, and lies in the journal alone


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
    tables: int = 10_000  # of everybody, that are not over or in memory
    of_player: int = 20  # tables of one player that are not over
    finished: int = 20_000  # tables of everybody that are over, and lie in the journal
    resting: int = 200  # games in memory that nobody sits at
    seats: int = 60  # tables that one connection may sit at
    looking: int = 5  # tables that one connection may look on at
    watchers: int = 50  # who look on at one table
    lines: int = 20  # of chat in a minute that one player may say at one table
    all_lines: int = 200  # of chat in a minute at one table
    kept_lines: int = 200  # of chat that are kept of one table
    orders: int = 200  # changes of standing orders in one game, by one player
    offers: int = 50  # of a draw, a pause or a takeback in one game, by one player
    subscribers: int = 10_000  # players who want to be told that a game waits for them
    listed: int = 100  # tables in the lobby's list
    times: Times = Times()


LIMITS = Limits()


class Settings(Struct, frozen=True):
    """Everything that a host may choose."""

    data: Path  # the folder of the journal, the keys and the certificate
    port: int = PORT  # 0: any that is free
    interface: str = ""  # an address of this machine; empty: all of them
    names: tuple[str, ...] = ()  # names and addresses that browsers may know this server by, besides its own addresses
    public: str = ""  # where everybody finds the page, https://play.example.org/; empty: by names and own addresses
    metrics: tuple[str, ...] = ()  # addresses or networks ("10.0.0.0/8") that may read /metrics, besides loopback
    proxies: tuple[str, ...] = ()  # addresses or networks of web proxies whose X-Forwarded-For is believed
    cards: tuple[Path, ...] = ()  # folders with card sets of one's own
    pages: Path = PAGES  # the folder of the web pages
    bots: int | None = None  # of our own at a time, called or standing in; 0: none; None: as memory.py says
    own_bots: tuple[str, ...] = ()  # MODULE:CLASS, that players may call beside those of this program
    battles: tuple[Path, ...] = ()  # files with battles of the host, for players beside those of this program
    replays: tuple[Path, ...] = ()  # transcripts of finished games that everybody here may look through
    games: Path | None = None  # the folder for transcripts of finished games; None: they lie in the journal alone
    log: Path | None = None  # None: standard error
    full_addresses: bool = False  # in the log; else only the network that somebody came from
    neutral: bool = False  # the host plays no game here: players are told so
    notify: bool = True  # players who are away, by ways that they choose
    notify_networks: tuple[str, ...] = ()  # that are not public and may be called for that, also without encryption
    mail_server: str = ""  # smtp://user@mail.example.org:587; empty: no e-mail is sent
    mail_sender: str = ""  # an address of the host's, which players see
    mail_password: str = ""
    announce: bool = True  # on the LAN
    hosted: bool = False  # by the program of somebody who plays: it is gone when that is, until he comes back
    limits: Limits = LIMITS


def software() -> str:
    """What this program calls itself to others."""
    return f"ironbottom {version('ironbottom')}"
