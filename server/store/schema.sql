-- What the server keeps.  Raised by one whenever it changes: `user_version`, and a step in schema.py that upgrades it.
CREATE TABLE tables (
    id   TEXT PRIMARY KEY,
    body BLOB NOT NULL              -- everything about a table besides its games: a checksum and JSON (kept.py)
) WITHOUT ROWID;

CREATE TABLE entries (              -- in the order of writing: neighbours of one commit share pages, and so cost less
    tabled TEXT NOT NULL,           -- the table
    game   INTEGER NOT NULL,        -- its number at that table, from 1
    n      INTEGER NOT NULL,        -- of the entry, from 1
    line   BLOB NOT NULL,           -- the entry as it stands in the transcript
    place  INTEGER NOT NULL,        -- whose request it was, -1: nobody's
    seq    INTEGER NOT NULL,        -- the number of that request, 0: none
    us     INTEGER NOT NULL,        -- the number of the last update of the US after this entry
    jp     INTEGER NOT NULL,        -- and of Japan
    left0  INTEGER NOT NULL,        -- milliseconds left on the clocks
    left1  INTEGER NOT NULL,
    events BLOB NOT NULL,           -- everything that it led to, secrets too, as MessagePack
    mark   INTEGER NOT NULL,        -- a checksum over all of these
    UNIQUE (tabled, game, n)
);

CREATE TABLE chat (
    tabled TEXT NOT NULL,
    n      INTEGER NOT NULL,
    place  INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    name   TEXT NOT NULL,
    text   TEXT NOT NULL,
    phrase INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (tabled, n)
) WITHOUT ROWID;

CREATE TABLE subscribers (          -- who wants to be told that a game waits for him
    key  BLOB PRIMARY KEY,          -- the player's
    body BLOB NOT NULL              -- by which ways: a checksum and JSON (lobby/notifications/subscriber.py)
) WITHOUT ROWID;

CREATE TABLE handovers (            -- questions that have passed to one of them, until they pass on
    tabled TEXT NOT NULL,
    place  INTEGER NOT NULL,
    game   INTEGER NOT NULL,
    number INTEGER NOT NULL,        -- of the update that asked
    body   BLOB NOT NULL,           -- how far he was told: a checksum and JSON (lobby/notifications/handover.py)
    PRIMARY KEY (tabled, place)
) WITHOUT ROWID;

CREATE TABLE uptime (               -- when this server ran; between two of them no clock for days runs (uptime.py)
    began INTEGER PRIMARY KEY,      -- seconds since 1970
    ended INTEGER NOT NULL          -- how far that was written down
) WITHOUT ROWID;

CREATE TABLE rated (                -- how rated games have ended, for the ladder
    game BLOB PRIMARY KEY,
    at   INTEGER NOT NULL,          -- seconds since 1970 when it ended
    body BLOB NOT NULL              -- who played, and who won: a checksum and JSON (archive/results/)
) WITHOUT ROWID;

CREATE TABLE members (              -- names that belong to a key
    look     TEXT PRIMARY KEY,      -- of the name, for the eye
    name     TEXT NOT NULL,
    key      BLOB NOT NULL,         -- of the player; empty: revoked, and the name waits for its printed code
    recovery BLOB NOT NULL,         -- the public key that follows from that code
    at       INTEGER NOT NULL       -- seconds since 1970
) WITHOUT ROWID;

CREATE TABLE revoked (              -- keys that may not come any more
    key BLOB PRIMARY KEY,
    at  INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE cups (                 -- round-robins and knock-outs
    id   TEXT PRIMARY KEY,
    made INTEGER NOT NULL,          -- seconds since 1970
    body BLOB NOT NULL              -- who plays, by what terms, how far it is: a checksum and JSON (lobby/club/cups)
) WITHOUT ROWID;

CREATE TABLE fixtures (             -- their games
    cup  TEXT NOT NULL,
    n    INTEGER NOT NULL,          -- from 1, in the order in which they were laid out
    done INTEGER NOT NULL,          -- 1: it has a result, which stays as it is
    body BLOB NOT NULL,             -- who meets whom, where, and the result: a checksum and JSON
    PRIMARY KEY (cup, n)
) WITHOUT ROWID;

CREATE TABLE results (              -- how games have ended
    game BLOB PRIMARY KEY,
    at   INTEGER NOT NULL,          -- seconds since 1970 when it ended
    body BLOB NOT NULL              -- who played which side, and how: a checksum and JSON (archive/results/)
) WITHOUT ROWID;

CREATE TABLE blocks (               -- whom a player does not want to meet (lobby/club/meeting/blocks.py)
    owner TEXT NOT NULL,            -- the look of his name
    key   TEXT NOT NULL,            -- the fingerprint of the other's key
    look  TEXT NOT NULL,            -- of the other's name, if that belongs to him; else empty
    name  TEXT NOT NULL,            -- what the other was called then
    at    INTEGER NOT NULL,         -- seconds since 1970
    PRIMARY KEY (owner, key)
) WITHOUT ROWID;
