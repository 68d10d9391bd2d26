/** A seat that was taken from another tab or another computer. */
import { h } from "../../base/dom.js";
import { connect, resume } from "../api.js";
import { change, state as current } from "../../base/store.js";
import { _ } from "../../base/language/words.js";
import { clean } from "../../base/language/clean.js";

/**
 * In the place of the table, when the same seat is played from another tab or another computer.
 * @param {Page.State} state
 */
export function elsewhere(state) {
  const kept = state.seat;
  return h("main", { class: "elsewhere", id: "main", tabindex: "-1", key: "elsewhere" },
    h("h1", {}, _("This seat is played elsewhere")),
    h("p", {}, _("Another tab or another computer has taken this seat: a seat is at one place at a time. The game goes on there; nothing is lost.")),
    state.elsewhereFault && h("p", { class: "fault", role: "alert" }, clean(state.elsewhereFault, 400)),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: "big", on: { click: () => takeSeat(kept) } }, _("Take the seat here")),
      h("button", { type: "button", class: "quiet", on: { click: () => location.assign(location.pathname) } },
        _("To the start page"))));
}

async function takeSeat(kept) {
  try {
    await connect();
    await resume(kept, true);
    change({ elsewhereFault: "", screen: "table" });
  } catch (error) {
    change({ elsewhereFault: error.message, net: { ...current.net } });
  }
}
