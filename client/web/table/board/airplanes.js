/** Airplanes: aboard, as markers on the icons of their host; in the air, as little flights over a line. */
import {h, s} from "../../base/dom.js";
import {cardOf} from "../../text/naming.js";
import {taskName} from "../../text/phrases.js";
import {places} from "./cards/figures.js";
import {airplaneText} from "./labels.js";
import {die, place, sideClass} from "./cards/shapes.js";
import {airplane, kindOf, propeller} from "./cards/silhouettes.js";
import {slotStep} from "./cards/card_small.js";
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

/** The airplanes of a host, laid on its card. */
export function aboard(airplanes, host, escort, {marks, names, side, now}) {
  if (!airplanes.length) return null;
  const slots = host ? places(host, escort) : [];
  const laid = standing(airplanes, slots);
  const count = Math.max(slots.length, ...laid.map(({n}) => n + 1));
  return laid.map(({a, n}) => {
    const card = a.card === null ? null : cardOf(a.card);
    const id = `t${a.token}`;
    return thing(id, marks.get(id), {
      className: ["plane-marker", sideClass(side), a.card === null && "hidden"],
      text: airplaneText(a, names), card: a.card, now: now.has(a.token),
      style: {"--at": String((2 + n * slotStep(count)) / 150)},
    }, marker(card));
  });
}

/** A marker has the form of the icon that it stands on. */
function marker(card) {
  return s("svg", {viewBox: "0 0 24 22", "aria-hidden": "true"},
    place(card?.icon ?? "land", "marker-form"),
    card ? airplane(kindOf(card), card.icon === "carrier" ? 11 : 12, 11, 0.4) : propeller(12, 11, 8));
}

/** Airplanes over a line: who, what they do there, and the dice that they still have. */
export function flights(airplanes, {marks, names, now}) {
  return airplanes.map(({a, side}) => {
    const card = a.card === null ? null : cardOf(a.card);
    const id = `t${a.token}`;
    return thing(id, marks.get(id), {
      className: ["flight", sideClass(side), a.card === null && "hidden"],
      text: airplaneText(a, names), card: a.card, now: now.has(a.token),
    },
    s("svg", {class: "flight-plane", viewBox: "0 0 48 40", "aria-hidden": "true"},
      card ? airplane(kindOf(card), 24, 20, 1) : propeller(24, 20, 17)),
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
