/**
 * What one player offers the other: a draw, a pause and its end, an answer taken back.  The sheet, the banner of an offer that
 * stands, and what a table allows; twin of client/text/rules/offering.py.
 */
import "../../../base/language/later_words.js";
import { h } from "../../../base/dom.js";
import { at, rematch } from "../../api.js";
import { offer, replyToOffer } from "../../seat/agreeing.js";
import { part } from "../../../base/later.js";
import { change } from "../../../base/store.js";
import { goesOn } from "../../../text/phrases.js";
import { wishedFor } from "../rematch.js";
import { _, fill, N_ } from "../../../base/language/words.js";
import { clean } from "../../../base/language/clean.js";
import { phrase } from "../../../base/language/vocabulary.js";
import { fault, tick } from "../../../base/widgets/fields.js";
import { close, sheet } from "../../../base/widgets/sheet.js";

const KINDS = {
  draw: N_("offer a draw"), pause: N_("offer a pause"), "go-on": N_("offer to go on"), takeback: N_("offer a takeback"),
};
const TERMS = ["draw", "pause", "takeback"]; // what terms may allow

/** What somebody may offer now. */
function mayOffer({ offers: now, table }) {
  if (now?.standing) return [];
  const agreeable = table?.terms?.offers ?? [], paused = Boolean(now?.paused);
  return Object.keys(KINDS).filter((what) => agreeable.includes(what === "go-on" ? "pause" : what)
    && (what === "draw" || paused === (what === "go-on")));
}

/** The offer that stands, as who sits here reads it; "" where none does. */
function offered({ offers: now, table, seat }) {
  const one = now?.standing, place = seat?.place ?? -1;
  if (!one || !table) return "";
  const [maker, other] = [one.place, 1 - one.place].map((each) => clean(table.seats[each]?.name ?? "", 24));
  const what = phrase(`offers.${one.what}`);
  return place === one.place ? phrase("offers.yours", { name: other, what }) : phrase("offers.theirs", { name: maker, what });
}

/** What has become of the offer before; "" where nothing has. */
function became({ offers: now }) {
  return now?.before && now.reply ? phrase(`offers.${now.reply}`, { what: phrase(`offers.${now.before.what}`) }) : "";
}

/** What can be done about the offer that stands: [what it is called, what it does]. */
function ways({ offers: now, seat }) {
  if (!now?.standing || (seat?.place ?? -1) < 0) return [];
  const decline = () => attempt((here) => replyToOffer(here, false));
  if (now.standing.place === seat.place) return [[_("Withdraw it"), decline]];
  return [[_("Accept"), () => attempt((here) => replyToOffer(here, true))], [_("Decline"), decline]];
}

const buttons = (all) => all.map(([text, act]) => h("button", { type: "button", class: "quiet", key: text, on: { click: act } }, text));

/**
 * What stands in the banner: the offer with its buttons, or what has become of the last one until that is read.
 * @param {Page.State} state
 */
export function offerBanner(state) {
  if (wishedFor(state) && state.open !== "end") return wish(state);
  const text = offered(state), last = state.offersRead === state.offers ? "" : became(state);
  if (!text && !last) return state.table?.settled ? part("../session/seat/cup_settled.js")?.settled() : null;
  const read = !text && [[_("Close"), () => change({ offersRead: state.offers })]];
  return { kind: "offer", text: [last, text].filter(Boolean).join(" "), buttons: buttons(read || ways(state)) };
}

/**
 * The other wants another game; the end sheet says it too, but may be closed.
 * @param {Page.State} state
 */
function wish(state) {
  if (goesOn(state.table?.terms)) return part("../session/tables/campaign.js")?.wish(state);
  const name = clean(state.table?.seats[1 - (state.seat?.place ?? 0)]?.name ?? "", 24);
  return { kind: "wish", text: fill(_("{name} wants a rematch, sides swapped."), { name }),
    buttons: [h("button", { type: "button", key: "yes", on: { click: () => rematch().catch(() => {}) } }, _("Yes, a rematch, sides swapped"))] };
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function offers(state) {
  const over = Boolean(state.latest?.view.outcome) || state.side === null;
  const all = over ? [] : [...ways(state), ...mayOffer(state).map((what) => [capital(_(KINDS[what])), () => attempt((here) => offer(here, what))])];
  const told = offered(state) || inBrief(state.table?.terms) || phrase("server.no-offers");
  return sheet("offers", _("Agree upon something"), { foot: [h("button", { type: "button", class: "quiet", key: "no", "data-first": "", on: { click: close } }, _("Play on"))] },
    h("p", { key: "told", role: "status" }, told),
    h("div", { class: "row-buttons", key: "ways" }, buttons(all)),
    fault(state.offersFault));
}

/** What the players of a table may agree upon; "" where that is nothing. */
export function inBrief(terms) {
  const what = kinds(terms);
  return what && phrase("offers.by_consent", { what });
}

const kinds = (terms) => (terms?.offers ?? []).filter((what) => TERMS.includes(what)).map((what) => phrase(`offers.${what}`)).join(phrase("rows.inside"));

/** The boxes by which who makes a table allows them; none where two share a side. */
export function ticks(now, edit) {
  if (now.special?.team) return null;
  const chosen = now.offers ?? [];
  return h("fieldset", { class: "field", key: "offers" }, h("legend", {}, _("What both may agree upon")),
    TERMS.map((what) => tick(`friend-offers-${what}`, capital(phrase(`offers.${what}`)), chosen.includes(what),
      (on) => edit({ offers: TERMS.filter((one) => (one === what ? on : chosen.includes(one))) }))));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

async function attempt(act) {
  try {
    await at(act);
    change({ offersFault: "" });
    close();
  } catch (error) {
    change({ offersFault: error.message, open: "offers" });
  }
}
