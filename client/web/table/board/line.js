/** One of the six lines: its bases, its formations, and the airplanes over it. */
import {h, memo, s} from "../../base/dom.js";
import {_, language, N_} from "../../base/language/words.js";
import {taskName} from "../../text/phrases.js";
import {aboard, dice, flights} from "./airplanes.js";
import {airWidth, fieldWidth, laid} from "./cards/even.js";
import {spoiled} from "./cards/figures.js";
import {lyingBack, lyingFace} from "./cards/lying_face.js";
import {baseText, formationText} from "./labels.js";
import {nationSign, sideClass} from "./cards/shapes.js";
import {markKey, thing} from "./thing.js";

const SHORT = [N_("rear"), N_("middle"), N_("front"), N_("front"), N_("middle"), N_("rear")]; // where there is no room

/** `rows`: what lies in the line, as table.js found it; `given`: view, names, marks and what else all lines share. */
export function line(n, {stacks, flying}, given) {
  const {view, names, marks} = given;
  const id = `l${n}`, mark = marks.get(id), owner = n <= 2 ? 0 : 1;
  const bare = stacks.length === 0 && flying.length === 0, ships = stacks.some(({row}) => "lead" in row);
  return h("section", {
    key: id, "data-thing": id, "aria-label": names.line(n),
    class: ["line", sideClass(owner), bare && "bare", ships && "ships", view.line === n && "fought", given.now.has(id) && "told", mark && `marked ${mark.state}`],
  },
  thing(id, mark, {key: "name", className: "line-name", text: names.line(n)},
    nationSign(owner), h("span", {class: "line-words", "aria-hidden": "true"}, names.line(n)),
    h("span", {class: "line-short", "aria-hidden": "true"}, _(SHORT[n])),
    view.line === n ? swords() : null),
  h("div", {class: "line-cards", key: "cards"}, stacks.map((one) => {
    return memo(`t${one.row.token}`, stackDeps(one, given), () => stack(one, owner, given));
  })),
  flying.length
    ? h("div", {class: ["line-air", flying.length > 4 && "many"], key: "air", style: {"--air": String(airWidth(flying.length))}},
      flights(flying, given))
    : null);
}

function swords() {
  return s("svg", {class: "swords", viewBox: "0 0 10 10", "aria-hidden": "true"},
    s("path", {d: "M1 1 6.6 6.6M9 1 3.4 6.6M5.4 7.8 7.8 5.4M4.6 7.8 2.2 5.4M7 7 9 9M3 7 1 9"}));
}

/** What a stack is drawn from; most updates change one or two of them. */
function stackDeps({row, airplanes}, {view, names, marks, cards, now}) {
  const tokens = [row.token, ...airplanes.map((a) => a.token)];
  const told = tokens.map((token) => `${markKey(marks.get(`t${token}`))}${names.token(token)}${now.has(token)}`);
  return [JSON.stringify([row, airplanes, view.target === row.token, view.viewer]), told.join(), cards, language()];
}

/** A base or a formation with what is aboard. */
function stack(found, owner, given) {
  const {row, side} = found, id = `t${row.token}`, deck = laid(found, given.marks);
  const one = "card" in row ? baseStack(found, deck, given) : formationStack(found, deck, given);
  const classes = ["stack", sideClass(side), side !== owner && "intruder", ...one.classes];
  const style = {"--beside": String(fieldWidth(deck.places, deck.numbered))};
  return h("div", {key: id, class: classes, style},
    thing(id, given.marks.get(id), {
      key: "card", className: "lying-card", text: one.text, card: one.card, now: given.now.has(row.token),
    }, one.faces),
    aboard(deck.shown, deck.host, deck.escort, spoiled(row.values, row.damage), {...given, side}),
    tasked(row));
}

function baseStack({row, side, airplanes}, {host}, {view, names}) {
  const target = view.target === row.token;
  return {
    classes: ["base"], text: baseText(row, names, airplanes, target), card: row.card,
    faces: [
      host ? lyingFace(host, {values: row.values ?? null, damage: row.damage}) : lyingBack({side}),
      target ? flag() : null,
    ],
  };
}

function formationStack({row, side, airplanes}, {host, escort}, {view, names}) {
  return {
    classes: ["formation", row.pair && "pair", !host && "face-down"], card: row.lead,
    text: formationText(row, names, side === view.viewer, airplanes),
    faces: host ? faces(row, host, escort) : backs(row, side, names),
  };
}

/** A formation that is seen, or known. */
export function faces(row, host, escort) {
  const sight = row.detected ? "open" : row.known ? "known" : "closed";
  const half = host.transports ? "transports" : host.submarine ? "submarine" : "";
  return lyingFace(host, {values: row.values, damage: row.damage, sight, half, escort: row.pair ? escort : null});
}

/** Of a pair the second back looks out behind the first. */
export function backs(row, side, names) {
  const letter = names.names?.unseen?.get(row.token) ?? "";
  return [
    row.pair ? h("div", {key: "second", class: ["face back behind", sideClass(side)], "aria-hidden": "true"}) : null,
    lyingBack({side, airplanes: row.airplanes, label: letter}),
  ];
}

function tasked(row) {
  if (!row.task && !row.attempts) return null;
  return h("span", {key: "task", class: "task", "aria-hidden": "true"},
    row.task ? taskName(row.task, true) : null, dice(row.attempts));
}

/** The base that is landed on. */
function flag() {
  return s("svg", {key: "flag", class: "flag", viewBox: "0 0 10 10", "aria-hidden": "true"},
    s("path", {d: "M2 0H3V10H2ZM3.4.6 9.4 2.8 3.4 5Z"}));
}
