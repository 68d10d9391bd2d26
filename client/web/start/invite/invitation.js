/** What a friend is sent: a link, the same as a code, the invite for the program; and which way can be read by others. */
import { copyable } from "../../base/widgets/copyable.js";
import { h } from "../../base/dom.js";
import { part } from "../../base/later.js";
import { shareButton } from "../../base/widgets/share.js";
import { whole } from "../../base/address.js";
import { _ } from "../../base/language/words.js";
import { forLink } from "../../session/crypto/link_secret.js";
import { here, isEncrypted, linksFor } from "../../session/server_address.js";
import { phrase } from "../../base/language/vocabulary.js";
import { link as asLink, write } from "./invite.js";

/**
 * All of it, once the server has told where it is.
 * @param {Page.State} state
 */
export function invitation(state) {
  const place = here(state);
  if (!place) return null;
  const seat = /** @type {Page.Place} */ (state.seat), hash = `#join=${seat.table}:${forLink(seat.secret)}`;
  const links = linksFor(place, hash), invite = place.addresses.length > 0 && inviteString(seat, place);
  const scanned = links[0] ?? (invite ? asLink(invite) : "");
  return h("div", { class: "invitation", key: "invitation" },
    h("div", { class: "invitation-words", key: "words" },
      links.length > 0 ? byLink(links) : !place.far && onlyHere(hash),
      invite && byInvite(invite)),
    scanned && part("../base/widgets/qr.js")?.qrCode(scanned, _("The same as a code, for the camera of a phone")));
}

function byLink(links) {
  return [
    links.map((link, n) => copyable(`invite-link${n || ""}`, n ? _("Or, on another network of this computer") : _("The link"), link)),
    shareButton(phrase("game.title"), _("Play Iron Bottom & Sunset Sky with me:"), links[0]),
    isEncrypted(links[0])
      ? travels("encrypted", _("Encrypted:"), _("nobody on the way can read the game; who runs the server could."))
      : travels("readable", _("Readable:"), _("the link is plain HTTP. Whoever can listen on the way, on this network for example, can read that game.")),
  ];
}

function byInvite(invite) {
  return [
    copyable("invite-string", _("The invite, for the program: ironbottom join"), invite),
    travels("encrypted", _("Encrypted:"), _("ironbottom join INVITE, in a browser with --web, speaks TLS with the one server whose key the invite names.")),
  ];
}

/** Nobody else reaches this page. */
function onlyHere(hash) {
  return [
    h("p", { class: "warning", key: "lonely" }, h("strong", {}, "! "),
      _("No friend can reach this page: it is served to this computer only, or this computer is on no network. Let `ironbottom host --web` serve it, on the network where your friend is too.")),
    copyable("invite-link", _("For another window on this computer only"), whole(hash)),
  ];
}

/** @param {Page.Place} seat */
function inviteString({ table, secret }, { pin, addresses }) {
  return write(table, Uint8Array.from(atob(secret ?? ""), (letter) => letter.charCodeAt(0)), pin, addresses);
}

/** Whether others can read what goes to the server and comes from it: the way, "encrypted" or "readable", in words. */
export function travels(kind, word, text) {
  return h("p", { class: ["way", kind], key: kind },
    h("span", { class: "sign", "aria-hidden": "true" }, kind === "readable" ? "!" : "✓"), h("span", {}, h("strong", {}, word), " ", text));
}
