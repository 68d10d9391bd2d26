/** What may be chosen for a table: for one of a friend's, and for a challenge that waits for whoever fits. */
import "../../base/language/later_words.js";
import { h } from "../../base/dom.js";
import { phrase } from "../../base/language/vocabulary.js";
import { _ } from "../../base/language/words.js";
import { edit } from "../../base/draft.js";
import { part as later } from "../../base/later.js";
import { line, list, tick } from "../../base/widgets/fields.js";
import { absences, reaches, setNames } from "../../session/terms.js";

/**
 * The fields; whoever comes has neither an invite nor a seed to agree upon.
 * @param {Page.State} state
 */
export function options(state, now) {
  const known = !now.posted;
  return h("div", { class: "friend-options", key: "options" },
    list("friend-set", _("Cards"), setNames(state), now.set, (set) => edit({ set })),
    list("friend-reach", _("Who may join"), reaches().slice(known ? 0 : 1), now.reach, (reach) => edit({ reach })),
    list("friend-absent", _("When a player is away"), absences(), now.absent, (absent) => edit({ absent })),
    line("friend-bank", _("Minutes of thinking"), now.bank, (bank) => edit({ bank }),
      { inputmode: "numeric", maxlength: "4" }, _("for each side; 0: no clock")),
    line("friend-least", _("Least time of an answer"), now.least, (least) => edit({ least }),
      { inputmode: "numeric", maxlength: "4" },
      _("milliseconds that an answer of a person takes at least, so that speed tells nothing")),
    tick("friend-spectators", _("Others may look on"), now.spectators, (spectators) => edit({ spectators })),
    tick("friend-advice", phrase("advice.for_both"), now.advice, (advice) => edit({ advice })),
    later("../session/tables/agreed/offers_sheet.js")?.ticks(now, edit),
    known && line("friend-seed", _("Seed, for practice"), now.seed, (seed) => edit({ seed }),
      { maxlength: "64", spellcheck: "false" },
      _("whoever has the seed can know every card")),
    later("../start/terms/special.js")?.chooser(state, now, "friend"));
}
