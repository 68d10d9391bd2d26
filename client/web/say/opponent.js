/** What the opponent sees of one's own side, as far as one's own view tells it (§22); twin of plain/sightings.py. */
import { h } from "../dom.js";
import { _, fill } from "../words.js";
import { cardName, cardOf, drawnView, halfOf, naming } from "./naming.js";
import {
  OWN_LINES,
  airplaneCount,
  cardCount,
  diceLeft,
  enemy,
  inRow,
  lineName,
  sideName,
  taskName,
} from "./wording.js";

const PRIVATE = ["ships", "airplanes"]; // sections whose steps are shown at their end

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A name with what is to be noted about it. */
function noted(name, ...notes) {
  const said = inRow(notes.filter(Boolean));
  return said ? fill(_("{card}, {notes}"), { card: name, notes: said }) : name;
}

function damageText(damage, hp) {
  return damage ? fill(_("damage {damage} of {hp}"), { damage, hp }) : "";
}

/** Its task, and the dice that it may still roll. */
function fighting(row, atSea) {
  return [row.task === null ? "" : taskName(row.task, atSea), row.attempts === null ? "" : diceLeft(row.attempts)];
}

/** One's own side through the eyes of the other player: what is to be said first, a row for each line, the rest. */
function sighted(state) {
  const view = drawnView(state),
    names = naming(state);
  if (!view) return { before: [], lines: [], after: [] };
  if (view.viewer === null) {
    return { before: [_("You look on; both players see what you see, and their own cards.")], lines: [], after: [] };
  }
  const half = halfOf(view, view.viewer),
    them = sideName(enemy(view.viewer));
  if (!view.turn && half.air_deck !== null && view.sections.includes("setup")) {
    const nothing = _("{enemy} sees nothing of your set-up before both sides are ready (§22.1).");
    return { before: [fill(nothing, { enemy: them })], lines: [], after: [] };
  }
  const lines = OWN_LINES[view.viewer].map((line) => [`${capital(lineName(line))}:`, inLine(names, half, line)]);
  return {
    before: opening(view, them),
    lines: lines.filter(([, rows]) => rows.length),
    after: [...flying(names, half), ...counts(half)],
  };
}

function opening(view, them) {
  if (view.phasing === view.viewer && view.sections.some((section) => PRIVATE.includes(section))) {
    const veiled = _(
      "{enemy} sees your side as it was before this segment, until you end your airplane segment (§14.3(4)).",
    );
    return [fill(veiled, { enemy: them }), _("From then on, with your unseen cards mixed:")];
  }
  return [fill(_("What {enemy} sees of your side:"), { enemy: them })];
}

function inLine(names, half, line) {
  return [
    ...half.bases.filter((b) => b.line === line).map((b) => base(names, half, b)),
    ...half.formations.filter((f) => f.line === line).map((f) => formation(names, half, f)),
  ];
}

function base(names, half, b) {
  const name = fill(_("base {name}"), { name: names.token(b.token) });
  return noted(name, damageText(b.damage, cardOf(b.card)?.hp ?? 0)) + aboard(names, half, b.token);
}

/** The airplanes on a base: by name, since all on it lie open to both. */
function aboard(names, half, host) {
  const there = half.airplanes.filter((a) => a.host === host);
  if (!there.length) return "";
  const hidden = there.some((a) => a.card === null);
  const airplanes = hidden ? airplaneCount(there.length) : inRow(there.map((a) => names.token(a.token)));
  return fill(_("; aboard {airplanes}"), { airplanes });
}

/** A formation as it lies there for the other: its face, or one card or two. */
function formation(names, half, f) {
  const onIt = half.airplanes.filter((a) => a.host === f.token).length;
  const carried = onIt ? fill(_("; aboard {airplanes}"), { airplanes: airplaneCount(onIt) }) : "";
  const name = names.token(f.token);
  if (f.detected) {
    const open = fill(_("{card}, face up"), { card: name });
    return noted(open, damageText(f.damage, f.values?.hp ?? 0), ...fighting(f, true)) + carried;
  }
  return fill(unseen(f), { lies: f.pair ? _("two unseen cards") : _("one unseen card"), card: name }) + carried;
}

function unseen(f) {
  if (f.known) return _("{lies}, but it is known that this is {card}");
  if (f.pair && f.lead !== null && cardOf(f.lead)?.transports) {
    return _("{lies} (you: {card}; one unseen card, as long as the deployment that loaded it is not shown)");
  }
  return _("{lies} (you: {card})");
}

function flying(names, half) {
  return half.airplanes
    .filter((a) => !a.host && a.line !== null)
    .map((a) =>
      fill(_("In the air by the {line}: {airplane}."), { line: lineName(a.line), airplane: airplane(names, a) }),
    );
}

function airplane(names, a) {
  const name = names.token(a.token);
  const lies = a.detected ? name : fill(_("one unseen airplane (you: {card})"), { card: name });
  return noted(lies, a.task === null ? "" : taskName(a.task, false));
}

function counts(half) {
  if (half.hand_count === null) return [];
  const top = half.top === null ? "" : fill(_(", {card} on top"), { card: cardName(half.top) });
  return [
    fill(_("Your hand: {cards}, backs only."), { cards: cardCount(half.hand_count) }),
    fill(_("Your airplane deck: {air}; your fleet deck: {fleet}; your discards: {pile}{top}."), {
      air: half.air_deck,
      fleet: half.fleet_deck,
      pile: half.discards,
      top,
    }),
  ];
}

/** The same as a page to read. */
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
