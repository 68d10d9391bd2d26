/** Another toss waits, after one for which our share was shown: whoever sits here goes on or leaves, and nothing before. */
import { h } from "../dom.js";
import { leaveToss, tossAgain } from "../net/guest.js";
import { remember } from "../start/link.js";
import { change } from "../store.js";
import { _ } from "../words.js";

/** The question, in the place of the table. */
export function tossQuestion({ inDoubt }) {
  const why = inDoubt.over
    ? _("The server deals the cards anew, though you have not asked for another game after the last one.")
    : inDoubt.began
      ? _("The game that had begun here was thrown away, and the cards are to be dealt anew.")
      : _("The toss came to nothing after your share had been shown, and the cards are to be dealt anew.");
  return h("main", { class: "elsewhere", id: "main", tabindex: "-1", key: "in-doubt" },
    h("h1", {}, _("The toss came to nothing")),
    h("p", { role: "alert" }, why),
    h("p", {}, _("Whoever saw the deal could have another one by that.  There may be an honest reason: the host has restarted with other cards or another version.  Go on only if you know it.")),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: "quiet", on: { click: tossAgain } }, _("Go on with another toss")),
      h("button", { type: "button", class: "quiet", on: { click: goAway } }, _("Leave the table"))));
}

async function goAway() {
  await leaveToss();
  remember("");
  change({ screen: "start", open: "" });
}
