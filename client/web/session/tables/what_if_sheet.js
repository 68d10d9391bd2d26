/** Playing on from the moment of a replay: with which cards and dice, which side, against whom; and what a what-if is. */
import { h } from "../../base/dom.js";
import { draft } from "../../base/draft.js";
import { playOnHash, whole } from "../../base/address.js";
import { change } from "../../base/store.js";
import { amount, own, phrase, word } from "../../base/language/vocabulary.js";
import { _ } from "../../base/language/words.js";
import { copyable } from "../../base/widgets/copyable.js";
import { busyText, choice, fault, list } from "../../base/widgets/fields.js";
import { close, sheet } from "../../base/widgets/sheet.js";
import { here, linksFor } from "../server_address.js";
import { botNames } from "./bots.js";
import { ready } from "../bot_game.js";
import { sides } from "../terms.js";
import { USUAL, backToGame, beginWhatIf, drawnSeed, whatIfLine } from "./what_if.js";

/**
 * The sheet over a replay.
 * @param {Page.State} state
 */
export function playOn(state) {
  const { replay } = state;
  if (!replay) return null;
  const now = draft(state), chosen = choices(state), answers = answersAt(replay);
  const where = { table: replay.table, secret: replay.secret, game: replay.game, answers, eye: replay.eye };
  const over = Boolean(replay.scenes[answers]?.us.outcome);
  const choose = (name) => (value) => change({ whatIf: { ...chosen, [name]: value } });
  const foot = h("button", { type: "button", class: "primary", key: "begin", id: "begin-what-if",
    disabled: over || !ready(state) || now.busy !== "" || !botNames(state).length,
    on: { click: () => beginWhatIf(where, chosen) } }, busyText(now, "what-if", phrase("whatif.on_from_here")));
  return sheet("play-on", phrase("whatif.on_from_here"), { foot },
    h("p", { key: "about" }, over ? phrase("whatif.over")
      : phrase("whatif.about", { answers: amount("answers", answers) })),
    choice("what-if-knows", _("Cards"), cards(), chosen.knows, choose("knows")),
    choice("what-if-dice", _("Dice"), [["same", phrase("whatif.same")], ["fresh", phrase("whatif.fresh")]], chosen.dice, choose("dice")),
    choice("what-if-side", _("Your side"), sides(), chosen.side, choose("side")),
    list("what-if-bot", _("Bot"), botNames(state), chosen.bot, choose("bot"),
      own("rungs", chosen.bot) === undefined ? "" : word("rungs", chosen.bot)),
    !replay.own && link(state, chosen),
    fault(now.fault?.part === "what-if" ? now.fault.text : ""));
}

/**
 * As they stand in the draft, begun with whose eyes look.
 * @param {Page.State} state
 */
function choices(state) {
  const { eye } = state.replay, looked = eye === "both" ? {} : { knows: eye, side: eye };
  if (!state.whatIf?.seed) queueMicrotask(() => change({ whatIf: { ...USUAL, ...looked, ...state.whatIf, seed: drawnSeed() } }));
  return { ...USUAL, ...looked, ...state.whatIf };
}

const cards = () => [["all", phrase("whatif.all")], ["us", phrase("whatif.us")], ["jp", phrase("whatif.jp")]];

/** How many answers were given, the one included whose events go by. */
const answersAt = ({ row, at }) => row[at].scene;

/** @param {Page.State} state */
function link(state, chosen) {
  const hash = playOnHash({ ...state.replay, answers: answersAt(state.replay) }, chosen), [first] = linksFor(here(state), hash);
  return copyable("what-if-link", _("Link to this what-if: whoever may look through the game plays the same"), first ?? whole(hash));
}

/**
 * What this game is, and the way back.
 * @param {Page.State} state
 */
export function whatIf(state) {
  const foot = [
    h("button", { type: "button", class: "quiet", key: "close", "data-first": "", on: { click: close } }, _("Play on")),
    h("button", { type: "button", key: "back", on: { click: () => back() } }, phrase("whatif.back")),
  ];
  return sheet("what-if", phrase("whatif.short"), { foot },
    h("p", { key: "line" }, whatIfLine(state)),
    h("p", { key: "kept" }, _("It counts as no game. It is kept while you look: it stands on the start page among your tables.")),
    fault(state.endFault));
}

/** Look at the game that was left; what is wrong with that is said here. */
export async function back() {
  try {
    await backToGame();
    change({ endFault: "" });
  } catch (error) {
    change({ endFault: error.message });
  }
}
