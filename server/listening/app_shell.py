"""The shell of the page: what a browser keeps of it, so that it opens without a server; and which version it is of.

The version is a digest of all these files.  It stands in the page's first lines, so that a page knows what it was made
of when the server has another one; in `/version.json`, for who only wants to compare; and in `/shell.json` with the
digest of each file, by which a browser knows that what it keeps fits together.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from ironbottom.catalog import SETS

from .static import StaticFile, page

MARK = b'<meta name="version" content="">'
FIRST, ALIAS = "/", "/index.html"
WORKER = "/shell/install/service_worker.js"
WORKER_HEADERS = {  # it answers for the whole site, is a document of its own, and has nothing to load but our files
    "Service-Worker-Allowed": "/",
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'self'",
}
OURS = frozenset(f"/cards/{name}.json" for name in SETS)  # a host's own are his to take back


def with_shell(files: Mapping[str, StaticFile]) -> dict[str, StaticFile]:
    """Files of the page with their version in the first of them, and what tells it."""
    version = version_of(files)
    found = {**files}
    if (first := files.get(FIRST)) is not None:
        found[FIRST] = found[ALIAS] = page(ALIAS, first.body.replace(MARK, MARK[:-2] + version.encode() + b'">', 1))
    tags = {path: found[path].tag for path in sorted(found) if is_kept(path)}
    told = {"/version.json": {"version": version}, "/shell.json": {"version": version, "files": tags}}
    return found | {path: page(path, msgspec.json.encode(one)) for path, one in told.items()}


def version_of(files: Mapping[str, StaticFile]) -> str:
    """Another one whenever a path or a byte of what is kept is another."""
    listed = [f"{path} {file.tag}\n" for path, file in sorted(files.items()) if is_kept(path)]
    return sha256("".join(listed).encode()).hexdigest()[:16]


def is_kept(path: str) -> bool:
    """Whether a browser may keep a file of the page for good; the worker that does it is kept by the browser itself."""
    return path not in (ALIAS, WORKER) and (path in OURS or not path.startswith("/cards/"))
