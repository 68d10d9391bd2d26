/**
 * My name on this server, and my key on another device, on a sheet of their own; twin of client/cli/own_key.py.
 * The server keeps names and boxes in server/lobby/club/.
 */
import { keep, keepName, keepSeat, kept } from "../../base/browser_storage.js";
import { remember, whole } from "../../base/address.js";
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { own, phrase } from "../../base/language/vocabulary.js";
import { _, fill } from "../../base/language/words.js";
import { change, state as current } from "../../base/store.js";
import { part as later } from "../../base/later.js";
import { copyable } from "../../base/widgets/copyable.js";
import { fault, line, tick } from "../../base/widgets/fields.js";
import { qrCode } from "../../base/widgets/qr.js";
import { sheet } from "../../base/widgets/sheet.js";
import { keptSeats } from "../../session/api.js";
import { drawn, fromBase64, toBase64, utf8 } from "../../session/crypto/bytes.js";
import { able, carrying, CODE, opened, printedCode, printedSecret, sealed } from "../../session/crypto/sealing.js";
import { fingerprint } from "../../session/crypto/letters.js";
import { ask } from "../../session/net/server.js";
import { ownKey, pair, sign } from "../../session/storage/identity.js";

const { words: WORDS } = await bring("own-key");

const EMPTY = { busy: "", told: "", fault: null, paper: "", code: "", words: "", printed: "", sure: false, kept: false };

/** @param {Page.State} state */
const draft = (state) => ({ ...EMPTY, ...state.ownKey });

function edit(patch) {
  change({ ownKey: { ...draft(current), ...patch } });
}

/**
 * The sheet.
 * @param {Page.State} state
 */
export function ownKeySheet(state) {
  const now = draft(state), name = clean(state.me.shown ?? state.me.name ?? "", 40);
  return sheet("own-key", _("Your name and your key"), {},
    h("p", { key: "who" }, fill(_("Your name: {name}"), { name })),
    h("p", { key: "key" }, fill(_("Your key: {key}"), { key: fingerprint(ownKey().public) })),
    h("p", { class: "hint", key: "told", role: "status" }, now.busy ? _("One moment ...") : now.told),
    now.paper && h("div", { key: "paper" }, h("p", {}, phrase("own_key.paper")), copyable("own-key-paper", _("Printed code"), now.paper)),
    named(now, name),
    later("../start/games/blocked.js")?.blockedButton(),
    carried(now),
    received(now),
    revoked(now));
}

/** Do something, and say beside its button what is wrong with it. */
async function attempt(part, act) {
  edit({ busy: part, told: "", fault: null });
  try {
    edit({ busy: "", ...await act() });
  } catch (error) {
    edit({ busy: "", fault: { part, text: own("own_key_refused", error.code ?? "") ? phrase(`own_key_refused.${error.code}`) : error.message } });
  }
}

const wrong = (now, part) => fault(now.fault?.part === part ? now.fault.text : "");

function pressed(part, act) {
  return (event) => {
    event.preventDefault();
    attempt(part, act);
  };
}

/** A name that is mine alone, and how it comes back. */
function named(now, name) {
  return h("fieldset", { class: "field", key: "named" },
    h("legend", {}, _("A name that is yours alone")),
    h("p", { class: "hint" }, _("Nobody else is called so on this server then. A printed code gives it back when this device is lost.")),
    h("button", { type: "button", disabled: now.busy !== "", on: { click: pressed("claim", () => claim(name)) } }, _("Claim my name")),
    wrong(now, "claim"),
    h("form", { class: "row-form", key: "recover", on: { submit: pressed("recover", () => recover(draft(current).printed)) } },
      line("own-key-printed", _("Printed code"), now.printed, (printed) => edit({ printed }), { maxlength: "60", autocapitalize: "characters" }),
      h("button", { type: "submit", class: "quiet", disabled: now.busy !== "" }, _("Recover my name"))),
    wrong(now, "recover"));
}

async function claim(name) {
  const paper = printedCode();
  await ask({ type: "claim", recovery: pair(printedSecret(paper)).text });
  return { paper, told: fill(_("{name} is yours here: nobody else is called so."), { name }) };
}

/** The name that I came under goes to my key; the code that was used is used up, and the next one is shown before. */
async function recover(printed) {
  const secret = printedSecret(printed), { name } = current.me;
  if (!secret) throw new Error(phrase("own_key.typed"));
  const paper = printedCode(), after = pair(printedSecret(paper)), old = pair(secret);
  const parts = [fromBase64(current.server.key), utf8(name), ownKey().public, after.public];
  edit({ paper });
  try {
    await ask({ type: "recover", name, recovery: after.text, signature: sign(old, "recover", ...parts) });
  } catch (error) {
    edit({ paper: "" });
    throw error;
  }
  return { printed: "", told: fill(_("{name} is yours here: nobody else is called so."), { name: clean(name, 40) }) };
}

/** To another device. */
function carried(now) {
  const link = now.code && whole(`#key=${now.code.replaceAll(" ", "-")}`);
  return h("fieldset", { class: "field", key: "carried" },
    h("legend", {}, _("To another device of yours")),
    able() ? h("button", { type: "button", disabled: now.busy !== "", on: { click: pressed("carry", carry) } }, _("Carry my key"))
      : h("p", { class: "hint" }, _("Keys are carried by an encrypted page, or one of this computer.")),
    wrong(now, "carry"),
    link && h("div", { key: "code" },
      h("p", {}, phrase("own_key.carry")),
      copyable("own-key-words", _("Eight words"), now.code),
      copyable("own-key-link", _("Link"), link),
      qrCode(link, _("The same link, for a camera"))));
}

async function carry() {
  const code = drawn(CODE), { box, key } = await carrying(code), me = ownKey();
  const identity = { key: toBase64(me.secret), name: current.me.name, seats: keptSeats().filter((seat) => !seat.over).map(rowOf) };
  const data = await sealed(identity, key, fromBase64(current.server.key));
  await ask({ type: "carry", box, data: toBase64(data) });
  return { code: [...code].map((byte) => WORDS[byte]).join(" ") };
}

/** A seat as programs keep it (client/storage/seat_store.py); where the server is they know by themselves. */
function rowOf({ table, place, token, server, against = "", turn = 0, at = 0 }) {
  return { how: "join", table, place, token, pin: "", server, addresses: [], made: Math.floor(at / 1000), against, turn };
}

/** And back: as this browser keeps it. */
function seatOf({ table, place, token, server, against = "", turn = 0, made = 0 }) {
  return { table, place, token, server, secret: "", against, turn, over: false, at: made * 1000 };
}

/** From another device. */
function received(now) {
  if (!able()) return null;
  return h("fieldset", { class: "field", key: "received" },
    h("legend", {}, _("From another device of yours")),
    h("form", { class: "order-form", key: "words", on: { submit: pressed("receive", () => receive(draft(current))) } },
      line("own-key-typed", _("Its eight words"), now.words, (words) => edit({ words }), { maxlength: "120", autocapitalize: "none" }),
      tick("own-key-sure", _("This browser may be who that device is, and no longer who it was."), now.sure, (sure) => edit({ sure })),
      h("button", { type: "submit", disabled: now.busy !== "" || !now.sure }, _("Take the key"))),
    wrong(now, "receive"));
}

async function receive({ words }) {
  const typed = words.trim().toLowerCase().split(/[\s-]+/), code = typed.map((word) => WORDS.indexOf(word));
  if (code.length !== CODE || code.includes(-1)) {
    throw new Error(phrase("own_key.words"));
  }
  const { box, key } = await carrying(Uint8Array.from(code)), server = current.server.key;
  const { data } = await ask({ type: "receive", box });
  take(await found(fromBase64(data), key, fromBase64(server)), server);
  return { words: "", sure: false, told: _("This browser is you now, too.") };
}

async function found(data, key, server) {
  try {
    const identity = await opened(data, key, server);
    if (fromBase64(identity.key).length !== 32) throw new RangeError("no key");
    return identity;
  } catch {
    throw new Error(phrase("own_key.sealed"));
  }
}

/** Be who that is, from a new beginning of this page on; the key before is kept aside. */
function take({ key, name, seats = [] }, server) {
  if (key !== kept("key", "")) keep(`key.before-${Date.now()}`, kept("key", ""));
  keep("key", key);
  keepName(clean(String(name), 24));
  for (const seat of seats) if (seat.server === server) keepSeat(seatOf(seat));
  remember("");
  location.reload();
}

/** In other hands. */
function revoked(now) {
  return h("fieldset", { class: "field", key: "revoked" },
    h("legend", {}, _("Somebody else has your key")),
    h("p", { class: "hint" }, phrase("own_key.revoking", { server: location.host })),
    h("form", { class: "order-form", on: { submit: pressed("revoke", revoke) } },
      tick("own-key-kept", _("I have the code on paper."), now.kept, (printed) => edit({ kept: printed })),
      h("button", { type: "submit", disabled: now.busy !== "" || !now.kept }, _("Revoke this key"))),
    wrong(now, "revoke"));
}

/** This browser comes with a new key from then on, to which the printed code gives the name. */
async function revoke() {
  await ask({ type: "revoke" });
  take({ key: toBase64(drawn(32)), name: current.me.name }, current.server.key);
  return {};
}
