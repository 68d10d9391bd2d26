/**
 * What a new table is played by besides the rules: a battle in place of a whole game, and optional rules.
 *
 * It is fetched when somebody folds out what may be chosen for a table, and its state is that of the draft: `special` is
 * {words, battle, name, told}, the battle whole, `told` what the last choice has switched off.
 */
import { h } from "../../base/dom.js";
import { change, state as current } from "../../base/store.js";
import { attempt, draft, edit, sendFor } from "../../base/draft.js";
import { editor, styled } from "../../base/later.js";
import { amount, clean, phrase, word } from "../../base/language/vocabulary.js";
import { UserError } from "../../base/language/user_error.js";
import { _, fill } from "../../base/language/words.js";
import { list, tick } from "../../base/widgets/fields.js";
import { campaignTitle } from "../../text/campaigns.js";
import { RULES, introduced, optionName, optionText, ruleOf, title, worth } from "../../text/table_rules.js";
import { evening } from "./even.js";
import { chooser as byTheDay } from "../invite/by_the_day.js";

await styled("../style/later/special.css");

const NO_BATTLE = { battle: null, name: "", told: "" };
const NONE = { ...NO_BATTLE, words: [] };
const LATE = [0, 1, 2, 3, 4, 6, 8, 12, 20]; // turns
const TEAMS = { "": [], mine: [0], theirs: [1], both: [0, 1] };
const OWN = "own file"; // no name of a battle has a space
const LARGEST = 64 * 1024; // letters of a file that may be a battle

/**
 * The fields, for the card with this name.
 * @param {Page.State} state
 */
export function chooser(state, filled, id) {
  const special = filled.special ?? NONE;
  if (!state.battles) queueMicrotask(fetchList);
  return h("div", { class: "special-chooser", key: "special" },
    id === "friend" && [
      byTheDay(filled),
      tick("friend-rated", phrase("special.rated"), filled.rated, (rated) => edit({ rated })),
      list("friend-cast", phrase("cast.whom"), LATE.map((n) => [String(n), n ? phrase("cast.look", { turns: amount("turns", n) }) : phrase("cast.never")]), String(filled.cast ?? 0),
        (n) => edit({ cast: Number(n) }), filled.cast ? phrase("cast.about", { turns: amount("turns", filled.cast) }) : ""),
      !filled.posted && list("friend-team", phrase("team.whose"), ["", "mine", "theirs", "both"].map((one) => [one, phrase(`team.team_${one || "none"}`)]),
        special.team ?? "", share, special.team ? phrase("team.about") : "")],
    list(`${id}-battle`, _("Battle"), battleNames(state, special), special.name, choose),
    special.battle && h("div", { class: "hint special-battle", key: "about", "aria-live": "polite" },
      introduced({ words: [], battle: special.battle }).map((text, n) => h("p", { key: n }, text))),
    !filled.posted && h("button", { type: "button", class: "quiet", id: `${id}-edit`, disabled: filled.busy !== "", on: { click: () => attempt(id, async () => (await editor()).openBattle(special.battle, filled)) } }, _("Make a battle")),
    h("label", { class: "field special-file", key: "file" }, h("span", {}, _("or a file of `ironbottom battles export`")),
      h("input", { type: "file", id: `${id}-battle-file`, accept: ".json,application/json", on: { change: opened } })),
    h("fieldset", { class: "field special-rules", key: "rules" },
      h("legend", {}, _("Optional rules")),
      h("p", { class: "hint", role: "status", key: "told" }, special.told || phrase("special.whom")),
      h("div", { class: "special-list", key: "list" }, RULES.map((rule) => row(id, special, rule)))),
    evening(filled, id, special, put));
}

/** A rule: whether it holds, its figure, what it says. */
function row(id, special, rule) {
  const is = (one) => ruleOf(one) === rule.word, own = ownWords(special).find(is), said = own ?? special.words.find(is);
  const name = `${id}-rule-${rule.word}`, named = optionName(rule.word).replace(/ \d+$/u, "");
  return h("div", { class: ["special-rule", said && "chosen"], key: rule.word },
    h("label", { class: "field ticked" },
      h("input", { id: name, type: "checkbox", checked: Boolean(said), disabled: Boolean(own), "aria-describedby": `${name}-text`,
        on: { change: ({ target }) => (target.checked ? add(rule) : remove(rule.word)) } }),
      h("span", {}, named)),
    rule.most > 0 && h("input", { id: `${name}-figure`, class: "special-figure", type: "number", min: rule.least, max: rule.most, value: said?.split(":")[1] ?? rule.usual,
      disabled: !said || Boolean(own), "aria-label": fill(_("{rule}: figure"), { rule: named }),
      on: { change: ({ target }) => setFigure(rule, Number(target.value)) } }),
    h("small", { id: `${name}-text`, class: "hint" },
      [optionText(said ?? rule.word), `(${[`§${rule.rule}`, word("helps", rule.helps), worth(rule.word)].filter(Boolean).join("; ")})`].join(" ")));
}

const ownWords = (special) => special.battle?.options ?? [];

function now() {
  return draft(current).special ?? NONE;
}

function put(patch) {
  edit({ special: { ...now(), ...patch } });
}

/** Where a side is shared, nothing is agreed upon by consent. */
function share(team) {
  put({ team, teams: TEAMS[team] });
  if (team) edit({ offers: [] });
}

/** One that it excludes is switched off, and that is said. */
function add(rule) {
  const special = now(), said = rule.most > 0 ? `${rule.word}:${rule.usual}` : rule.word;
  const off = special.words.filter((one) => rule.excludes.includes(ruleOf(one)));
  const barred = ownWords(special).filter((one) => rule.excludes.includes(ruleOf(one)));
  if (barred.length) return put({ told: phrase("special.barred", { rule: optionName(said), other: optionName(barred[0]) }) });
  const told = off.length ? phrase("special.excludes", { rule: optionName(said), other: off.map(optionName).join(phrase("rows.inside")) }) : "";
  return put({ words: [...special.words.filter((one) => !off.includes(one)), said], told });
}

function remove(rule) {
  put({ words: now().words.filter((one) => ruleOf(one) !== rule), told: "" });
}

/** Within its bounds, whatever was typed. */
function setFigure(rule, typed) {
  const n = Math.min(rule.most, Math.max(rule.least, Math.round(typed) || rule.usual));
  put({ words: now().words.map((one) => (ruleOf(one) === rule.word ? `${rule.word}:${n}` : one)), told: "" });
}

/** @param {Page.State} state */
function battleNames(state, special) {
  const own = special.name === OWN ? [[OWN, title(special.battle)]] : [];
  const listed = (state.battles ?? []).map((one) => (one.campaign
    ? [clean(one.campaign.name, 40), campaignTitle(one)]
    : [clean(one.name, 40), `${title(one)} (${clean(one.date, 10)}, ${amount("turns", one.turns)})`]));
  return [["", _("none: a whole game")], ...listed, ...own];
}

/** @type {?Promise<any>} */
let under = null;

async function fetchList() {
  under ??= fetch(new URL("../../battles.json", import.meta.url)).then((answer) => (answer.ok ? answer.json() : []), () => []);
  change({ battles: await under });
}

/** Nothing is begun without a battle that is still on its way. */
function choose(name) {
  if (name === OWN) return;
  sendFor(() => name && battleNamed(name).catch((wrong) => wrong), (found) => (
    found.english ? take(found, name) : put({ ...NO_BATTLE, told: found.message ?? "" })));
}

/** Those of the optional rules that contradict the battle are off. */
function take(battle, name) {
  const own = ownWords({ battle }), bars = new Set(RULES.filter((rule) => own.map(ruleOf).includes(rule.word)).flatMap((rule) => [rule.word, ...rule.excludes]));
  put({ battle, name, words: now().words.filter((said) => !bars.has(ruleOf(said))), told: "" });
}

/** A battle of this server, whole; an Error with one sentence where it has none of that name. */
export async function battleNamed(name) {
  const answer = await fetch(new URL(`../../battles/${encodeURIComponent(name)}.json`, import.meta.url)).catch(() => null);
  if (!answer?.ok) throw new UserError(fill(_("This server has no battle {name}."), { name: `“${clean(name, 40)}”` }));
  return answer.json();
}

async function opened({ target }) {
  const [file] = target.files;
  if (!file) return;
  try {
    take(read(file.size > LARGEST ? "" : await file.text()), OWN);
  } catch {
    put({ ...NO_BATTLE, told: fill(_("{file} is no battle of `ironbottom battles export`."), { file: clean(file.name, 40) }) });
  }
}

/** As far as the page needs it; whether it can be played the server says when the table is made. */
function read(text) {
  const battle = JSON.parse(text);
  const good = [battle.name, battle.set, battle.english.title, battle.japanese.title].every((one) => typeof one === "string");
  if (!good || !Number.isInteger(battle.turns)) throw new Error("no battle");
  return battle;
}
