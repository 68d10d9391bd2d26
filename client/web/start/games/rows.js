/** Tables of figures, with bars. */
import { h } from "../../base/dom.js";
import { language, _, fill } from "../../base/language/words.js";
import { phrase } from "../../base/language/vocabulary.js";

/** A share in per cent, with a digit behind the point where it is small and not nothing. */
export function percent(share) {
  return phrase("chance.percent", { n: share && Math.abs(share) < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share) });
}

/** A day, as the reader writes it. */
export const dated = (at) => new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });

/** How many of some games were won, with one standard error. */
export function wonText({ games, won }) {
  const share = won / games, error = Math.sqrt((share * (1 - share)) / games);
  return fill(_("{share} (± {error})"), { share: percent(share), error: percent(error) });
}

/** A table: heads, and rows of {key, cells}; the first cell of a row names it. */
export function gamesTable(heads, rows) {
  return h("div", { class: "my-games-wide" }, h("table", {},
    h("thead", {}, h("tr", {}, heads.map((text, n) => h(text ? "th" : "td", { key: n, ...(text ? { scope: "col" } : {}) }, text)))),
    h("tbody", {}, rows.map(({ key, cells: [first, ...more] }) =>
      h("tr", { key }, h("th", { scope: "row" }, first), more.map((cell, n) => h("td", { key: n }, cell)))))));
}

/** A share as a bar; what it says stands beside it in figures. */
export function shareBar(share) {
  return h("span", { class: "share", "aria-hidden": "true" },
    h("span", { class: "share-bar", style: { "--wide": `${(100 * Math.max(0, Math.min(1, share))).toFixed(1)}%` } }));
}

/** Results: [[name, {games, won}], ...]. */
export function scoreTable(title, rows) {
  return gamesTable([title, _("games"), _("wins"), _("won"), ""], rows.map(([name, one], n) => (
    { key: `${n} ${name}`, cells: [name, String(one.games), String(one.won), wonText(one), shareBar(one.won / one.games)] })));
}
