/** Another toss waits, after one for which our share was shown: whoever sits here goes on or leaves, and nothing before. */
import "../base/language/later_words.js";
import { h } from "../base/dom.js";
import { leaveToss, tossAgain } from "../session/api.js";
import { remember } from "../base/address.js";
import { change } from "../base/store.js";
import { _ } from "../base/language/words.js";
import { phrase } from "../base/language/vocabulary.js";

/** The question, in the place of the table. */
export function tossQuestion({ inDoubt }) {
  const why = inDoubt.over
    ? phrase("toss_again.unasked")
    : inDoubt.began
      ? phrase("toss_again.begun")
      : phrase("toss_again.nothing");
  return h("main", { class: "elsewhere", id: "main", tabindex: "-1", key: "in-doubt" },
    h("h1", {}, _("The toss came to nothing")),
    h("p", { role: "alert" }, why),
    h("p", {}, phrase("toss_again.why")),
    h("div", { class: "row-buttons" },
      h("button", { type: "button", class: "quiet", on: { click: tossAgain } }, phrase("commands.toss_again")),
      h("button", { type: "button", class: "quiet", on: { click: goAway } }, _("Leave the table"))));
}

async function goAway() {
  await leaveToss();
  remember("");
  change({ screen: "start", open: "" });
}
