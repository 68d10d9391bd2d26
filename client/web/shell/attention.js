/**
 * Your move: the title and the icon of the tab say it as long as you are asked.  While you look elsewhere a sound and a
 * notification of the system call you, where they are wanted: once, until you have looked here again.
 */
import { notify } from "../base/notifications.js";
import { bell } from "../base/sound.js";
import { clean } from "../base/language/clean.js";
import { phrase } from "../base/language/vocabulary.js";
import { _, fill } from "../base/language/words.js";
import { askedElsewhere } from "../session/tables/my_tables.js";
import { wishedFor } from "../session/tables/rematch.js";

const CALL = [[659, 0], [880, 0.16]]; // hertz, and seconds
const ICONS = { "": "style/icon.svg", mine: "style/icon_move.svg", over: "style/icon.svg", wish: "style/icon_move.svg" };

let called = false; // since somebody has looked here
let asked = ""; // the question for which we called, or could have
/** @type {Set<string>} */
let others = new Set(); // the other tables at which we were asked, as was heard last

/** Somebody looks here again: the next question may call. */
export function lookHere() {
  const looked = () => { if (!away()) called = false; };
  addEventListener("focus", looked);
  document.addEventListener("visibilitychange", looked);
}

/**
 * Watches the state.
 * @param {Page.State} state
 */
export function attend(state) {
  const how = standing(state), elsewhere = askedElsewhere(state);
  const title = titleOf(how, elsewhere.length);
  if (document.title !== title) document.title = title;
  const icon = /** @type {?HTMLLinkElement} */ (document.querySelector("link[rel=icon]")), sign = elsewhere.length ? "mine" : how;
  if (icon && icon.getAttribute("href") !== ICONS[sign]) icon.setAttribute("href", ICONS[sign]);
  attendHere(state, how);
  attendElsewhere(state, elsewhere);
}

/** The table at which one sits. */
function attendHere(state, how) {
  const now = how ? `${how} ${state.seat?.table} ${state.latest?.number}` : "";
  if (now === asked) return;
  asked = now;
  if (how) call(how, state, state.table?.seats[1 - state.seat.place]?.name ?? "", state.seat.table);
}

/** All others: one at which we were not asked before. */
function attendElsewhere(state, elsewhere) {
  const fresh = elsewhere.find(({ table }) => !others.has(table));
  others = new Set(elsewhere.map(({ table }) => table));
  if (fresh) call("mine", state, fresh.name, fresh.table);
}

/** "mine" while we are asked, "over" when the game has ended, "wish" when the other wants a rematch, else "". */
function standing({ screen, seat, latest, side, sending, table }) {
  if (screen !== "table" || !seat || seat.place < 0 || !latest) return "";
  if (latest.view.outcome) return wishedFor({ seat, table }) ? "wish" : "over";
  if (table?.partners && !latest.view.question) return ""; // our partner is asked, or nobody of ours
  return !sending && latest.view.waiting.some(([one]) => one === side) ? "mine" : "";
}

/** With the number of tables at which we are asked, where that is more than this one. */
function titleOf(how, elsewhere) {
  const said = { mine: _("Your move"), over: _("The game is over"), wish: _("A rematch?") }[how];
  const title = said ? `${said} · ${phrase("game.title")}` : phrase("game.title");
  return elsewhere ? `(${elsewhere + (how === "mine" || how === "wish" ? 1 : 0)}) ${title}` : title;
}

/** The page is not before anybody's eyes. */
function away() {
  return document.hidden || !document.hasFocus();
}

/** Unless he is here, or was called already. */
function call(how, { settings }, other, table) {
  if (!away() || called) return;
  called = true;
  if (settings.sound) bell(CALL, settings.volume);
  if (!settings.alerts) return;
  const body = other ? fill(_("against {name}"), { name: clean(other, 24) }) : "";
  notify(titleOf(how, 0), body, `table ${table}`);
}
