/** How the page looks, as it is set: its colours, the size of its cards, whether anything moves. */

const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Let the page look as it is set; told by main.js at each drawing, cheap when nothing has changed. */
export function dressed({ settings: now }) {
  const night = now.theme === "night" || (now.theme === "auto" && dark?.matches);
  const body = document.body;
  body.classList.toggle("night", Boolean(night));
  body.classList.toggle("day", !night);
  body.classList.toggle("still", !now.motion || Boolean(still?.matches));
  body.dataset.speed = now.speed;
  body.dataset.cards = now.cards;
  body.dataset.palette = now.palette;
}

/** Draw again when the system changes between day and night, or motion is no longer wanted. */
export function followSystem(again) {
  dark?.addEventListener("change", again);
  still?.addEventListener("change", again);
}
