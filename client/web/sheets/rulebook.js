/** The rulebook as paragraphs: the page's twin of client/text/rulebook.py.  It reads Markdown as far as the book uses it. */

const NUMBER = String.raw`[0-9]+(?:\.[0-9]+)?(?:\([0-9a-z]+\))*`;
const PARAGRAPH = new RegExp(String.raw`^\*\*(${NUMBER})\*\*\s?`, "u");
const HEADING = new RegExp(String.raw`^(#+) (?:(${NUMBER}) |(R-[0-9]+b?)$)?(.*)$`, "u");

const TESTS = "Test:"; // of a ruling: for programmers

/** Everything in the order of the book: {number, title, level, blocks}. */
export function parsed(text) {
  const found = [];
  /** @type {any} */
  let one = null;
  for (const raw of text.split("\n")) {
    const heading = HEADING.exec(raw), begun = PARAGRAPH.exec(raw);
    if (heading) {
      one = { number: heading[2] ?? heading[3] ?? "", title: heading[4].trim(), level: heading[1].length, raw: [] };
      found.push(one);
    } else if (begun) {
      one = { number: begun[1], title: "", level: 0, raw: [raw.slice(begun[0].length)] };
      found.push(one);
    } else if (one) {
      one.raw.push(raw);
    }
  }
  return found.map(({ raw, ...rest }) => ({ ...rest, blocks: blocks(raw) }));
}

/** Passages, examples, lists, tables and drawings of a paragraph: {kind, lines}. */
function blocks(lines) {
  const found = [];
  /** @type {any} */
  let last = null;
  let fenced = false;
  for (const raw of lines) {
    if (raw.startsWith("```")) {
      fenced = !fenced;
      last = null;
      if (fenced) found.push((last = { kind: "pre", lines: [] }));
    } else if (fenced) {
      last.lines.push(raw);
    } else if (raw.trim() === "" || raw.trim() === ">") {
      last = null;
    } else {
      last = joined(found, last, kindOf(raw), raw);
    }
  }
  return found.filter((block) => block.lines.length && !block.lines[0].startsWith(TESTS));
}

function kindOf(raw) {
  if (raw.startsWith("|")) return "table";
  if (raw.startsWith(">")) return "quote";
  return /^\s*(?:[-*]|[0-9]+\.) /u.test(raw) ? "item" : "text";
}

/** A line goes on with what is before it, or begins a block. */
function joined(found, last, kind, raw) {
  const text = raw.replace(/^>\s?/u, "").replace(/^\s*[-*] /u, "").trim();
  if (last && kind === "text" && last.kind !== "table") {
    last.lines.push(text);
    return last;
  }
  if (last && kind === last.kind && (kind === "table" || kind === "quote")) {
    last.lines.push(text);
    return last;
  }
  const block = { kind, lines: [text] };
  found.push(block);
  return block;
}

/** The cells of the rows of a table; the row of dashes is none. */
export function cells(lines) {
  const rows = lines.map((line) => line.replace(/^\||\|$/gu, "").split("|").map((cell) => cell.trim()));
  return rows.filter((row) => !row.every((cell) => /^[-: ]*$/u.test(cell)));
}

/** A text in parts: {text}, {strong}, {code}, or {rule} where it names a paragraph that there is. */
export function parts(text, numbers) {
  const found = [];
  const mark = /\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*([^*\s][^*]*?)\*(?!\w)|\[(R-[0-9]+b?)\]|§?\b([0-9]+(?:\.[0-9]+)?(?:\([0-9a-z]+\))*)/gu;
  let at = 0;
  for (const hit of text.matchAll(mark)) {
    const part = partOf(hit, numbers);
    if (part === null) continue;
    if (hit.index > at) found.push({ text: text.slice(at, hit.index) });
    found.push(part);
    at = hit.index + hit[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

function partOf(hit, numbers) {
  const [whole, strong, code, slanted, ruling, number] = hit;
  if (strong) return { strong };
  if (code) return { code };
  if (slanted) return { slanted };
  if (ruling) return numbers.has(ruling) ? { rule: ruling, text: whole } : { text: whole };
  const named = /[.(§]/u.test(whole); // a bare "3" is a number, "3.4" and "§3" are paragraphs
  return number && named && numbers.has(number) ? { rule: number, text: whole } : null;
}

/** The paragraph that is asked for, or the nearest one above it: "17.2(3)(a)" falls back to "17.2(3)". */
export function nearest(book, wanted) {
  const numbers = new Set(book.map((one) => one.number));
  let number = String(wanted ?? "").replace(/^§\s*/u, "").trim();
  if (/^r-/u.test(number)) number = number.toUpperCase();
  while (number && !numbers.has(number)) number = shorter(number);
  return number;
}

function shorter(number) {
  if (number.endsWith(")")) return number.slice(0, number.lastIndexOf("("));
  return number.includes(".") ? number.slice(0, number.lastIndexOf(".")) : "";
}

/** The paragraphs that hold all of the words, and those whose number begins so; what has no number explains, and comes last. */
export function search(book, words) {
  const wanted = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const number = words.trim().replace(/^§\s*/u, "");
  const found = book.filter((one) => {
    if (number && /^(?:[0-9]|r-)/iu.test(number)) return isBelow(one.number, number.replace(/^r/u, "R"));
    const text = `${one.number} ${one.title} ${one.blocks.flatMap((block) => block.lines).join(" ")}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return [...found.filter((one) => one.number), ...found.filter((one) => !one.number)];
}

function isBelow(number, wanted) {
  const rest = number.slice(wanted.length);
  return number.startsWith(wanted) && (rest === "" || rest[0] === "(" || rest[0] === ".");
}
