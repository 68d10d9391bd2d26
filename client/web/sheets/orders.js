/** Standing orders: what the server may answer for a player.  The twin of client/text/question/standing_orders.py. */
import { h } from "../dom.js";
import { giveOrders } from "../net/guest.js";
import { change, state as current } from "../store.js";
import { _, fill, N_ } from "../words.js";
import { fault, line, list } from "../start/fields.js";
import { toRule } from "./rules.js";
import { sheet } from "./sheet.js";
import { NUMBERS, windowName } from "./windows.js";

const EVERY = "*", MOST = 40, HIGHEST = 20;
const NONE = ["4", "8", "9", "13", "14", "20.1", "20.2", "20.3", "23", "24", "26", "28", "31a", "31b"];
const KINDS = [
  ["pass-when-forced", N_("answer where there is one legal answer"), null],
  ["harmless", N_("give the default answer where nothing is lost by it"), null],
  ["none", N_("pick, fly or play nothing"), NONE],
  ["withdraw-at", N_("withdraw cards with so many dice left or fewer; 0 is never"), ["13", "23", "24", "28"]],
];

const OLDER = [["default", N_("always give the default answer")]]; // in force for who gave it; it is not proposed

/** The sheet: those in force in the order in which they are tried, and a form for one more. */
export function orders(state) {
  const given = state.orders;
  return sheet("orders", _("Standing orders"), {},
    h("p", { key: "what" }, _("The server answers for you where an order fits. The first that fits answers; where none does, you are asked. "), toRule("20.5")),
    given.length
      ? h("ol", { class: "entries", key: "given",
        "aria-label": _("Your standing orders, the first that fits answers:") },
        given.map((order, n) => row(given, order, n)))
      : h("p", { class: "quiet-text", key: "given" }, _("You have no standing orders.")),
    fault(state.ordersFault),
    adding(state));
}

/** An order as a sentence. */
function orderText({ window, does, n }) {
  const where = window === EVERY ? _("at every decision") : windowName(window) || _("unknown");
  const kind = [...KINDS, ...OLDER].find(([name]) => name === does);
  const text = fill(_("{where}: {what}"), { where, what: _(kind?.[1] ?? does) });
  return does === "withdraw-at" ? fill(_("{order} ({n})"), { order: text, n }) : text;
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

function adding(state) {
  const now = { does: "pass-when-forced", window: EVERY, n: "1", ...state.orderDraft };
  const edit = (patch) => change({ orderDraft: { ...now, ...patch } });
  const possible = KINDS.find(([does]) => does === now.does)[2] ?? NUMBERS;
  const window = now.window === EVERY || possible.includes(now.window) ? now.window : EVERY;
  const submit = (event) => {
    event.preventDefault();
    add({ ...now, window });
  };
  return h("form", { class: "order-form", key: "form", on: { submit } },
    list("order-does", _("What"), KINDS.map(([does, text]) => [does, _(text)]), now.does, (does) => edit({ does })),
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
    change({ ordersFault: fill(_("The number of dice goes from 0 to {most}."), { most: HIGHEST }) });
    return;
  }
  const others = current.orders.filter((one) => one.window !== window || one.does !== does);
  if (others.length >= MOST) {
    change({ ordersFault: fill(_("There is room for {most} orders; remove one first."), { most: MOST }) });
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
