"""The workers of a cluster of dask.distributed, which is no part of what must be installed.

A worker that is lost costs nothing: its pieces are given to others.  Whoever reaches the address of a cluster may run
programs on it; that is its own affair (TLS, a network of its own), and dask's configuration counts here, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from logging import CRITICAL, getLogger
from time import monotonic
from typing import Any, ClassVar

from ironbottom.language import Reader, _

from ...console.errors import UserError
from ...console.output import complain
from .crew import Worked, worked

PATIENCE = 15  # seconds until there must be a connection, and a worker
PICKLE = "distributed.protocol.pickle"  # what dask itself packs by
LOOK = 5.0  # seconds after which the workers are counted again, and looked for where nothing comes
TRIES = 5  # of one piece, each until dask gives it up after several workers


class _Met:
    """What this program has seen of clusters."""

    staffed: ClassVar[set[str]] = set()  # addresses where there were workers: others will come, and are waited for


class Cluster:
    """One that we are connected to, with one work."""

    def __init__(self, address: str, client: Any, work: Callable[[Any], Any]) -> None:
        self.address, self._client = address, client
        self._executor = client.get_executor(pure=False)
        packed = import_module(PICKLE).dumps(work)
        self._work = partial(_worked_there, version("ironbottom"), packed, Reader.language)
        self._lost = Counter[Any]()
        self._looked, self._hands = 0.0, 0
        self._deserted = False

    def submit(self, piece: Any) -> Future[Worked]:
        future: Future[Worked] = self._executor.submit(self._work, piece)
        return future

    def hands(self) -> int:
        """Workers come and go."""
        if not self._hands or monotonic() - self._looked > LOOK:
            self._looked, self._hands = monotonic(), max(1, sum(self._client.nthreads().values()))
        return self._hands

    def first_done(self, given: Collection[Future[Worked]]) -> set[Future[Worked]]:
        """Without workers it waits for others, and says so once."""
        while not (done := wait(given, LOOK, FIRST_COMPLETED).done):
            before, self._deserted = self._deserted, not self._staffed()
            if self._deserted and not before:
                complain(_no_workers(self.address))
        return done

    def _staffed(self) -> bool:
        """A connection that is lost is told by the pieces that were given out."""
        with suppress(OSError):
            return bool(self._client.nthreads())
        return True

    def lost(self, piece: Any, error: BaseException) -> UserError | None:
        kind = type(error).__name__
        if kind == "KilledWorker":
            self._lost[piece] += 1
            if self._lost[piece] < TRIES:
                return None
            return UserError(_("One game has ended every worker of the cluster that took it: give them more memory."))
        if kind.endswith("CancelledError"):
            text = _("The cluster at {address} is gone: start it again, and give the command again.")
            return UserError(text.format(address=self.address))
        text = _("A worker of the cluster at {address} cannot play ({why}): each needs this version of ironbottom, and "
                 "the bots, in its own environment.")
        return UserError(text.format(address=self.address, why=f"{kind}: {error}"[:200]))

    def end(self) -> None:
        """Whatever its workers are at."""
        self._executor.shutdown(wait=False)
        self._client.close()


def ready() -> None:
    """Raises UserError where dask.distributed is not installed."""
    if find_spec("distributed") is None:
        raise UserError(_("--cluster needs dask.distributed: pip install 'ironbottom[cluster]'"))


@contextmanager
def cluster_at(address: str, work: Callable[[Any], Any]) -> Generator[Cluster, None, None]:
    """The one at this address, until this ends.  Raises UserError."""
    ready()
    distributed: Any = import_module("distributed")
    getLogger("distributed").setLevel(CRITICAL)  # we say ourselves what somebody can do about it
    try:
        with suppress(OSError):  # a name that nobody knows yet: the client tries again
            distributed.comm.resolve_address(address)  # where it is none, the client would hang as it ends
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        text = _("Found no cluster at {address} ({why}): start one with `dask scheduler`, and give the address that it "
                 "prints.")
        raise UserError(text.format(address=address, why=str(error)[:200])) from None
    try:
        _wait_for_workers(client, address)
        found = Cluster(address, client, work)
    except BaseException:
        client.close()
        raise
    try:
        yield found
    finally:
        found.end()


def _wait_for_workers(client: Any, address: str) -> None:
    """For the first; with work at hand the cluster itself waits for more."""
    if address in _Met.staffed:
        return
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        _Met.staffed.add(address)
    except TimeoutError:
        raise UserError(_no_workers(address)) from None


def _no_workers(address: str) -> str:
    text = _("The cluster at {address} has no workers: start some with `dask worker {address} --nthreads 1`.")
    return text.format(address=address)


def _worked_there(ours: str, packed: bytes, language: str, piece: Any) -> Worked:
    """On a worker; one of another version may play other games."""
    if (own := version("ironbottom")) != ours:
        text = _("A worker of the cluster has version {own} of ironbottom, and here is {ours}: install the same one.")
        return None, UserError(text.format(own=own, ours=ours))
    return worked(_unpacked(packed), language, piece)


@lru_cache(8)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    """The work.  With a set of cards that takes milliseconds: a worker does it once, and the scheduler never."""
    work: Callable[[Any], Any] = import_module(PICKLE).loads(packed)
    return work
