/** The screen of a review: the curve, luck and skill, the dearest decisions of each side, and all decisions. */
import { h } from "../../base/dom.js";
import { sentence } from "../../base/language/clean.js";
import { _, fill } from "../../base/language/words.js";
import { fault } from "../../base/widgets/fields.js";
import { balance } from "./balance.js";
import { curve } from "./curve.js";
import { dearest, every } from "./decisions.js";
import { again, endReview, keepAs } from "./making.js";

/**
 * The whole screen.
 * @param {Page.State} state
 */
export function reviewScreen({ review }) {
  if (!review) return null;
  const { told } = review;
  return h("main", { class: "review", id: "main", tabindex: "-1", key: "review", "aria-labelledby": "review-title" },
    h("header", { class: "review-head", key: "head" },
      h("h1", { id: "review-title" }, _("What this game teaches")),
      h("button", { type: "button", class: "quiet", on: { click: endReview } }, _("Close the review"))),
    told && h("p", { class: "about", key: "about" }, sentence(told.words.heading, 400)),
    fault(review.fault),
    review.fault && h("button", { type: "button", key: "again", on: { click: again } }, _("Ask again")),
    !told && !review.fault && h("p", { class: "review-state", role: "status", key: "state" }, progress(review)),
    !told && review.all > 0 && h("progress", { key: "bar", max: String(review.all), value: String(review.done), "aria-label": _("Work done") }),
    curve(review),
    told && balance(told),
    told && ["US", "JP"].map((side) => dearest(review, side)),
    told && every(review),
    told && h("p", { class: "review-keep", key: "keep" },
      h("button", { type: "button", on: { click: () => keepAs("txt") } }, _("Save as text")),
      h("button", { type: "button", on: { click: () => keepAs("json") } }, _("Save as JSON"))));
}

/** How far it is. */
function progress({ ahead, done, all }) {
  if (ahead) return fill(_("Reviews of others that come first: {n}."), { n: ahead });
  if (!all) return _("The game is being read ...");
  return fill(_("Every decision is tried out in games that look like this one: {n} %."), { n: Math.floor((100 * done) / all) });
}
