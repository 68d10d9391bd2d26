/** Who has opened a friend's link: whose it is, which side is his, by what terms, and over what; then his name, and one button. */
import { h } from "../../base/dom.js";
import { clean } from "../../base/language/clean.js";
import { join, sit, watch } from "../../session/api.js";
import { keepName } from "../../base/browser_storage.js";
import { change, state as current } from "../../base/store.js";
import { _, fill } from "../../base/language/words.js";
import { attempt, edit } from "../../base/draft.js";
import { busyText, choice, fault, line, part } from "../../base/widgets/fields.js";
import { base64OfLink } from "../../session/crypto/link_secret.js";
import { learn } from "../../session/tables/invited.js";
import { remember } from "../../base/address.js";
import { fetched, part as later, styled } from "../../base/later.js";
import { absences, clockInWords, isSpecial, lookingOn, setName, sides } from "../../session/terms.js";
import { phrase } from "../../base/language/vocabulary.js";
import { ready } from "../../session/bot_game.js";
import { way } from "../../session/server_address.js";
import { travels } from "./invitation.js";

await styled("../style/later/special.css");

/**
 * The card that stands for the whole start page then; nothing where nobody was invited.
 * @param {Page.State} state
 */
export function invitedCard(state, now) {
  const { invited } = state;
  if (!invited) return null;
  const about = invited.about?.line, wrong = whyNot(invited);
  return part("invited", title(about), "",
    about && terms(about),
    isSpecial(about?.terms) && agreement(about.terms),
    about?.terms.options?.includes("bid") && later("../start/terms/bid.js")?.bidField("invited", ["bid"]),
    wrong ? h("p", { class: "fault", role: "alert", key: "wrong" }, wrong) : form(state, now, about),
    wrong && h("div", { class: "row-buttons", key: "buttons" }, mayWatch(about) && watching(state, now), away()));
}

/** One who has left his own table again has no name there. */
function title(about) {
  return about?.name ? fill(_("{name} invites you to a game"), { name: clean(about.name, 24) }) : _("You are invited to a game");
}

/** Why nobody can sit down there any more; "" as long as he can, as far as we know. */
function whyNot({ known, about, typed, partner }) {
  if (!known || about === undefined) return "";
  if (about === null) return typed ? noneHere() : phrase("server.no-table");
  if ((about.line.free !== null || partner) && about.line.status === "open") return "";
  return about.line.status === "over" ? _("The game at this table is over.") : _("Both seats of this table are taken.");
}

/** An invite does not say whether this is its server. */
function noneHere() {
  return _("There is no such table on this server. If the invite leads to another one, type: ironbottom join INVITE --web");
}

const mayWatch = (about) => about?.terms.spectators && about.status !== "open";

/** What it is played by. */
function terms(about) {
  const rows = [
    [_("Your side"), sideOf(about.free)],
    [_("Cards"), setName(clean(about.terms.cards, 64))],
    [_("Clock"), clockInWords(about.terms)],
    [_("Who is away"), new Map(absences()).get(about.terms.absent)],
    [_("Looking on"), lookingOn(about.terms)],
    about.terms.advice && [_("Advice"), phrase("advice.for_both")],
    about.terms.offers?.length && [_("By consent"), later("../session/tables/agreed/offers_sheet.js")?.inBrief(about.terms)],
    about.terms.practice && [_("Practice"), phrase("terms.practice")],
  ];
  return h("dl", { class: "invited-terms", key: "terms" },
    rows.filter((row) => row && row[1]).map(([what, text]) => h("div", { key: what }, h("dt", {}, what), h("dd", {}, text))));
}

/** What both agree upon besides the rules: nobody sits down before he has it here to read. */
function agreement(agreed) {
  const told = words();
  return h("section", { class: "agreement", key: "agreement", tabindex: "0", "aria-label": _("Rules of this table") },
    told ? told.introduced(told.ofTerms(agreed)).map((text, n) => h("p", { key: n }, text)) : h("p", { role: "status" }, _("One moment ...")));
}

const words = () => later("../text/table_rules.js");

/** The side that is left; where his friend wants either, he may choose. */
function sideOf(free) {
  return { us: _("US"), jp: _("Japan") }[free] ?? "";
}

/** @param {Page.State} state */
function form(state, now, about) {
  const { invited } = state;
  const submit = (event) => {
    event.preventDefault();
    attempt("join", () => sitDown(current.invited));
  };
  return h("form", { class: "join-form", key: "form", on: { submit } },
    sideOf(about?.free) === "" && !invited.partner && choice("invited-side", _("Your side"), sides(), invited.side,
      (side) => change({ invited: { ...current.invited, side } })),
    line("invited-name", _("Your name"), now.name ?? state.me.name ?? "", rename,
      { maxlength: "24", autocomplete: "nickname", spellcheck: "false", placeholder: _("as others read it"), required: true }),
    howItTravels(state),
    fault(now.fault?.part === "join" ? now.fault.text : ""),
    h("div", { class: "row-buttons", key: "buttons" },
      h("button", { type: "submit", class: "big", id: "sit-down", disabled: !ready(state) || !invited.known || now.busy !== "" || (isSpecial(about?.terms) && !words()) },
        busyText(now, "join", isSpecial(about?.terms) && words() ? phrase("special.agree") : _("Sit down"))),
      away()));
}

/** Whether others can read what goes to the server and comes from it. */
function howItTravels(state) {
  switch (way(state)) {
    case "readable":
      return travels("readable", _("Readable:"), _("this page came over plain HTTP: whoever is on this network can read what you see. For secrets use `ironbottom join INVITE --web`."));
    case "encrypted":
      return travels("encrypted", _("Encrypted:"), _("nobody on the way can read the game; who runs the server could."));
    default:
      return null; // nothing leaves this computer
  }
}

/** @param {Page.State} state */
function watching(state, now) {
  const { table, secret } = state.invited;
  const look = async () => {
    await watch(table, base64OfLink(secret));
    change({ invited: null });
  };
  return h("button", { type: "button", class: "primary", key: "watch", disabled: !ready(state) || now.busy !== "",
    on: { click: () => attempt("join", look) } }, busyText(now, "join", _("Watch")));
}

const away = () => h("button", { type: "button", class: "quiet", key: "away", on: { click: notNow } }, _("To the start page"));

function rename(name) {
  keepName(name);
  edit({ name });
  change({ me: { ...current.me, name } });
}

async function sitDown({ table, secret, side, about, partner }) {
  try {
    if (partner) await sit((await fetched("../session/tables/partner.js")).joining(table, base64OfLink(secret)));
    const shown = { advice: about?.line.terms.advice === true, special: isSpecial(about?.line.terms) };
    if (!partner) await join(table, base64OfLink(secret), sideOf(about?.line.free) ? "either" : side, shown);
  } catch (refused) {
    await learn(); // somebody else may have been quicker
    throw refused;
  }
  change({ invited: null });
}

function notNow() {
  remember("");
  edit({ fault: null });
  change({ invited: null });
}
