/** §23, §24  What this table is played by besides the rules: to be read at any time, and history when all is over. */
import { h } from "../../../base/dom.js";
import { styled } from "../../../base/later.js";
import { change, state } from "../../../base/store.js";
import { phrase } from "../../../base/language/vocabulary.js";
import { sheet } from "../../../base/widgets/sheet.js";
import { ofTerms, whole } from "../../../text/table_rules.js";
import { isSpecial } from "../../terms.js";
import { clocks } from "./clock_sheet.js";

await styled("../style/later/special.css");

/** @type {Map<string, any>} */
const known = new Map(); // name -> battle of this server, or null where it has none of that name

/** Terms of a program leave a long history out: this server has that of its own battles. */
function withHistory(battle) {
  const { name, english: { history } } = battle;
  if (history || known.get(name) === null) return battle;
  if (!known.has(name)) fetchKnown(name);
  return known.get(name) ?? battle;
}

async function fetchKnown(name) {
  known.set(name, undefined);
  const answer = await fetch(new URL(`../../../battles/${encodeURIComponent(name)}.json`, import.meta.url)).catch(() => null);
  known.set(name, answer?.ok ? await answer.json() : null);
  change({ parts: (state.parts ?? 0) + 1 });
}

/**
 * The sheet.
 * @param {Page.State} now
 */
export function special(now) {
  const { words, battle, cast } = ofTerms(now.table?.terms), view = now.latest?.view;
  const lines = !isSpecial(now.table?.terms) && now.table?.terms?.pace ? [] : whole({ words, cast, battle: battle && view?.outcome ? withHistory(battle) : battle }, view);
  return sheet("special", phrase("special.sheet"), { wide: true },
    h("div", { class: "special-sheet", key: "lines" }, lines.map((text, n) => h(text === phrase("special.history") ? "h3" : "p", { key: n }, text))),
    now.table?.terms?.pace && clocks(now));
}
