/** Standing orders: what the server may answer for a player.  The twin of client/text/question/standing_orders.py. */
import "../base/language/later_words.js";
import { h } from "../base/dom.js";
import { giveOrders } from "../session/api.js";
import { change, state as current } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { fault, line, list } from "../base/widgets/fields.js";
import { toRule } from "./rules.js";
import { sheet } from "../base/widgets/sheet.js";
import { windowName } from "../text/phrases.js";
import { windowsFor } from "../session/tables/windows.js";
import { phrase, word } from "../base/language/vocabulary.js";

const EVERY = "*", MOST = 40, HIGHEST = 20;
const PROPOSED = ["pass-when-forced", "harmless", "none", "withdraw-at"]; // "default" is of older clients

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
        given.map((order, n) => row(given, order, n)))
      : h("p", { class: "quiet-text", key: "given" }, phrase("order.no_orders")),
    fault(state.ordersFault),
    adding(state));
}

/** An order as a sentence. */
function orderText({ window, does, n }) {
  const where = window === EVERY ? _("at every decision") : windowName(window) || phrase("order.unknown");
  const text = phrase("order.where_what", { where, what: word("orders", does) });
  return does === "withdraw-at" ? phrase("order.with_dice", { order: text, n }) : text;
}

function row(given, order, n) {
  const without = given.filter((_one, at) => at !== n);
  const sooner = n > 0 && [...given.slice(0, n - 1), order, given[n - 1], ...given.slice(n + 1)];
  const text = orderText(order);
  return h("li", { key: `${order.window}:${order.does}` },
    h("span", { class: "row-words" }, text),
    h("span", { class: "row-buttons" },
      sooner && h("button", { type: "button", class: "quiet", "aria-label": fill(_("{what}: earlier"), { what: text }),
        on: { click: () => give(sooner) } }, "↑"),
      h("button", { type: "button", class: "quiet", "aria-label": fill(_("{what}: take away"), { what: text }),
        on: { click: () => give(without) } }, _("Take away"))));
}

/** @param {Page.State} state */
function adding(state) {
  const now = { does: "pass-when-forced", window: EVERY, n: "1", ...state.orderDraft };
  const edit = (patch) => change({ orderDraft: { ...now, ...patch } });
  const possible = windowsFor(now.does, state.table?.terms);
  const window = now.window === EVERY || possible.includes(now.window) ? now.window : EVERY;
  const submit = (event) => {
    event.preventDefault();
    add({ ...now, window });
  };
  return h("form", { class: "order-form", key: "form", on: { submit } },
    list("order-does", _("What"), PROPOSED.map((does) => [does, word("orders", does)]), now.does, (does) => edit({ does })),
    list("order-window", _("When"),
      [[EVERY, _("at every decision")], ...possible.map((one) => [one, windowName(one)])], window,
      (one) => edit({ window: one })),
    now.does === "withdraw-at" && line("order-n", _("Dice left"), now.n, (n) => edit({ n }),
      { inputmode: "numeric", maxlength: "2" }),
    h("button", { type: "submit" }, _("Add the order")));
}

function add({ does, window, n }) {
  const dice = does === "withdraw-at" ? Number(n) : 0;
  if (!Number.isInteger(dice) || dice < 0 || dice > HIGHEST) {
    change({ ordersFault: phrase("order.dice", { most: HIGHEST }) });
    return;
  }
  const others = current.orders.filter((one) => one.window !== window || one.does !== does);
  if (others.length >= MOST) {
    change({ ordersFault: phrase("order.room", { most: MOST }) });
    return;
  }
  give([...others, { window, does, n: dice }]);
}

async function give(list_) {
  try {
    await giveOrders(list_);
    change({ ordersFault: "" });
  } catch (error) {
    change({ ordersFault: error.message });
  }
}
