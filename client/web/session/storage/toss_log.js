/**
 * The tosses of a table, as this browser keeps them: who was bound to what, and what became of it.  The twin of
 * client/storage/toss_log.py; each step is a line of the record that `ironbottom verify --record` reads.
 *
 * They outlive the page, so that nobody can have another toss after ours was shown by waiting until we come back.
 */

import {toHex, utf8} from "../crypto/bytes.js";
import {forget, keep, kept} from "../../base/browser_storage.js";
import {sha256} from "../crypto/sha.js";

const TABLES = "tosses"; // the names of those that are kept, the oldest first
const MOST = 200; // tables

function named(server, table) {
  return `tosses.${toHex(sha256(utf8(`${server} ${table}`))).slice(0, 16)}`;
}

/** All steps of a table, in their order. */
export function steps(server, table) {
  return kept(named(server, table), []);
}

/** Note a step, once. */
export function note(server, table, step) {
  const name = named(server, table);
  const before = kept(name, []);
  const text = JSON.stringify(step);
  if (before.some((one) => JSON.stringify(one) === text)) return;
  keep(name, [...before, step]);
  if (before.length === 0) remember(name);
}

/** Of very many tables the oldest go, at which nothing is open. */
function remember(name) {
  const names = [...kept(TABLES, []).filter((one) => one !== name), name];
  const old = names.slice(0, -MOST).filter((one) => open(attempts(kept(one, []))).length === 0);
  for (const one of old) forget(one);
  keep(TABLES, names.filter((one) => !old.includes(one)));
}

/** What became of each toss, by its game: {toss, tossed, revealed, began, over, asks, again, wentOn}. */
export function attempts(lines) {
  const found = new Map();
  for (const line of lines) {
    const {type, game} = line;
    if (type === "toss" && !found.has(game)) found.set(game, {toss: line});
    const attempt = found.get(game);
    if (attempt === undefined || type === "toss") continue;
    if (type === "tossed" || type === "revealed") attempt[type] = line;
    else if (type === "began" || type === "again") attempt[type] = true;
    else if (type === "over") [attempt.over, attempt.asks] = [true, line.asks === true];
    else if (type === "went-on") attempt.wentOn = true;
  }
  return found;
}

/** Those for which our share was shown, and of which no game came that was played out. */
function open(all) {
  return [...all.values()].filter(({revealed, over}) => revealed !== undefined && !over);
}

/** Whether there may be another toss after it: we have shown nothing, or have asked for one when it was over. */
function settled({revealed, over, asks, again: wished}) {
  return revealed === undefined || (over === true && (wished === true || !asks));
}

/** The ones besides a game after which there may be no other unasked. */
export function broken(all, game) {
  return [...all.values()].filter((attempt) => !settled(attempt) && attempt.toss.game !== game);
}

/** Who sits here asks for another game after this one, which was shown to be over. */
export function again(server, table, game) {
  if (attempts(steps(server, table)).get(game)?.over) note(server, table, {type: "again", game});
}

/** An update of a game has come, and perhaps its outcome. */
export function shown(server, table, {game, place, over}) {
  const attempt = attempts(steps(server, table)).get(game);
  if (attempt === undefined) return;
  if (!attempt.began) note(server, table, {type: "began", game, place});
  if (over && !attempt.over) note(server, table, {type: "over", game, asks: true});
}
