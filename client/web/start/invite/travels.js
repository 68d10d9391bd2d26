/** Whether others can read what goes to the server and comes from it. */
import { h } from "../../base/dom.js";

/** The way, "encrypted" or "readable", in words: its colour is not the only sign. */
export function travels(kind, word, text) {
  return h("p", { class: ["way", kind], key: kind },
    h("span", { class: "sign", "aria-hidden": "true" }, kind === "readable" ? "!" : "✓"), h("span", {}, h("strong", {}, word), " ", text));
}
