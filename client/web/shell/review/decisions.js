/** What was decided: the dearest decisions of a side in words, and all of them, as far as they are wanted. */
import { h } from "../../base/dom.js";
import { sentence } from "../../base/language/clean.js";
import { _, counted, fill } from "../../base/language/words.js";
import { list, tick } from "../../base/widgets/fields.js";
import { listed } from "../../text/phrases.js";
import { percent } from "./curve.js";
import { lookAt, set } from "./making.js";

const MOST = 2000; // letters of one text
const LEASTS = ["0", "1", "2", "3", "5", "10"];

/** Three of one side, with what was better. */
export function dearest(review, side) {
  const { told, truth } = review, { labels } = told.words, name = sentence(told.words.sides[side], 60);
  const found = told.dearest[side].map((n) => told.decisions.find((one) => one.n === n)).filter(Boolean);
  const own = told.decisions.filter((one) => one.side === side).length;
  return h("section", { class: `review-dearest side-${side.toLowerCase()}`, key: `dearest-${side}`, "aria-labelledby": `dearest-${side}` },
    h("h2", { id: `dearest-${side}` }, fill(labels.dearest, { side: name })),
    found.length === 0
      ? h("p", {}, fill(labels.none, { side: name, n: own }))
      : h("p", { class: "hint" }, labels.judged),
    side === "US" && tick("review-truth", _("Show what was really there"), truth, (value) => set({ truth: value })),
    h("ol", {}, found.map((one) => h("li", { key: one.n }, decision(one, truth, labels)))));
}

function decision(one, truth, labels) {
  const { words, known } = one, text = (what) => sentence(what, MOST);
  return h("article", {},
    h("h3", {}, fill(_("{turn}, {window}: gave away {loss}"), { turn: text(words.turn), window: text(words.window), loss: text(words.loss) })),
    h("p", {}, h("strong", {}, fill(labels.did, { what: text(words.did) }))),
    h("p", { class: "why" }, text(words.why_did)),
    h("p", {}, h("strong", {}, fill(labels.better, { what: text(words.better) }))),
    h("p", { class: "why" }, text(words.why_better)),
    h("p", {}, fill(labels.odds,
      { n: known.worlds, chance: percent(known.chance), best: percent(known.best) })),
    words.again.length > 0 && h("p", {}, fill(labels.again, { turns: listed(words.again.map(text)) })),
    truth && really(one, text, labels),
    h("button", { type: "button", on: { click: () => lookAt(one.n) } }, _("Go to this moment in the replay")));
}

/** What nobody could know. */
function really({ words, truth }, text, labels) {
  return h("div", { class: "really", key: "really" },
    h("p", {}, labels.there),
    h("ul", {}, words.there.map((what, i) => h("li", { key: i }, text(what)))),
    truth && h("p", {}, fill(labels.really,
      { chance: percent(truth.chance), best: percent(truth.best), error: percent(truth.error) })));
}

/** All that are wanted, in order. */
export function every(review) {
  const { told, side, section, least } = review, names = told.words, { labels } = names;
  const wanted = told.decisions.filter((one) => (!side || one.side === side) && (!section || one.section === section)
    && 100 * one.known.loss >= Number(least));
  const sections = [...new Set(told.decisions.map((one) => one.section))];
  return h("section", { class: "review-every", key: "every", "aria-labelledby": "every-title" },
    h("h2", { id: "every-title" }, _("All decisions")),
    h("div", { class: "review-filters" },
      list("review-side", _("Side"), [["", _("both sides")], ...Object.entries(names.sides).map(([id, name]) => [id, sentence(name, 60)])], side,
        (value) => set({ side: value })),
      list("review-section", _("What was decided"), [["", _("everything")], ...sections.map((id) => [id, sentence(names.sections[id] ?? id, 60)])], section,
        (value) => set({ section: value })),
      list("review-least", _("Gave away at least"), LEASTS.map((n) => [n, fill(labels.change, { n })]), least, (value) => set({ least: value }))),
    h("p", { role: "status" }, fill(_("{n} of {all}"), { n: wanted.length, all: counted("{n} decision", "{n} decisions", told.decisions.length) })),
    h("ul", { class: "entries" }, wanted.map((one) => row(one, names))));
}

function row({ n, side, section, words }, names) {
  const { labels } = names;
  const text = (what) => sentence(what, MOST);
  return h("li", { key: n },
    h("button", { type: "button", class: "quiet decision-row", on: { click: () => lookAt(n) } },
      h("span", { class: "row-head" }, `${text(words.turn)} · ${text(names.sides[side])} · ${text(names.sections[section] ?? section)} · `,
        h("strong", {}, text(words.loss)), words.given && ` [${text(words.given)}]`),
      h("span", {}, fill(labels.did, { what: text(words.did) })),
      words.better && h("span", {}, fill(labels.better, { what: text(words.better) }))));
}
