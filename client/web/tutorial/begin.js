/** The button on the start page: learn the game, or go on with learning it. */
import { h } from "../base/dom.js";
import { create, keptSeats, resume } from "../session/api.js";
import { attempt } from "../base/draft.js";
import { busyText, fault } from "../base/widgets/fields.js";
import { bytesOfSeed, termsOfBotGame } from "../session/terms.js";
import { change } from "../base/store.js";
import { _ } from "../base/language/words.js";
import { script } from "./script.js";
import { TUTOR } from "../session/tutor.js";
import { ready, sitAgainst } from "../session/bot_game.js";

const SIDES = ["us", "jp"];

/**
 * The part of the start page; nothing where the server has no tutor.
 * @param {Page.State} state
 */
export function learn(state, now) {
  if (!(state.server.bots ?? []).includes(TUTOR)) return null;
  const left = keptSeats().find((seat) => seat.against === TUTOR && !seat.over);
  const button = (id, text, act, look) => h("button", {
    type: "button", class: look, id, key: id, disabled: !ready(state) || now.busy !== "", on: { click: act },
  }, busyText(now, id, text));
  return h("section", { class: "learn", key: "learn", "aria-labelledby": "learn-title" },
    h("div", { class: "learn-words" },
      h("h2", { id: "learn-title" }, _("Learn the game")),
      h("p", { class: "about" }, _("Twelve short lessons in a first game; leave it and come back whenever you like."))),
    h("div", { class: "row-buttons" },
      left && button("learn-on", _("Go on learning"), () => goOn(left), "primary"),
      button("learn", left ? _("From the beginning") : _("Begin the tutorial"), begin, left ? "quiet" : "primary")),
    fault(now.fault?.part === "learn" || now.fault?.part === "learn-on" ? now.fault.text : ""));
}

function goOn(left) {
  change({ coach: null });
  return attempt("learn-on", () => resume(left));
}

/** A table with the deal and the dice of the script, and the tutor on its other side. */
function begin() {
  return attempt("learn", async () => {
    const { seed, cards, side } = await script();
    change({ coach: null });
    await sitAgainst(TUTOR, () => create(termsOfBotGame({ side: SIDES[side], set: cards, seed: bytesOfSeed(seed) })));
  });
}
