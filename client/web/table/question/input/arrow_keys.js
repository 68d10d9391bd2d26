/** Going about with the arrow keys: along a list, and over the table to the nearest thing in a direction. */

const WAYS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
const SIDEWAYS = 2; // how much more a step to the side counts than one ahead

/** The focus goes to the next of a list, from the last to the first. */
export function nextOf(elements, from, step) {
  if (!elements.length) return false;
  const now = elements.indexOf(from);
  const next = now < 0 ? (step > 0 ? 0 : elements.length - 1) : (now + step + elements.length) % elements.length;
  elements[next].focus({preventScroll: true});
  elements[next].scrollIntoView({block: "nearest"});
  return true;
}

/** An arrow on a thing of the table: the focus goes to the nearest thing that way. */
export function goFrom(event) {
  const way = WAYS[event.key];
  if (!way || event.altKey || event.ctrlKey || !event.target.matches?.("[data-thing]:not([data-in])")) return false;
  const from = event.target.getBoundingClientRect();
  const things = [...document.querySelectorAll("[data-thing][tabindex]:not([data-in]), button[data-thing]:not([data-in])")];
  /** @type {any} */
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    const length = thing === event.target ? Infinity : distance(from, thing.getBoundingClientRect(), way);
    if (length < least) [best, least] = [thing, length];
  }
  best?.focus();
  return best !== null;
}

/** How far it is from the middle of one box to that of another in a direction; Infinity for what lies the other way. */
function distance(from, to, [dx, dy]) {
  const x = (to.left + to.right - from.left - from.right) / 2, y = (to.top + to.bottom - from.top - from.bottom) / 2;
  const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
  return ahead > 1 ? ahead + SIDEWAYS * aside : Infinity;
}
