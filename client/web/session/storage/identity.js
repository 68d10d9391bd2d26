/** The key that stands for whoever plays in this browser: made on first use, and kept. */

import {drawn, fromBase64, toBase64} from "../crypto/bytes.js";
import {publicKey, sign as signature, verify} from "../crypto/ed25519.js";
import {keep, kept} from "../../base/browser_storage.js";
import {framed} from "../crypto/signing.js";

const SECRET = 32;

/** @type {any} who sits here in the place of this browser's owner: nothing that he is shown is kept */
let sitter = null;

export function sitAs(key) {
  sitter = key;
}

/** A pair of keys; `secret` never leaves this browser. */
export function ownKey() {
  return sitter ?? pair(readSecret() ?? newSecret());
}

/** A pair from its secret half; `text` is the public one, as it travels. */
export function pair(secret) {
  const known = publicKey(secret);
  return {secret, public: known, text: toBase64(known)};
}

function readSecret() {
  try {
    const secret = fromBase64(kept("key", ""));
    return secret.length === SECRET ? secret : null;
  } catch {
    return null;
  }
}

function newSecret() {
  const secret = drawn(SECRET);
  keep("key", toBase64(secret));
  return secret;
}

/** A signature over a purpose and its parts, as it travels. */
export function sign(key, purpose, ...parts) {
  return toBase64(signature(key.secret, key.public, framed(purpose, ...parts)));
}

/** Whether the owner of a public key has signed this purpose and these parts; both as they travelled. */
export function signed(key, text, purpose, ...parts) {
  return verify(fromBase64(key), fromBase64(text), framed(purpose, ...parts));
}
