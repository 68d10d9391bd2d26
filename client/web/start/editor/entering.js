/** Ways into the editor: how the battle of a link is to be played, and the battle of a moment of a finished game. */
import { h } from "../../base/dom.js";
import { editor } from "../../base/later.js";
import { _ } from "../../base/language/words.js";
import { change, state as current } from "../../base/store.js";
import { ask } from "../../session/net/server.js";

/** As nobody has chosen otherwise. */
export const USUAL = { bot: "mate", as: "either", words: [], seed: "" };

/** How it is to be played by its link; what nobody can read there is as usual. */
export function waysIn(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const told = (name, form, usual) => (form.test(fields.get(name) ?? "") ? fields.get(name) : usual);
  const rules = told("rules", /^[a-z0-9,:-]{1,500}$/u, "");
  return { bot: told("against", /^[\w.:-]{1,64}$/u, "mate"), as: told("as", /^(us|jp)$/u, "either"), words: rules ? rules.split(",") : [], seed: told("seed", /^[\da-f]{1,64}$/iu, "") };
}

/** The button of a replay. */
export function button(replay) {
  return h("button", { type: "button", key: "battle", id: "replay-battle", on: { click: () => open(replay) } }, _("Battle of this moment"));
}

/** The server makes it; what it refuses is said where the replay says such things. */
async function open({ table, game, row, at }) {
  change({ replay: { ...current.replay, playing: false } });
  try {
    const answers = row[at].scene, made = await ask({ type: "make-battle", table, game, at: answers });
    await (await editor()).openMade(made, answers);
  } catch ({ message }) {
    change({ review: { table, fault: message, told: null } });
  }
}
