/** All my tables, from any of them: against whom, how far, whose move; and the way there. */
import { h } from "../../base/dom.js";
import { close, sheet } from "../../base/widgets/sheet.js";
import { fault } from "../../base/widgets/fields.js";
import { change } from "../../base/store.js";
import { _, fill } from "../../base/language/words.js";
import { goToTable, myTables } from "./my_tables.js";

/**
 * The sheet.
 * @param {Page.State} state
 */
export function tables(state) {
  const rows = myTables(state).filter((one) => !one.over || one.mine || one.table === state.seat?.table);
  return sheet("tables", _("My tables"), {},
    fault(state.tablesFault),
    rows.length ? h("ul", { class: "entries", key: "rows" }, rows.map((one) => row(state, one)))
      : h("p", { key: "none" }, _("You sit at no table here.")));
}

/** @param {Page.State} state */
function row(state, { table, name, turn, over, how, mine }) {
  const here = state.seat?.table === table;
  return h("li", { key: table },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, name ? fill(_("against {name}"), { name }) : fill(_("table {table}"), { table })),
      h("span", { class: "terms" }, over ? _("over") : turn ? fill(_("turn {turn}"), { turn }) : _("set-up")),
      how && h("span", { class: ["whose", mine && "mine"], key: "whose" }, how)),
    h("div", { class: "row-buttons" },
      here ? h("span", { class: "terms", key: "here" }, _("here"))
        : h("button", { type: "button", key: "go", class: mine ? "primary" : "quiet", on: { click: () => go(table) } }, _("Go there"))));
}

async function go(table) {
  try {
    await goToTable(table);
    change({ tablesFault: "" });
    close();
  } catch (error) {
    change({ tablesFault: error.message });
  }
}
