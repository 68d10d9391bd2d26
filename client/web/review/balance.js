/** Luck and skill: start + luck + decisions = result, as bars and figures. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { _, fill } from "../base/language/words.js";
import { sideName } from "../text/phrases.js";
import { percent } from "./curve.js";

const MOST = 1.5; // the change that fills half of a bar's room

/** The table. */
export function balance({ account, words }) {
  const { start, luck, skill, result } = account, adjusted = Math.min(1, Math.max(0, account.without_luck));
  return h("section", { class: "review-balance", key: "balance", "aria-labelledby": "balance-title" },
    h("h2", { id: "balance-title" }, _("Luck and skill: start + luck + decisions = result")),
    h("p", { class: "without-luck" }, fill(_("Without luck: US {us}, Japan {jp}"), { us: percent(adjusted), jp: percent(1 - adjusted) })),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, sideName(0)), h("th", { scope: "col" }, sideName(1)), h("td", { class: "bar-head" }))),
      h("tbody", {},
        sum(_("start"), start),
        Object.entries(luck).map(([kind, amount]) => part(kind, fill(_("luck: {kind}"), { kind: clean(words.luck[kind] ?? kind, 60) }), amount)),
        Object.entries(skill).map(([side, amount]) => part(side, fill(_("decisions of {side}"), { side: clean(words.sides[side] ?? side, 60) }), amount)),
        sum(_("result"), result))));
}

function sum(name, chance) {
  return h("tr", { class: "sum", key: name }, h("th", { scope: "row" }, name), h("td", {}, percent(chance)),
    h("td", {}, percent(1 - chance)), h("td", { class: "bar-cell" }));
}

function part(key, name, amount) {
  const wide = Math.min(50, (50 * Math.abs(amount)) / MOST);
  return h("tr", { key }, h("th", { scope: "row" }, name), h("td", {}, change(amount)), h("td", {}, change(-amount)),
    h("td", { class: "bar-cell", "aria-hidden": "true" },
      h("span", { class: ["bar", amount < 0 ? "for-jp" : "for-us"], style: { "--wide": `${wide}%` } })));
}

/** A change of a chance, with its sign. */
function change(amount) {
  const text = fill("{n:+.1f}", { n: 100 * amount });
  return fill(_("{n} %"), { n: text === "-0.0" ? "+0.0" : text });
}
