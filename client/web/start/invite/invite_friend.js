/** Invite a friend: a table of one's own, with everything that may be chosen for it. */
import { h } from "../../base/dom.js";
import { create } from "../../session/api.js";
import { _ } from "../../base/language/words.js";
import { attempt, edit } from "../../base/draft.js";
import { beginPair, part as later } from "../../base/later.js";
import { busyText, choice, fault, part } from "../../base/widgets/fields.js";
import { sides, termsOfFriend } from "../../session/terms.js";
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
    folded && later("../start/invite/friend_options.js")?.options(state, now),
    fault(now.fault?.part === "friend" ? now.fault.text : ""),
    h("button", { type: "button", class: "big second", id: "make-table", disabled: !ready(state) || now.busy !== "",
      on: { click: () => makeTable(now) } },
      busyText(now, "friend", _("Invite a friend"))),
    h("button", { type: "button", class: "quiet", id: "hotseat", disabled: !ready(state), on: { click: () => attempt("friend", beginPair) } },
      _("Two at one screen")));
}

function makeTable(now) {
  return attempt("friend", () => create(termsOfFriend(now)));
}
