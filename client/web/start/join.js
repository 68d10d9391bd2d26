/** Join by what a friend has sent: a link of a page, or an invite. */
import { h } from "../base/dom.js";
import { base64, base64OfLink, forLink } from "../session/crypto/link_secret.js";
import { watch } from "../session/api.js";
import { _ } from "../base/language/words.js";
import { attempt, edit } from "../base/draft.js";
import { busyText, fault, part } from "../base/widgets/fields.js";
import { place } from "../base/address.js";
import { fetched } from "../base/later.js";
import { invite } from "../session/tables/invited.js";
import { ready } from "../session/bot_game.js";

/**
 * The card with the field to paste into.
 * @param {Page.State} state
 */
export function joinCard(state, now) {
  const submit = (event) => {
    event.preventDefault();
    attempt("join", () => joinBy(now.pasted));
  };
  return part("join-friend", _("Join a friend"), _("Paste the link or the invite that you were sent."),
    h("form", { class: "join-form", on: { submit } },
      h("label", { for: "pasted" }, _("Link or invite")),
      h("textarea", {
        id: "pasted", rows: "3", value: now.pasted, spellcheck: "false", autocomplete: "off", placeholder: "IB1-...",
        on: { input: (event) => edit({ pasted: event.target.value }) },
      }),
      fault(now.fault?.part === "join" ? now.fault.text : ""),
      h("button", { type: "submit", class: "big second",
        disabled: !ready(state) || now.busy !== "" || !now.pasted.trim() },
        busyText(now, "join", _("Join")))));
}

/** Go where a pasted text leads: who was invited reads to what, before he sits down. */
async function joinBy(text) {
  const typed = text.trim();
  if (typed.includes("#")) return joinByLink(typed);
  const { read } = await fetched("../start/invite/invite.js"); // few who come have an invite to type
  const { table, secret, partner } = read(typed);
  return invite({ table, secret: forLink(base64(secret)), side: "either", typed: true, partner });
}

function joinByLink(text) {
  const [before, hash] = [text.slice(0, text.indexOf("#")), text.slice(text.indexOf("#"))];
  const to = place(hash);
  if (to === null || (to.to !== "join" && to.to !== "watch")) throw new Error(_("This link leads to no table; ask for the whole of it."));
  if (before && !samePlace(before)) {
    location.href = text; // another server's page, which somebody has chosen to open
    return null;
  }
  return to.to === "join" ? invite(/** @type {any} */ (to)) : watch(to.table, base64OfLink(to.secret));
}

function samePlace(address) {
  let url;
  try {
    url = new URL(address);
  } catch {
    throw new Error(_("This link leads to no table; ask for the whole of it."));
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(_("This link leads to no table; ask for the whole of it."));
  return url.origin === location.origin;
}
