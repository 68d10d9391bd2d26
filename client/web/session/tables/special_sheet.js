/** §23, §24  What this table is played by besides the rules: to be read at any time, and history when all is over. */
import { h } from "../../base/dom.js";
import { styled } from "../../base/later.js";
import { phrase } from "../../base/language/vocabulary.js";
import { sheet } from "../../base/widgets/sheet.js";
import { ofTerms, whole } from "../../text/table_rules.js";

await styled("../style/later/special.css");

/**
 * The sheet.
 * @param {Page.State} state
 */
export function special(state) {
  const lines = whole(ofTerms(state.table?.terms), state.latest?.view);
  return sheet("special", phrase("special.sheet"), { wide: true },
    h("div", { class: "special-sheet", key: "lines" }, lines.map((text, n) => h("p", { key: n }, text))));
}
