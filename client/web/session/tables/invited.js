/** Who has opened a friend's link: what the server tells him of the table before he sits down. */
import { change, state } from "../../base/store.js";
import { glance } from "../api.js";
import { fetched } from "../../base/later.js";
import { base64OfLink } from "../crypto/link_secret.js";

/**
 * {table, secret, side} as the link has them; `typed`: they were an invite, which may be to another server.  `about` becomes the table's summary, null where there is no such table for us,
 * and stays away with a server that is too old to tell.
 */
export async function invite({ table, secret, side, typed = false, partner = false }) {
  change({ invited: { table, secret, side, typed, partner } });
  await learn();
}

/** Ask again: something may have changed. */
export async function learn() {
  const { table, secret, partner } = state.invited;
  let about;
  try {
    const known = base64OfLink(secret);
    const shown = partner ? (await fetched("../session/tables/partner.js")).admits(known) : known;
    about = (await glance([table], shown))[table] ?? null;
  } catch (fault) {
    if (fault.code !== "unknown-message") throw fault;
  }
  if (state.invited?.table === table) change({ invited: { ...state.invited, about, known: true } });
}
