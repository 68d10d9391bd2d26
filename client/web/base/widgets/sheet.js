/**
 * A sheet lies over the page: a dialog that holds the focus while it is open, closes with Escape, and gives the focus
 * back to where it was.  The browser's own <dialog> makes everything behind it inert, for the mouse and for readers.
 */
import { h } from "../dom.js";
import { change } from "../store.js";
import { _ } from "../language/words.js";

/** @type {?HTMLElement} */
let before = null; // what had the focus when the sheet was opened

/**
 * A dialog with a heading, a body and a button that closes it; `wide` for those with much to read.
 * @param {string} name
 * @param {any} title
 * @param {{wide?: boolean, foot?: any}} how
 * @param {any[]} body
 */
export function sheet(name, title, { wide = false, foot = null } = {}, ...body) {
  return h("dialog", {
    class: ["sheet", name, wide && "wide"], key: name, "aria-labelledby": "sheet-title", ref: show,
    on: { cancel: escape, click: outside, close },
  },
    h("div", { class: "sheet-in", role: "document" },
      h("header", { class: "sheet-head" },
        h("h2", { id: "sheet-title", tabindex: "-1" }, title),
        h("button", { type: "button", class: "quiet close", "aria-label": _("Close"), on: { click: close } }, "×")),
      h("div", { class: "sheet-body", tabindex: "0" }, body),
      foot && h("footer", { class: "sheet-foot" }, foot)));
}

/** Close whatever sheet is open. */
export function close() {
  change({ open: "", openAt: null });
}

/**
 * Open a sheet.
 * @param {string} name
 * @param {?string} at
 */
export function open(name, at = null) {
  change({ open: name, openAt: at });
}

function show(element) {
  before ??= /** @type {HTMLElement} */ (document.activeElement);
  if (!element.open) element.showModal();
  const first = element.querySelector("[data-first]") ?? element.querySelector("h2");
  first.focus();
}

function escape(event) {
  event.preventDefault(); // the state closes it, so that both always agree
  close();
}

/** A click on what lies behind the sheet closes it. */
function outside(event) {
  if (event.target === event.currentTarget) close();
}

/** The sheet is gone: the focus goes back, or to the page where that is gone too. */
export function giveFocusBack() {
  const element = before;
  before = null;
  const target = element?.isConnected && element !== document.body ? element : document.getElementById("main");
  target?.focus({ preventScroll: true });
}
