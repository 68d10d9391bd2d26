/** Airplanes: aboard, as markers on the icons of their host; in the air, as little flights over a line. */
import {h, s} from "../../base/dom.js";
import {cardOf} from "../../text/naming.js";
import {taskName} from "../../text/phrases.js";
import {places} from "./cards/figures.js";
import {airplaneText} from "./labels.js";
import {LETTERS, die, emptyPlace, place, sideClass} from "./cards/shapes.js";
import {airplane, propeller} from "./cards/silhouettes.js";
import {thing} from "./thing.js";

/** Which of the printed places each airplane stands on: one of its own kind where there is one. */
export function standing(airplanes, slots) {
  const free = slots.map(({kind}, n) => ({kind, n}));
  const take = (fits) => {
    const found = free.findIndex(fits);
    return found < 0 ? null : free.splice(found, 1)[0].n;
  };
  let beyond = slots.length;
  return airplanes.map((a) => {
    const icon = a.card === null ? "" : cardOf(a.card)?.icon;
    const own = take(({kind}) => kind === icon) ?? take(({kind}) => icon === "carrier" && kind === "land");
    return {a, n: own ?? take(() => true) ?? beyond++};
  });
}

/** The field beside a host's card: its places, with the airplanes that stand on them. */
export function aboard(airplanes, host, escort, damage, {marks, names, side, now}) {
  const slots = host ? places(host, escort, damage) : [];
  if (!airplanes.length && !slots.length) return null;
  const laid = new Map(standing(airplanes, slots).map(({a, n}) => [n, a]));
  const count = Math.max(slots.length, ...[...laid.keys()].map((n) => n + 1));
  return h("div", {class: "aboard", key: "aboard"}, Array.from({length: count}, (_none, n) => {
    const a = laid.get(n);
    return a ? piece(a, {marks, names, side, now}) : freePlace(slots[n], n);
  }));
}

function piece(a, {marks, names, side, now}) {
  const card = a.card === null ? null : cardOf(a.card), id = `t${a.token}`;
  return thing(id, marks.get(id), {
    className: ["plane-marker", sideClass(side), a.card === null && "hidden"],
    text: airplaneText(a, names), card: a.card, now: now.has(a.token),
  }, marker(card));
}

/** A place that nobody stands on; one that damage has spoiled is crossed out (§4.6). */
function freePlace({kind, lost}, n) {
  return s("svg", {key: `free${n}`, class: ["plane-place", lost && "slot-lost"], viewBox: "0 0 30 24", "aria-hidden": "true"},
    emptyPlace(kind, 3, 1),
    lost ? s("path", {class: "hp-cross", d: "M8 4l14 16m0-16l-14 16"}) : null);
}

/** A piece has the form of the icon that it needs and its letter; what it is one sees from above. */
function marker(card) {
  return s("svg", {class: "piece", viewBox: "0 0 30 24", "aria-hidden": "true"},
    s("g", {transform: "translate(1 0) scale(1.08)"}, place(card?.icon ?? "land", "marker-form")),
    card ? airplane(card, 13, 12, 0.46) : propeller(14, 12, 9),
    card ? s("text", {class: "marker-letter", x: 25.5, y: 22.5, "text-anchor": "middle", "font-size": 11}, LETTERS[card.icon]) : null);
}

/** Airplanes over a line: who, what they do there, and the dice that they still have. */
export function flights(airplanes, {marks, names, now}) {
  return airplanes.map(({a, side}) => {
    const card = a.card === null ? null : cardOf(a.card);
    const id = `t${a.token}`;
    return thing(id, marks.get(id), {
      className: ["flight", sideClass(side), a.card === null && "hidden", a.task && `doing-${a.task}`],
      text: airplaneText(a, names), card: a.card, now: now.has(a.token),
    },
    s("svg", {class: "flight-plane", viewBox: "0 0 48 40", "aria-hidden": "true"},
      card ? airplane(card, 24, 20, 1) : propeller(24, 20, 17)),
    h("span", {class: "flight-words", "aria-hidden": "true"},
      h("b", names.token(a.token)),
      a.task || a.attempts
        ? h("span", {class: "flight-task"}, a.task ? taskName(a.task, false) : null, dice(a.attempts))
        : null));
  });
}

/** Dice that are left, as a number and a die; a limited one shows a six. */
export function dice(attempts) {
  if (!attempts) return null;
  const [n, limited = false] = attempts;
  return h("span", {class: "dice-left"}, String(n), die(limited));
}
