/** Our seat at a challenge has moved to the table of somebody who seeks the same: it is kept under that one, and taken there. */
import { forgetSeat, keepSeat, keptSeat } from "../../base/browser_storage.js";
import { bring } from "../../base/language/bring.js";
import { phrase } from "../../base/language/vocabulary.js";
import { change } from "../../base/store.js";

await bring("challenge");

/**
 * `resume` takes a seat that is kept.
 * @param {Wire.Moved} moved
 */
export async function follow({ table, to, place }, { token, server }, resume) {
  const mine = { ...keptSeat(table), table: to, place, token, server };
  if (keptSeat(table)) keepSeat(mine);
  forgetSeat(table);
  await resume(mine, true).then(() => change({ told: { code: "moved", text: phrase("challenge.moved") } }), () => {});
}
