/**
 * Your move: the title and the icon of the tab say it as long as you are asked.  While you look elsewhere a sound and a
 * notification of the system call you, where they are wanted: once, until you have looked here again.
 */
import { notify } from "../base/notifications.js";
import { bell } from "../base/sound.js";
import { clean } from "../base/language/clean.js";
import { phrase } from "../base/language/vocabulary.js";
import { _, fill } from "../base/language/words.js";

const CALL = [[659, 0], [880, 0.16]]; // hertz, and seconds
const ICONS = { "": "style/icon.svg", mine: "style/icon_move.svg", over: "style/icon.svg" };

let called = false; // since somebody has looked here
let asked = ""; // the question for which we called, or could have

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
  const how = standing(state);
  const title = titleOf(how);
  if (document.title !== title) document.title = title;
  const icon = /** @type {?HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  if (icon && icon.getAttribute("href") !== ICONS[how]) icon.setAttribute("href", ICONS[how]);
  const now = how ? `${how} ${state.seat?.table} ${state.latest?.number}` : "";
  if (now === asked) return;
  asked = now;
  if (how && away() && !called) call(how, state);
}

/** "mine" while we are asked, "over" when the game has ended, else "". */
function standing({ screen, seat, latest, side, sending }) {
  if (screen !== "table" || !seat || seat.place < 0 || !latest) return "";
  if (latest.view.outcome) return "over";
  return !sending && latest.view.waiting.some(([one]) => one === side) ? "mine" : "";
}

function titleOf(how) {
  const said = { mine: _("Your move"), over: _("The game is over") }[how];
  return said ? `${said} · ${phrase("game.title")}` : phrase("game.title");
}

/** The page is not before anybody's eyes. */
function away() {
  return document.hidden || !document.hasFocus();
}

function call(how, { settings, table, seat }) {
  called = true;
  if (settings.sound) bell(CALL, settings.volume);
  if (!settings.alerts) return;
  const other = table?.seats[1 - seat.place]?.name ?? "";
  const body = other ? fill(_("against {name}"), { name: clean(other, 24) }) : "";
  notify(titleOf(how), body, `table ${seat.table}`);
}
