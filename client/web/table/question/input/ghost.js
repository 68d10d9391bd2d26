/** The card that follows the pointer while it is dragged, and the place over which it hangs. */
import {naming} from "../../../text/naming.js";
import {state} from "../../../base/store.js";
import {stagedNow} from "../answering/asked.js";
import {thingName} from "../words/names.js";

/** @type {any} */
let ghost = null;
/** @type {any} */
let over = null; // the element that is marked as being under the card
/** @type {any} */
let lifted = null; // the element that is dragged

/** Lift the card that was pressed. */
export function startGhost({thing, element, x, y}) {
  const box = element.getBoundingClientRect();
  lifted = element;
  lifted.setAttribute("data-lifted", "");
  ghost = document.createElement("div");
  ghost.id = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(picture(thing, element));
  ghost.style.setProperty("--wide", `${Math.round(Math.min(box.width, 160))}px`);
  document.body.append(ghost);
  document.body.setAttribute("data-dragging", "");
  moveGhost(x, y);
}

/** A copy of the card; where it cannot be copied alone, its name. */
function picture(thing, element) {
  if (element instanceof HTMLElement && !element.hasAttribute("data-in")) {
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    copy.removeAttribute("data-thing");
    for (const inner of copy.querySelectorAll("[data-thing], [id]")) {
      inner.removeAttribute("data-thing");
      inner.removeAttribute("id");
    }
    return copy;
  }
  const name = document.createElement("bdi");
  const staged = stagedNow(state);
  name.className = "ghost-name";
  name.textContent = staged ? thingName(staged.question, naming(state), thing) : "";
  return name;
}

/** The card follows; what lies under it is marked. */
export function moveGhost(x, y) {
  ghost?.style.setProperty("--x", `${Math.round(x)}px`);
  ghost?.style.setProperty("--y", `${Math.round(y)}px`);
  const under = document.elementFromPoint(x, y)?.closest("[data-thing]") ?? null;
  if (under === over) return;
  over?.removeAttribute("data-over");
  over = under;
  if (over !== lifted) over?.setAttribute("data-over", "");
}

/** It is put down. */
export function endGhost() {
  over?.removeAttribute("data-over");
  lifted?.removeAttribute("data-lifted");
  ghost?.remove();
  document.body.removeAttribute("data-dragging");
  [ghost, over, lifted] = [null, null, null];
}
