/**
 * Cards and airplanes that change their place are seen to go there.  Drawing makes them anew in another line; here they
 * are led from where they lay before.  Nothing moves for who wants no motion, nor where a whole other table is shown.
 */

const MANY = 16; // more than this is another moment, not a move
const LONG = 380;

/** The name of these motions among all animations. */
export const GLIDE = "glide";

/** To be called with the element that holds the lines, once. */
export function gliding(root) {
  let before = places(root);
  new MutationObserver(() => {
    const now = places(root);
    const moved = [...now].filter(([id, place]) => before.has(id) && before.get(id).home !== place.home);
    if (moved.length && moved.length <= MANY && !document.body.classList.contains("still")) {
      for (const [id, place] of moved) lead(place, before.get(id));
    }
    before = now;
  }).observe(root, {childList: true, subtree: true});
}

/** Where everything lies, and on what: a card in a line, an airplane on a card or over a line. */
function places(root) {
  const found = new Map();
  for (const line of root.children) {
    for (const thing of line.querySelectorAll(".lying-card, .plane-marker, .flight")) {
      const stack = thing.closest(".stack");
      const marker = thing.classList.contains("plane-marker");
      const home = marker ? stack.querySelector(".lying-card").dataset.thing : `${stack ? "in" : "over"} ${line.dataset.thing}`;
      const element = stack && !marker ? stack : thing;
      found.set(thing.dataset.thing, {element, home, box: element.getBoundingClientRect()});
    }
  }
  return found;
}

function lead({element, box}, {box: from}) {
  if (!element.animate || !box.width || !from.width) return;
  const scale = Math.min(1.6, Math.max(0.6, from.width / box.width));
  const x = from.left + from.width / 2 - box.left - box.width / 2;
  const y = from.top + from.height / 2 - box.top - box.height / 2;
  element.animate(
    [{transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 6}, {transform: "none", zIndex: 6}],
    {id: GLIDE, duration: LONG, easing: "cubic-bezier(.3, .1, .2, 1)"});
}
