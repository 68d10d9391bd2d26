/**
 * Cards are carried: dragged by the mouse or a pen, or by keyboard.  There the space bar picks up, arrows go from place to place, space
 * or Enter lays down, Escape puts back; what is under the card is said each time.
 */
import { _, fill } from "../../base/language/words.js";
import { state as current } from "../../base/store.js";
import { cardOf, places } from "./editing.js";
import { formationName } from "./checking.js";
import { lay, set } from "./editor.js";

const FAR = 6; // pixels from which on it is a drag, and no click

const same = (one, other) => ["kind", "side", "n"].every((field) => one[field] === other[field]);

/** A place in words. */
export function placeName({ kind, side, n }) {
  const { battle, cards } = current.editor, mine = side === 0 ? battle.us : battle.jp;
  if (kind === "line") return [_("Front line"), _("Middle line"), _("Rear line")][n];
  if (kind === "ship") return formationName(cards, mine.ships[n]);
  if (kind === "base") return formationName(cards, { lead: mine.bases[n].card });
  return { bases: _("Bases"), deck: _("Airplane deck"), reserve: _("Fleet deck"), off: _("off the table") }[kind];
}

/** The places of what is held. */
export const open = ({ battle, cards, held }) => (held ? places(battle, cards, held) : []);

/** Whether what is held may be laid here. */
export const takes = (editor, place) => open(editor).some((one) => same(one, place));

/** Whether the keyboard has it over this place. */
export const isOver = (editor, place) => Boolean(editor.held?.byKey) && same(open(editor)[editor.at] ?? {}, place);

function name(thing) {
  const { battle, cards } = current.editor, mine = thing.side === 0 ? battle.us : battle.jp;
  return thing.kind === "ship" ? formationName(cards, mine.ships[thing.n]) : formationName(cards, { lead: cardOf(battle, thing) });
}

/** What a card answers to. */
export function carried(thing) {
  return { pointerdown: (event) => pressed(event, thing), keydown: (event) => typed(event, thing), keyup: (event) => event.key === " " && event.preventDefault() };
}

function typed(event, thing) {
  const { editor } = current, { held, at } = editor, all = open(editor), how = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === " " && !held) pickUp(thing);
  else if (!held?.byKey) return;
  else if (how) over((at + how + all.length) % all.length);
  else if (event.key === " " || event.key === "Enter") lay(held, all[at], fill(_("{card}: laid down, {place}."), { card: name(held), place: placeName(all[at]) }));
  else if (event.key === "Escape") set({ held: null, told: _("Put back.") });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function pickUp(thing) {
  set({ held: { ...thing, byKey: true }, chosen: null });
  const all = open(current.editor);
  if (!all.length) return set({ held: null, told: _("There is no place for this card.") });
  const told = fill(_("{card} is picked up. Arrows choose a place, space lays it down, Escape puts it back."), { card: name(thing) });
  set({ at: 0, told: `${told} ${placeName(all[0])}` });
}

function over(at) {
  set({ at, told: placeName(open(current.editor)[at]) });
}

/** From here on the pointer carries it, once it has gone far enough. */
function pressed(event, thing) {
  if (event.button !== 0 || event.pointerType === "touch" || current.editor.reading) return;
  const from = [event.clientX, event.clientY], label = event.currentTarget.textContent;
  /** @type {?HTMLElement} */
  let ghost = null;
  const move = (now) => {
    if (!ghost && Math.hypot(now.clientX - from[0], now.clientY - from[1]) < FAR) return;
    if (!ghost) set({ held: thing, chosen: null });
    ghost ??= shadow(label);
    ghost.style.transform = `translate(${now.clientX + 8}px, ${now.clientY + 8}px)`;
  };
  const end = (now) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost?.remove();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const place = now.type === "pointerup" ? under(now) : null;
    if (place) lay(thing, place);
    else set({ held: null });
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** What follows the pointer. */
function shadow(label) {
  const ghost = document.createElement("div");
  ghost.className = "editor-ghost";
  ghost.textContent = label;
  document.body.append(ghost);
  return ghost;
}

/** A drag is no click on where it ends. */
const swallow = (event) => event.stopPropagation();

/** The nearest place below the pointer that takes what is held. */
function under({ clientX, clientY }) {
  const all = open(current.editor);
  for (let element = document.elementFromPoint(clientX, clientY)?.closest("[data-place]"); element; element = element.parentElement?.closest("[data-place]")) {
    const [kind, side, n] = (element.getAttribute("data-place") ?? "").split(" "), place = all.find((one) => same(one, { kind, side: Number(side), n: Number(n) }));
    if (place ?? kind === "off") return place ?? null;
  }
  return null;
}
