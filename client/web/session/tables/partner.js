/** §26.3  Invitations to share a side: twin of ironbottom/wire/teams.py.  `secret` is what the invite carries, in base64. */
import {drawn, fromBase64, toBase64, utf8} from "../crypto/bytes.js";
import {hashed} from "../crypto/signing.js";
import {ownKey, pair, sign} from "../storage/identity.js";
import {state} from "../../base/store.js";

const SECRET = 16;

export const newSecret = () => toBase64(drawn(SECRET));

const keyOf = (secret) => pair(hashed("invitation", fromBase64(secret)));
const where = (table) => [fromBase64(state.server.key), utf8(table)];

/** By what a server lets somebody look at a table who is invited as partner. */
export const admits = (secret) => toBase64(keyOf(secret).public.slice(0, SECRET));

/** What whoever was invited says to sit down. */
export function joining(table, secret) {
  const key = keyOf(secret);
  return {type: "join-partner", table, invitation: key.text, signature: sign(key, "joins", ...where(table), ownKey().public), cast: true};
}

/** What whoever took the seat says to invite: `commands` is what his partner is to command. */
export function inviting(table, secret, commands) {
  const key = keyOf(secret);
  return {type: "invite-partner", invitation: key.text, commands, signature: sign(ownKey(), "partner", ...where(table), key.public, utf8(commands))};
}
