/** Standing orders: what the server may answer for a player.  The twin of client/text/question/standing_orders.py. */
import { bring } from "../base/language/bring.js";
import { h } from "../base/dom.js";
import { giveOrders } from "../session/api.js";
import { change, state as current } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { fault, line, list } from "../base/widgets/fields.js";
import { toRule } from "./rules.js";
import { sheet } from "../base/widgets/sheet.js";
import { cardName, cardsKnown, drawnView, halfOf, naming } from "../text/naming.js";
import { windowName } from "../text/phrases.js";
import { NAMING, NUMBERED, fighters, reached, windowsFor, withUsual } from "../session/tables/standing.js";
import { phrase, word } from "../base/language/vocabulary.js";

await bring("orders");

const EVERY = "*", MOST = 40, HIGHEST = 20;
const PROPOSED = [ // "default" is of older clients
  "pass-when-forced", "harmless", "none", "withdraw-at", "withdraw-damaged", "withdraw-carriers", "break-off",
  "intercept", "meet-escorts", "spread", "press-on", "stay-when-few"];
const ALL = "fighters";

/**
 * The sheet: those in force in the order in which they are tried, and a form for one more.
 * @param {Page.State} state
 */
export function orders(state) {
  const given = state.orders;
  return sheet("orders", _("Standing orders"), {},
    h("p", { key: "what" }, _("The server answers for you where an order fits. The first that fits answers; where none does, you are asked. "), toRule("20.5")),
    given.length
      ? h("ol", { class: "entries", key: "given",
        "aria-label": phrase("order.yours") },
        given.map((order, n) => row(given, order, n, state)))
      : h("p", { class: "quiet-text", key: "given" }, phrase("order.no_orders")),
    h("button", { type: "button", class: "quiet", key: "usual", on: { click: () => usual(given) } }, phrase("order.usual")),
    fault(state.ordersFault),
    adding(state));
}

/** An order as a sentence. */
function orderText({ window, does, n, turn, cards }) {
  const where = window === EVERY ? _("at every decision") : windowName(window) || phrase("order.unknown");
  const text = phrase("order.where_what", { where, what: word("orders", does) });
  const numbered = NUMBERED.includes(does) ? phrase("order.with_dice", { order: text, n }) : text;
  const named = cards ? phrase("order.named", { order: numbered, cards: namesOf(cards) }) : numbered;
  return turn ? phrase(`order.${turn}`, { order: named }) : named;
}

function namesOf(cards) {
  const all = fighters(cardsKnown());
  return all.length && all.every((id) => cards.includes(id)) ? phrase("order.fighters") : cards.map(cardName).join(", ");
}

/** What it would do as the cards lie now. */
function dryRun(order, state) {
  const view = drawnView(state), { side } = state;
  const there = view && typeof side === "number" ? reached(order, halfOf(view, side)) : null;
  if (there === null) return phrase("order.hangs");
  const { token } = naming(state);
  return there.length ? phrase("order.would", { cards: there.map((one) => token(one)).join(", ") }) : phrase("order.nobody");
}

function usual(given) {
  const all = withUsual(given, cardsKnown());
  if (all.length > MOST) change({ ordersFault: phrase("order.room", { most: MOST }) });
  else give(all);
}

function row(given, order, n, state) {
  const without = given.filter((_one, at) => at !== n);
  const sooner = n > 0 && [...given.slice(0, n - 1), order, given[n - 1], ...given.slice(n + 1)];
  const text = orderText(order);
  return h("li", { key: `${order.window}:${order.does}:${order.turn ?? ""}` },
    h("span", { class: "row-words" }, text, h("br"), h("span", { class: "quiet-text" }, dryRun(order, state))),
    h("span", { class: "row-buttons" },
      sooner && h("button", { type: "button", class: "quiet", "aria-label": fill(_("{what}: earlier"), { what: text }),
        on: { click: () => give(sooner) } }, "↑"),
      h("button", { type: "button", class: "quiet", "aria-label": fill(_("{what}: take away"), { what: text }),
        on: { click: () => give(without) } }, _("Take away"))));
}

/**
 * The order that is in the fields, and the windows that it may be for.
 * @param {Page.State} state
 */
function drafted(state) {
  const now = { does: "pass-when-forced", window: EVERY, n: "1", turn: "", who: ALL, ...state.orderDraft };
  const possible = windowsFor(now.does, state.table?.terms);
  return { ...now, possible, window: possible.includes(now.window) ? now.window : EVERY };
}

/** @param {Page.State} state */
function adding(state) {
  const { possible, ...now } = drafted(state), { window } = now;
  const edit = (patch) => change({ orderDraft: { ...current.orderDraft, ...patch } });
  const submit = (event) => {
    event.preventDefault();
    add(drafted(current)); // perhaps newer than what is drawn
  };
  return h("form", { class: "order-form", key: "form", on: { submit } },
    list("order-does", _("What"), PROPOSED.map((does) => [does, word("orders", does)]), now.does, (does) => edit({ does })),
    list("order-window", _("When"),
      [[EVERY, _("at every decision")], ...possible.map((one) => [one, windowName(one)])], window,
      (one) => edit({ window: one })),
    NUMBERED.includes(now.does) && line("order-n", now.does === "withdraw-at" ? _("Dice left") : _("How many"), now.n,
      (n) => edit({ n }), { inputmode: "numeric", maxlength: "2" }),
    NAMING.includes(now.does) && list("order-who", _("Who"), [[ALL, phrase("order.fighters")], ...ownFighters(state)],
      now.who, (who) => edit({ who })),
    list("order-turn", _("In whose turn"), [["", _("in both")], ["his", _("in his turn alone")], ["mine", _("in my turn alone")]],
      now.turn, (turn) => edit({ turn })),
    h("button", { type: "submit" }, _("Add the order")));
}

/** @param {Page.State} state */
function ownFighters({ side }) {
  const mine = fighters(cardsKnown()).filter((id) => id.startsWith(side === 0 ? "us/" : "jp/"));
  return mine.map((id) => [id, cardName(id)]);
}

function add({ does, window, n, turn, who }) {
  const dice = NUMBERED.includes(does) ? Number(n) : 0;
  if (!Number.isInteger(dice) || dice < 0 || dice > HIGHEST) {
    change({ ordersFault: phrase("order.dice", { most: HIGHEST }) });
    return;
  }
  const others = current.orders.filter((one) => one.window !== window || one.does !== does || (one.turn ?? "") !== turn);
  if (others.length >= MOST) {
    change({ ordersFault: phrase("order.room", { most: MOST }) });
    return;
  }
  const cards = who === ALL ? fighters(cardsKnown()) : [who];
  give([...others, { window, does, n: dice, ...turn && { turn }, ...NAMING.includes(does) && { cards } }]);
}

async function give(list_) {
  try {
    await giveOrders(list_);
    change({ ordersFault: "" });
  } catch (error) {
    change({ ordersFault: error.message });
  }
}
