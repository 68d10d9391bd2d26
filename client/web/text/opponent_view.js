/** What the opponent sees of one's own side, as far as one's own view tells it (§22); twin of plain/sightings.py. */
import "../base/language/later_words.js";
import { h } from "../base/dom.js";
import { _ } from "../base/language/words.js";
import { cardName, cardOf, drawnView, halfOf, naming } from "./naming.js";
import { diceLeft, enemy, inRow, lineName, OWN_LINES, sideName, taskName } from "./phrases.js";
import { amount, phrase } from "../base/language/vocabulary.js";

const PRIVATE = ["ships", "airplanes"]; // sections whose steps are shown at their end

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A name with what is to be noted about it. */
function noted(name, ...notes) {
  const said = inRow(notes.filter(Boolean));
  return said ? phrase("cards.noted", { card: name, notes: said }) : name;
}

function damageText(damage, hp) {
  return damage ? phrase("cards.damage", { damage, hp }) : "";
}

/** Its task, and the dice that it may still roll. */
function fighting(row, atSea) {
  return [row.task === null ? "" : taskName(row.task, atSea), row.attempts === null ? "" : diceLeft(row.attempts)];
}

/**
 * One's own side through the eyes of the other player: what is to be said first, a row for each line, the rest.
 * @returns {{before: string[], lines: [string, string[]][], after: string[]}}
 * @param {Page.State} state
 */
function sighted(state) {
  const view = drawnView(state),
    names = naming(state);
  if (!view) return { before: [], lines: [], after: [] };
  if (view.viewer === null) {
    return { before: [phrase("opponent.looking_on")], lines: [], after: [] };
  }
  const half = halfOf(view, view.viewer),
    them = sideName(enemy(view.viewer));
  if (!view.turn && half.air_deck !== null && view.sections.includes("setup")) {
    return { before: [phrase("opponent.set_up", { enemy: them })], lines: [], after: [] };
  }
  /** @type {[string, string[]][]} */
  const lines = OWN_LINES[view.viewer].map((line) => [`${capital(lineName(line))}:`, inLine(names, half, line)]);
  return {
    before: opening(view, them),
    lines: lines.filter(([, rows]) => rows.length),
    after: [...flying(names, half), ...counts(half, state.table?.terms?.battle)],
  };
}

function opening(view, them) {
  if (view.phasing === view.viewer && view.sections.some((section) => PRIVATE.includes(section))) {
    return [phrase("opponent.private", { enemy: them }), phrase("opponent.from_then")];
  }
  return [phrase("opponent.sees", { enemy: them })];
}

function inLine(names, half, line) {
  return [
    ...half.bases.filter((b) => b.line === line).map((b) => base(names, half, b)),
    ...half.formations.filter((f) => f.line === line).map((f) => formation(names, half, f)),
  ];
}

function base(names, half, b) {
  const name = phrase("cards.base", { name: names.token(b.token) });
  return noted(name, damageText(b.damage, cardOf(b.card)?.hp ?? 0)) + aboard(names, half, b.token);
}

/** The airplanes on a base: by name, since all on it lie open to both. */
function aboard(names, half, host) {
  const there = half.airplanes.filter((a) => a.host === host);
  if (!there.length) return "";
  const hidden = there.some((a) => a.card === null);
  const airplanes = hidden ? amount("airplanes", there.length) : inRow(there.map((a) => names.token(a.token)));
  return phrase("cards.aboard", { airplanes });
}

/** A formation as it lies there for the other: its face, or one card or two. */
function formation(names, half, f) {
  const onIt = half.airplanes.filter((a) => a.host === f.token).length;
  const carried = onIt ? phrase("cards.aboard", { airplanes: amount("airplanes", onIt) }) : "";
  const name = names.token(f.token);
  if (f.detected) {
    const open = phrase("opponent.face_up", { card: name });
    return noted(open, damageText(f.damage, f.values?.hp ?? 0), ...fighting(f, true)) + carried;
  }
  return phrase(unseen(f), { lies: f.pair ? phrase("opponent.two_cards") : phrase("opponent.one_card"), card: name }) + carried;
}

/** Which sentence is said of it. */
function unseen(f) {
  if (f.known) return "opponent.known";
  if (f.pair && f.lead !== null && cardOf(f.lead)?.transports) {
    return "opponent.loaded";
  }
  return "opponent.you";
}

function flying(names, half) {
  return half.airplanes
    .filter((a) => !a.host && a.line !== null)
    .map((a) =>
      phrase("opponent.in_air", { line: lineName(a.line), airplane: airplane(names, a) }),
    );
}

function airplane(names, a) {
  const name = names.token(a.token);
  const lies = a.detected ? name : phrase("opponent.one_airplane", { card: name });
  return noted(lies, a.task === null ? "" : taskName(a.task, false));
}

function counts(half, battle) {
  if (half.hand_count === null) return [];
  const top = half.top === null ? "" : phrase("cards.top", { card: cardName(half.top) });
  return [
    phrase("opponent.hand", { cards: amount("cards", half.hand_count) }),
    phrase(battle?.decks === false ? "opponent.no_decks" : "opponent.piles", {
      air: half.air_deck,
      fleet: half.fleet_deck,
      pile: half.discards,
      top,
    }),
  ];
}

/**
 * The same as a page to read.
 * @param {Page.State} state
 */
export function opponent(state) {
  const { before, lines, after } = sighted(state);
  return h(
    "section",
    { class: "opponents-view", "aria-label": _("What the opponent sees") },
    before.map((text, i) => h("p", { key: `b${i}` }, text)),
    lines.length > 0 &&
      h(
        "dl",
        lines.map(([label, rows]) => [
          h("dt", { key: label }, label),
          rows.map((row, i) => h("dd", { key: `${label}${i}` }, row)),
        ]),
      ),
    after.map((text, i) => h("p", { key: `a${i}` }, text)),
  );
}
