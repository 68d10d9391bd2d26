/** At a table whose game has not begun: what to send to the friend, and who is here. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { chat } from "../table/chat/chat.js";
import { callBot } from "../session/api.js";
import { readable } from "../session/net/server.js";
import { change } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { goHome } from "../session/home.js";
import { copyable } from "../base/widgets/copyable.js";
import { fault, list } from "../base/widgets/fields.js";
import { band } from "./hero.js";
import { botNames } from "./play_bot.js";
import { here, isLonely, linksFor } from "../session/server_address.js";
import { link as asLink, write } from "./invite.js";
import { forLink } from "../session/link_secret.js";
import { whole } from "../base/address.js";
import { part } from "../base/later.js";
import { absences, setName } from "../session/terms.js";
import { phrase } from "../base/language/vocabulary.js";

/**
 * The page of a table that waits.
 * @param {Page.State} state
 */
export function waitingRoom(state) {
  const { table } = state, seat = /** @type {Page.Place} */ (state.seat);
  const tossing = table?.status === "tossing";
  const invites = !tossing && seat.secret !== "" && table?.seats.some((one) => !one.key);
  return [band(tossing ? _("The lot is drawn") : _("Your table is ready"), lead(tossing, invites)), h("main",
    { class: "waiting-room", id: "main", tabindex: "-1", key: "waiting" },
    invites && invitation(state),
    table && h("section", { class: "seats", key: "seats", "aria-label": _("Seats") },
      table.seats.map((one, n) => seatLine(one, n, seat.place))),
    table && h("p", { class: "terms", key: "terms" }, terms(table.terms)),
    !tossing && seat.place === 0 && botNames(state).length > 0 && bots(state),
    fault(state.waitFault),
    h("div", { class: "row-buttons", key: "leave" },
      h("button", { type: "button", class: "quiet", on: { click: goHome } }, _("Leave the table"))),
    h("section", { class: "waiting-chat", key: "chat" }, h("h2", {}, _("Chat")), chat(state)))];
}

function lead(tossing, invites) {
  if (tossing) return _("Both players and the server each give a share of the chance, and are bound to it before they show it: nobody can choose the cards.");
  return invites ? _("Send this link to your friend. The game begins when your friend opens it.") : _("The game begins when the other seat is taken.");
}

/**
 * What a friend needs: a link where he can open this page, the invite for the program, and a code to be scanned.
 * @param {Page.State} state
 */
function invitation(state) {
  const seat = /** @type {Page.Place} */ (state.seat);
  const { table, secret } = seat, place = here(state), hash = `#join=${table}:${forLink(secret)}`;
  const links = linksFor(place, hash), invite = place && inviteString(seat, place);
  const scanned = links[0] ?? (place?.far ? asLink(invite) : "");
  return h("div", { class: "invitation", key: "invitation" },
    h("div", { class: "invitation-words", key: "words" },
      links.map((link, n) => copyable(`invite-link${n || ""}`, n ? _("Or, on another network of this computer") : _("The link"),
        link)),
      !links.length && place && !place.far && onlyHere(hash),
      links.length > 0 && (readable() || isLonely()) && h("p", { class: "hint", key: "plain" },
        _("The link is plain HTTP: whoever can listen on this network can read that game. The invite is safe from that: ironbottom join INVITE --web")),
      invite && copyable("invite-string", _("The invite, for the program: ironbottom join"), invite)),
    scanned && part("../base/widgets/qr.js")?.qrCode(scanned, _("The same as a code, for the camera of a phone")));
}

/** Nobody else reaches this page. */
function onlyHere(hash) {
  return [
    copyable("invite-link", _("The link"), whole(hash)),
    h("p", { class: "hint", key: "lonely" },
      _("This link works on this computer only. For a friend elsewhere open this page by the address that others reach this computer by, or use `ironbottom host`.")),
  ];
}

/** @param {Page.Place} seat */
function inviteString({ table, secret }, { pin, addresses }) {
  return write(table, Uint8Array.from(atob(secret ?? ""), (letter) => letter.charCodeAt(0)), pin, addresses);
}

function seatLine(one, n, own) {
  const empty = !one.key;
  return h("p", { key: n, class: ["seat", empty && "empty"] },
    h("span", { class: "sign", "aria-hidden": "true" }, empty ? "○" : "●"),
    empty ? _("free") : h("bdi", {}, clean(one.name, 24)), n === own && ` (${_("you")})`,
    one.bot && ` · ${_("bot")}`, !empty && !one.here && ` · ${_("away")}`);
}

function terms(now) {
  const words = [
    setName(clean(now.cards, 64)), phrase("terms.away", { what: new Map(absences()).get(now.absent) }),
    now.bank > 0 ? fill(_("clock: {n} min"), { n: Math.round(now.bank / 60) }) : phrase("terms.no_clock"),
    now.spectators ? _("others may look on") : phrase("terms.nobody_looks_on"),
      now.practice && phrase("terms.practice"),
  ];
  return words.filter(Boolean).join(" · ");
}

/**
 * The friend does not come: let a bot play.
 * @param {Page.State} state
 */
function bots(state) {
  const chosen = state.waitBot ?? "mate";
  return h("details", { key: "bots", class: "call-bot" },
    h("summary", {}, _("Play against a bot instead")),
    list("wait-bot", _("Bot"), botNames(state), chosen, (waitBot) => change({ waitBot })),
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
