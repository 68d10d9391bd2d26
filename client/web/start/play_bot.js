/** Play a bot: one big button, and what may be chosen before it is pressed. */
import { h } from "../base/dom.js";
import { own, phrase, word } from "../base/language/vocabulary.js";
import { _ } from "../base/language/words.js";
import { busyText, choice, fault, line, list, part, tick } from "../base/widgets/fields.js";
import { edit } from "../base/draft.js";
import { part as later } from "../base/later.js";
import { change } from "../base/store.js";
import { setNames, sides } from "../session/terms.js";
import { playBot, ready } from "../session/bot_game.js";
import { botNames } from "../session/tables/bots.js";

/** Who a bot is, in a sentence; empty where that is not known. */
export function character(name) {
  return own("rungs", name) === undefined ? "" : word("rungs", name);
}

/**
 * The card with the big button.
 * @param {Page.State} state
 */
export function botCard(state, now) {
  const folded = now.part === "bot";
  return part("play-bot", _("Play a bot"), _("At once, on this page. The rules are in reach at every question."),
    list("bot-name", _("Bot"), botNames(state), now.bot, (bot) => edit({ bot }), character(now.bot)),
    choice("bot-side", _("Your side"), sides(), now.side, (side) => edit({ side })),
    tick("bot-warn", phrase("advice.warn"), state.settings.warn ?? false,
      (warn) => change({ settings: { ...state.settings, warn } })),
    h("button", { type: "button", class: "quiet fold", "aria-expanded": String(folded),
      on: { click: () => edit({ part: folded ? "" : "bot" }) } },
      _("More options")),
    folded && list("bot-set", _("Cards"), setNames(state), now.set, (set) => edit({ set })),
    folded && line("bot-seed", _("Seed, for practice"), now.seed, (seed) => edit({ seed }),
      { maxlength: "64", spellcheck: "false" },
      _("1 to 64 hexadecimal digits: the same deck and the same dice again.")),
    folded && later("../start/terms/special.js")?.chooser(state, now, "bot"),
    ready(state) && !botNames(state).length && h("p", { class: "hint", key: "none" },
      _("This server has no bots for players. On your own computer: ironbottom play --web")),
    fault(now.fault?.part === "bot" ? now.fault.text : ""),
    h("button", { type: "button", class: "big", id: "play-bot",
      disabled: !ready(state) || now.busy !== "" || !botNames(state).length, on: { click: () => playBot(now) } },
      busyText(now, "bot", _("Play a bot"))));
}
