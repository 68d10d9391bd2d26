/** Invite a friend: a table of one's own, with everything that may be chosen for it. */
import { h } from "../../base/dom.js";
import { create } from "../../session/api.js";
import { phrase } from "../../base/language/vocabulary.js";
import { _ } from "../../base/language/words.js";
import { attempt, edit } from "../../base/draft.js";
import { beginPair, part as later } from "../../base/later.js";
import { busyText, choice, fault, line, list, part, tick } from "../../base/widgets/fields.js";
import { absences, reaches, setNames, sides, termsOfFriend } from "../../session/terms.js";
import { ready } from "../../session/bot_game.js";

/**
 * The card; its options fold out, because most people need none of them.
 * @param {Page.State} state
 */
export function friendCard(state, now) {
  const folded = now.part === "friend";
  return part("invite-friend", _("Play a friend"), _("You get a link. Whoever opens it plays against you."),
    choice("friend-side", _("Your side"), sides(), now.friendSide, (friendSide) => edit({ friendSide })),
    h("button", { type: "button", class: "quiet fold", "aria-expanded": String(folded),
      on: { click: () => edit({ part: folded ? "" : "friend" }) } },
      _("More options")),
    folded && options(state, now),
    fault(now.fault?.part === "friend" ? now.fault.text : ""),
    h("button", { type: "button", class: "big second", id: "make-table", disabled: !ready(state) || now.busy !== "",
      on: { click: () => makeTable(now) } },
      busyText(now, "friend", _("Invite a friend"))),
    h("button", { type: "button", class: "quiet", id: "hotseat", disabled: !ready(state), on: { click: () => attempt("friend", beginPair) } },
      _("Two at one screen")));
}

/** @param {Page.State} state */
function options(state, now) {
  return h("div", { class: "friend-options", key: "options" },
    list("friend-set", _("Cards"), setNames(state), now.set, (set) => edit({ set })),
    list("friend-reach", _("Who may join"), reaches(), now.reach, (reach) => edit({ reach })),
    list("friend-absent", _("When a player is away"), absences(), now.absent, (absent) => edit({ absent })),
    line("friend-bank", _("Minutes of thinking"), now.bank, (bank) => edit({ bank }),
      { inputmode: "numeric", maxlength: "4" }, _("for each side; 0: no clock")),
    line("friend-least", _("Least time of an answer"), now.least, (least) => edit({ least }),
      { inputmode: "numeric", maxlength: "4" },
      _("milliseconds that an answer of a person takes at least, so that speed tells nothing")),
    tick("friend-spectators", _("Others may look on"), now.spectators, (spectators) => edit({ spectators })),
    tick("friend-advice", phrase("advice.for_both"), now.advice, (advice) => edit({ advice })),
    later("../session/tables/agreed/offers_sheet.js")?.ticks(now, edit),
    line("friend-seed", _("Seed, for practice"), now.seed, (seed) => edit({ seed }),
      { maxlength: "64", spellcheck: "false" },
      _("whoever has the seed can know every card")),
    later("../start/terms/special.js")?.chooser(state, now, "friend"));
}

function makeTable(now) {
  return attempt("friend", () => create(termsOfFriend(now)));
}
