/** The rulebook in a sheet: contents, search, and every paragraph with its number as an anchor. */
import { h, memo } from "../base/dom.js";
import { rulebook, rulings, tenMinutes } from "../session/net/downloads.js";
import { change, state as current } from "../base/store.js";
import { _, counted, language } from "../base/language/words.js";
import { cells, nearest, parsed, parts, search } from "./rulebook.js";
import { open, sheet } from "../base/widgets/sheet.js";

/**
 * The sheet.  The book is fetched when it is first opened; `openAt` is the paragraph that is asked for.
 * @param {Page.State} state
 */
export function rules(state) {
  const book = bookOf(state);
  const words = state.rulesSought ?? "";
  return sheet("rules", _("The rules"), { wide: true },
    h("div", { class: "rules-search", role: "search", key: "search" },
      h("label", { for: "rules-sought" }, _("Search the rules")),
      h("input", {
        id: "rules-sought", type: "search", value: words, "data-first": "", placeholder: "17.2 / withdrawal",
        on: { input: (event) => change({ rulesSought: event.target.value }) },
      })),
    book === null
      ? h("p", { key: "wait", role: "status" }, state.book?.fault ?? _("One moment ..."))
      : memo("book", [book, words, state.openAt], () => pages(book, words, state.openAt)));
}

/**
 * The paragraphs in the reader's language; null while they are on their way.
 * @param {Page.State} state
 */
function bookOf(state) {
  const lang = language();
  if (state.book?.lang === lang) return state.book.paragraphs;
  queueMicrotask(() => fetchBook(lang));
  return null;
}

let under = "";

async function fetchBook(lang) {
  if (under === lang) return;
  under = lang;
  try {
    const texts = await Promise.all([tenMinutes(lang), rulebook(lang), rulings(lang)]);
    const paragraphs = texts.flatMap(parsed);
    change({ book: { lang, paragraphs } });
  } catch (error) {
    change({ book: { lang, paragraphs: null, fault: error.message } });
  }
  under = "";
}

function pages(book, words, at) {
  const found = words.trim() ? search(book, words) : book;
  const numbers = new Set(book.map((one) => one.number));
  const wanted = at ? nearest(book, at) : "";
  return h("div", { class: "rules-pages" },
    h("nav", { class: "contents", "aria-label": _("Contents") },
      h("ol", {}, book.filter((one) => /^[0-9]+$/u.test(one.number) && one.title).map((one) =>
        h("li", { key: one.number }, toRule(one.number, `${one.number} ${one.title}`))))),
    h("div", { class: "paragraphs", key: `${words ? "found" : "all"}${wanted}`,
      ref: (element) => scrollTo(element, wanted) },
      words.trim() && h("p", { role: "status", key: "count" },
        counted("{n} paragraph", "{n} paragraphs", found.length)),
      found.map((one, n) => paragraph(one, n, numbers, wanted))));
}

function scrollTo(element, wanted) {
  const target = wanted && [...element.children].find((child) => child.dataset.rule === wanted);
  if (!target) return;
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

/** A button that leads to a paragraph: the page's own anchors, without touching its address. */
export function toRule(number, text = `§${number}`) {
  return h("button", { type: "button", class: "rule-link", on: { click: () => goTo(number) } }, text);
}

function goTo(number) {
  change({ rulesSought: "" });
  if (current.open === "rules" && current.openAt === number) {
    document.querySelector(`[data-rule="${CSS.escape(number)}"]`)?.scrollIntoView({ block: "start" });
  }
  open("rules", number);
}

function paragraph(one, n, numbers, wanted) {
  const heading = one.title && h(one.level <= 2 ? "h3" : "h4", {}, `${sign(one.number)} ${one.title}`.trim());
  return h("section", {
    class: ["paragraph", wanted && one.number === wanted && "wanted"], key: `${one.number}:${n}`,
    "data-rule": one.number, id: one.number ? `rule-${one.number}` : null, tabindex: "-1",
  },
    heading,
    !one.title && one.number && h("span", { class: "number" }, sign(one.number)),
    one.blocks.map((block, i) => drawBlock(block, i, numbers)));
}

function sign(number) {
  return /^[0-9]/u.test(number) ? `§${number}` : number;
}

function drawBlock(block, key, numbers) {
  if (block.kind === "pre") return h("pre", { key, tabindex: "0" }, block.lines.join("\n"));
  if (block.kind === "table") return table(block.lines, key, numbers);
  const text = spans(block.lines.join(" "), numbers);
  if (block.kind === "quote") return h("blockquote", { key }, text);
  return block.kind === "item" ? h("p", { key, class: "item" }, text) : h("p", { key }, text);
}

function table(lines, key, numbers) {
  const [head, ...rows] = cells(lines);
  return h("div", { class: "table-wrap", key, tabindex: "0", role: "group", "aria-label": head.join(", ") },
    h("table", {},
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, spans(cell, numbers))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, spans(cell, numbers))))))));
}

function spans(text, numbers) {
  return parts(text, numbers).map((part) => {
    if (part.rule) return toRule(part.rule, part.text);
    if (part.strong) return h("strong", {}, part.strong);
    if (part.slanted) return h("em", {}, part.slanted);
    return part.code ? h("code", {}, part.code) : part.text;
  });
}
