/** The editor of battles: what is open in it, each step with the one before, and ways in and out. */
import { remember, whole } from "../../base/address.js";
import { UserError } from "../../base/language/user_error.js";
import { _, fill } from "../../base/language/words.js";
import { change, state as current } from "../../base/store.js";
import { draft } from "../../base/draft.js";
import { playBot } from "../../session/bot_game.js";
import { byId, cards as fetchCards, save } from "../../session/net/downloads.js";
import { knowCards } from "../../text/naming.js";
import { RULES } from "../../base/language/later_words.js";
import { fault } from "./checking.js";
import { blank, put, taken } from "./editing.js";
import { USUAL, waysIn } from "./entering.js";
import { packed, read, unpacked } from "./share.js";

const MOST_STEPS = 200;

/** Open a battle; null: an empty one of this set.  `reading`: it is only looked at until somebody wants to change it. */
export async function openBattle(battle, { set: wanted = "core", reading = false, ways = USUAL } = {}) {
  const name = battle?.set ?? wanted;
  if (battle && !current.server.sets.some(([known]) => known === name)) {
    throw new UserError(fill(_("This server has not the cards {name} of this battle."), { name: `“${name}”` }));
  }
  const printed = await fetchCards(name), cards = byId(printed);
  knowCards(cards);
  const words = { title: _("My battle"), introduction: _("A battle of our own."), history: _("It never happened.") };
  const begun = battle ? read(JSON.stringify(battle)) : blank(printed, words);
  change({ editor: { battle: begun, set: printed, cards, past: [], typed: {}, chosen: null, held: null, at: 0, side: 0, sought: "", told: "", reading, ...ways }, screen: "editor", open: "" });
}

/** The battle that a link holds: it is shown, to be played or changed. */
export async function openLink(letters) {
  await openBattle(await unpacked(letters), { reading: true, ways: waysIn(location.hash) });
}

/** The battle that a server has made of a moment after so many answers. */
export async function openMade({ at, turn, battle }, answers) {
  await openBattle(battle);
  if (at !== answers) set({ told: fill(_("A battle begins with a turn: this one with turn {turn}."), { turn }) });
}

/** What is wrong with it, or nothing. */
export const faultOf = (editor) => fault(editor.battle, editor.set, RULES);

/** Another field of the editor. */
export function set(patch) {
  change({ editor: { ...current.editor, ...patch } });
}

/** Another battle; the one before can be had again. */
export function step(battle, patch = {}) {
  const { editor } = current;
  const past = battle === editor.battle ? editor.past : [...editor.past, editor.battle].slice(-MOST_STEPS);
  set({ battle, past, held: null, told: "", ...patch });
}

/** The battle as it is by now: who changes two things at once must not lose the first. */
export function battleNow() {
  return current.editor.battle;
}

/** One step back; what was typed and is not allowed goes first. */
export function undo() {
  const { past, typed } = current.editor;
  if (Object.keys(typed).length) set({ typed: {}, told: "" });
  else if (past.length) set({ battle: past[past.length - 1], past: past.slice(0, -1), chosen: null, held: null, told: "" });
}

/** A thing to a place; off the table is one of them. */
export function lay(thing, place, told = "") {
  const { battle, cards } = current.editor;
  step(place.kind === "off" ? taken(battle, thing) : put(battle, cards, thing, place), { chosen: null, told });
}

/** Against the bot that is chosen; what a server refuses is said here. */
export async function play() {
  const { battle, bot, as, words, seed } = current.editor;
  await playBot({ bot, side: as, set: battle.set, seed, special: { words, battle } });
  if (current.screen === "table") change({ replay: null });
  const refused = draft(current).fault;
  if (current.screen === "editor" && refused?.part === "bot") set({ told: refused.text });
}

export function saveFile() {
  const { battle } = current.editor;
  save(`${battle.name}.json`, `${JSON.stringify(battle, null, 1)}\n`);
}

/** A file of this editor, or of `ironbottom battles export`. */
export async function openFile(file) {
  try {
    await openBattle(read(file.size > 64 * 1024 ? "" : await file.text()));
  } catch (wrong) {
    set({ told: wrong instanceof UserError ? wrong.message : fill(_("{file} holds no battle of this editor or of `ironbottom battles export`."), { file: `“${file.name.slice(0, 40)}”` }) });
  }
}

/** The link, into the clipboard and to be seen. */
export async function share() {
  const link = whole(`#own-battle=${await packed(current.editor.battle)}`);
  set({ link });
  try {
    await navigator.clipboard.writeText(link);
    set({ told: _("The link is copied. It holds the whole battle: no server keeps it.") });
  } catch {
    set({ told: _("Copy the link below. It holds the whole battle: no server keeps it.") });
  }
}

export function leave() {
  if (!current.replay) remember("");
  change({ screen: current.replay ? "replay" : "start", editor: null });
}
