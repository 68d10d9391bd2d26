/** A text to be given to somebody: shown whole, and copied with one button. */
import { change, state } from "../store.js";
import { h } from "../dom.js";
import { _ } from "../language/words.js";

/** The text in a field that can be selected, with its button. */
export function copyable(id, label, text) {
  const copied = state.copied === id;
  return h("div", { class: "copyable", key: id },
    h("label", { for: id }, label),
    h("div", { class: "copy-row" },
      h("input", {
        id, type: "text", readonly: true, value: text, spellcheck: "false",
        on: { focus: (event) => event.target.select() },
      }),
      h("button", { type: "button", class: "quiet", on: { click: () => copy(id, text) } },
        copied ? _("Copied") : _("Copy"))));
}

/** Over plain HTTP a page may not use the clipboard: then the text is selected, and Ctrl-C copies it. */
async function copy(id, text) {
  /** @type {?HTMLInputElement} */
  const field = document.querySelector(`#${CSS.escape(id)}`);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.focus();
    field?.select();
    if (!document.execCommand("copy")) return;
  }
  change({ copied: id });
}
