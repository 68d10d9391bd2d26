/** Luck and skill: start + luck + decisions = result, as bars and figures. */
import { h } from "../../base/dom.js";
import { sentence } from "../../base/language/clean.js";
import { fill } from "../../base/language/words.js";
import { sideName } from "../../text/phrases.js";
import { percent } from "./curve.js";


/** The table. */
export function balance({ account, words }) {
  const { start, luck, skill, result } = account, { labels } = words, adjusted = Math.min(1, Math.max(0, account.without_luck));
  const most = Math.max(0.05, ...[...Object.values(luck), ...Object.values(skill)].map(Math.abs)); // fills half of a bar's room
  return h("section", { class: "review-balance", key: "balance", "aria-labelledby": "balance-title" },
    h("h2", { id: "balance-title" }, labels.account),
    h("p", { class: "without-luck" }, fill(labels.without_luck, { us: percent(adjusted), jp: percent(1 - adjusted) })),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, sideName(0)), h("th", { scope: "col" }, sideName(1)), h("td", { class: "bar-head" }))),
      h("tbody", {},
        sum(labels.start, start),
        Object.entries(luck).map(([kind, amount]) => part(kind, fill(labels.luck, { kind: sentence(words.luck[kind] ?? kind, 60) }), amount, most, labels.change)),
        Object.entries(skill).map(([side, amount]) => part(side, fill(labels.skill, { side: sentence(words.sides[side] ?? side, 60) }), amount, most, labels.change)),
        sum(labels.result, result))));
}

function sum(name, chance) {
  return h("tr", { class: "sum", key: name }, h("th", { scope: "row" }, name), h("td", {}, percent(chance)),
    h("td", {}, percent(1 - chance)), h("td", { class: "bar-cell" }));
}

function part(key, name, amount, most, how) {
  const wide = (50 * Math.abs(amount)) / most;
  return h("tr", { key }, h("th", { scope: "row" }, name), h("td", {}, change(amount, how)), h("td", {}, change(-amount, how)),
    h("td", { class: "bar-cell", "aria-hidden": "true" },
      h("span", { class: ["bar", amount < 0 ? "for-jp" : "for-us"], style: { "--wide": `${wide}%` } })));
}

/** A change of a chance, with its sign. */
function change(amount, how) {
  const text = fill("{n:+.1f}", { n: 100 * amount });
  return fill(how, { n: text === "-0.0" ? "+0.0" : text });
}
