/** At a table whose game has not begun: what to send to the friend, and who is here. */
import { draft } from "../base/draft.js";
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { chat } from "../table/chat/chat.js";
import { callBot } from "../session/api.js";
import { part } from "../base/later.js";
import { change } from "../base/store.js";
import { _ } from "../base/language/words.js";
import { goHome } from "../session/home.js";
import { fault, list } from "../base/widgets/fields.js";
import { band } from "./hero.js";
import { botNames } from "../session/tables/bots.js";
import { character } from "./play_bot.js";
import { here, isReachable } from "../session/server_address.js";
import { setName, termsInWords } from "../session/terms.js";

/**
 * The page of a table that waits.
 * @param {Page.State} state
 */
export function waitingRoom(state) {
  const { table } = state, seat = /** @type {Page.Place} */ (state.seat);
  const tossing = table?.status === "tossing";
  const botComes = ["bot", "learn"].includes(draft(state).busy);
  const free = table?.seats.some((one) => !one.key), invites = !tossing && !botComes && seat.secret !== "" && free;
  return [band(tossing ? _("The lot is drawn") : _("Your table is ready"), lead(state, tossing, invites)), h("main",
    { class: "waiting-room", id: "main", tabindex: "-1", key: "waiting" },
    invites && part("../start/invite/invitation.js")?.invitation(state),
    !tossing && table?.terms?.teams && part("../start/invite/partner_invitation.js")?.partnerInvitation(state),
    table && h("section", { class: "seats", key: "seats", "aria-label": _("Seats") },
      table.seats.map((one, n) => seatLine(one, n, seat.partner ? -1 : seat.place)),
      table.partners && part("../table/teams.js")?.partnersInWords(table, seat).map((said) => h("p", { key: said, class: "seat" }, said))),
    table?.terms && h("p", { class: "terms", key: "terms" }, [setName(clean(table.terms.cards, 64)), termsInWords(table.terms)].join(" · ")),
    !tossing && table?.terms?.options?.includes("bid") && part("../start/terms/bid.js")?.bidField("waiting", ["bid"]),
    !tossing && free && seat.place === 0 && botNames(state).length > 0 && bots(state),
    fault(state.waitFault),
    h("div", { class: "row-buttons", key: "leave" },
      h("button", { type: "button", class: "quiet", on: { click: goHome } }, _("Leave the table"))),
    h("section", { class: "waiting-chat", key: "chat" }, h("h2", {}, _("Chat")), chat(state)))];
}

function lead(state, tossing, invites) {
  if (tossing) return _("Both players and the server each give a share of the chance, and are bound to it before they show it: nobody can choose the cards.");
  if (state.table?.terms?.teams && !invites) return part("../start/invite/partner_invitation.js")?.lead(state) ?? "";
  if (!invites || !isReachable(state)) return _("The game begins when the other seat is taken.");
  if (here(state)?.far) return _("Send this invite to your friend. The game begins when your friend comes by it.");
  return _("Send this link to your friend. The game begins when your friend opens it.");
}

function seatLine(one, n, own) {
  const empty = !one.key;
  return h("p", { key: n, class: ["seat", empty && "empty"] },
    h("span", { class: "sign", "aria-hidden": "true" }, empty ? "○" : "●"),
    empty ? _("free") : h("bdi", {}, clean(one.name, 24)), n === own && ` (${_("you")})`,
    one.bot && ` · ${_("bot")}`, !empty && !one.here && ` · ${_("away")}`);
}

/**
 * The friend does not come: let a bot play.
 * @param {Page.State} state
 */
function bots(state) {
  const chosen = state.waitBot ?? "mate";
  return h("details", { key: "bots", class: "call-bot" },
    h("summary", {}, _("Play against a bot instead")),
    list("wait-bot", _("Bot"), botNames(state), chosen, (waitBot) => change({ waitBot }),
      character(chosen)),
    h("button", { type: "button", on: { click: () => call(chosen) } }, _("Let it sit down")));
}

async function call(name) {
  try {
    await callBot(name);
    change({ waitFault: "" });
  } catch (error) {
    change({ waitFault: error.message });
  }
}
