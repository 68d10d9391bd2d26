/** §26.3  At a table whose side two share: what to send to the partner, and which of the two commands what. */
import { copyable } from "../../base/widgets/copyable.js";
import { forget, keep, kept } from "../../base/browser_storage.js";
import { choice, fault } from "../../base/widgets/fields.js";
import { change, state as current } from "../../base/store.js";
import { h } from "../../base/dom.js";
import { phrase, word } from "../../base/language/vocabulary.js";
import { bring } from "../../base/language/bring.js";
import { whole } from "../../base/address.js";
import { at } from "../../session/api.js";
import { forLink } from "../../session/crypto/link_secret.js";
import { here, linksFor } from "../../session/server_address.js";
import { inviting, newSecret } from "../../session/tables/partner.js";
import { write } from "./invite.js";

await bring("teams");

const nameOf = (table) => `partner.${table}`;
const other = (command) => (command === "air" ? "fleet" : "air");

let asked = ""; // the table for which an invitation is on its way

/**
 * Nothing, where the side is not shared, or the partner is there.
 * @param {Page.State} state
 */
export function partnerInvitation(state) {
  const { table } = state, seat = /** @type {Page.Place} */ (state.seat), place = seat.place ?? -1;
  if (seat.partner || !table?.terms?.teams?.includes(place)) return null;
  if (table.partners?.[place]) {
    forget(nameOf(seat.table));
    return null;
  }
  const made = kept(nameOf(seat.table));
  if (!made && asked !== seat.table) queueMicrotask(() => invite(seat.table, other(state.command ?? "fleet")));
  return h("section", { class: "invitation partner-invitation", key: "partner", "aria-label": phrase("team.your_partner") },
    h("div", { class: "invitation-words", key: "words" }, h("h2", {}, phrase("team.your_partner")),
    choice("command", phrase("team.you_command"), ["fleet", "air"].map((one) => [one, word("command_of", one)]), other(made?.commands ?? "air"),
      (mine) => invite(seat.table, other(mine))),
    made && ways(state, seat.table, made.secret),
    fault(state.partnerFault)));
}

/**
 * What a table waits for whose seats are taken.
 * @param {Page.State} state
 */
export function lead({ seat, table }) {
  const place = seat?.place ?? -1, ours = table?.terms?.teams?.includes(place) && !table.partners?.[place];
  return phrase(ours ? "team.waits" : "team.others_wait");
}

/** A link for a browser, and the invite for the program. */
function ways(state, table, secret) {
  const place = here(state);
  if (!place) return null;
  const hash = `#partner=${table}:${forLink(secret)}`, links = linksFor(place, hash);
  const bytes = Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0));
  return [
    copyable("partner-link", phrase("team.link"), links[0] ?? whole(hash)),
    place.addresses.length > 0 && copyable("partner-string", phrase("team.invite"), write(table, bytes, place.pin, place.addresses, true)),
  ];
}

/** The one before is good no longer. */
async function invite(table, commands) {
  asked = table;
  const secret = newSecret();
  try {
    await at((seat) => seat.ask(inviting(table, secret, commands)));
    keep(nameOf(table), { secret, commands });
    change({ partnerFault: "" });
  } catch (wrong) {
    if (current.seat?.table === table) change({ partnerFault: wrong.message });
  } finally {
    asked = "";
  }
}
