/**
 * What a server says to a person, in the reader's language: the twin of client/net/server_messages.py.
 *
 * A server speaks English; a reader of another language gets our sentence for its code.
 */
import { _, N_, fill } from "../words.js";

export const SENTENCES = {
  malformed: N_("The message could not be read."),
  "unknown-message": N_("The server and this program are of different versions, and do not both know this."),
  "no-table": N_("There is no such table here (any more), or it is not open to you."),
  "no-seat": N_("You have no such seat, or this is not for you to do."),
  "no-cards": N_("The server does not have these cards."),
  "no-part": N_("There is no more of it."),
  "no-bot": N_("The server does not have this bot."),
  taken: N_("The seat is taken, or you are there already."),
  secret: N_("That table is for invited players, and the invite does not fit."),
  "not-yet": N_("That cannot be done now."),
  over: N_("The game is over."),
  toss: N_("What was said for the toss does not fit."),
  stale: N_("The question has changed meanwhile; look at the table again."),
  "not-asked": N_("You are not asked now."),
  again: N_("That is under way already."),
  illegal: N_("The rules do not allow this answer."),
  sign: N_("Sign the answers that you gave before you give another."),
  signature: N_("The signature does not fit."),
  "not-stored": N_("The host's disk fails: nothing was done, and nothing is lost.  Try again later."),
  paused: N_("This game is not ready just now."),
  empty: N_("There is nothing left of that line to say."),
  limit: N_("That is more than the server allows: try again later."),
  terms: N_("A clock needs a bank of time: choose one, or another policy."),
  fault: N_("A fault of the server's program: the game stands as before.  Please report it."),
  version: N_("The server and this program speak different versions of the protocol."),
  login: N_("The login has failed."),
  order: N_("A message came out of turn."),
  frame: N_("Something came that is no message."),
  late: N_("The server waited too long for the login: try again."),
  silence: N_("Nothing is heard on the connection any more."),
  leaving: N_("The other end has left."),
  elsewhere: N_("Your seat was taken from another connection of yours."),
  restart: N_("The server stops or restarts; your game is kept."),
  closed: N_("The host has closed the table; your game is kept there until he is back."),
  "no-stand-in": N_("No bot can stand in just now; one comes when it can."),
  kept: N_("A table that nobody is at is taken away after some days."),
};

/** Codes of which the server's own sentence names what nobody else knows: it stands in brackets behind ours. */
export const WITH_DETAILS = ["malformed", "no-cards", "no-bot", "illegal", "paused", "version", "login", "silence", "no-stand-in", "kept"];

/** What a server said, for whoever reads it: by its code, if the reader's language is not English. */
export function inOurWords({ code, text }) {
  const english = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : "";
  const own = english && _(english);
  if (own === english) return text || own || code;
  return text && WITH_DETAILS.includes(code) ? fill(_("{sentence} ({text})"), { sentence: own, text }) : own;
}
