/**
 * What a server says to a person, in the reader's language: the twin of client/net/server_messages.py.
 *
 * A server speaks English; a reader of another language gets the sentence of ironbottom/vocabulary/server.toml for its code.
 */
import { TABLES, own, phrase } from "./vocabulary.js";
import { _ } from "./words.js";

/** What a server said, for whoever reads it: by its code, if the reader's language is not English. */
export function inOurWords({ code, text }) {
  const english = own("server", code) ?? TABLES.challenge_refused?.[code] ?? TABLES.players_refused?.[code], ours = english && _(english);
  if (ours === english) return text || ours || code;
  const detailed = text && TABLES.with_details.codes.includes(code);
  return detailed ? phrase("detailed.both", { sentence: ours, text }) : ours;
}
