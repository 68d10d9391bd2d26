/** Web Push: what this browser's push service is called by, for the server that may call it. */
import { _ } from "../../base/language/words.js";
import { UserError } from "../../base/language/user_error.js";
import { askLeave } from "../../base/notifications.js";
import { fromBase64, toBase64 } from "../../session/crypto/bytes.js";
import { install } from "./install.js";

/** {address, public, auth} for a server whose key is `push`.  Raises UserError where this browser cannot, or may not. */
export async function browserKeys(push) {
  if (!globalThis.isSecureContext || !("PushManager" in globalThis)) {
    throw new UserError(_("This browser takes no notifications of a page like this: it must be encrypted, and on an iPhone on the home screen."));
  }
  if (await askLeave() !== "granted") {
    throw new UserError(_("Your browser was told to show no notifications of this page; its settings can change that."));
  }
  await install();
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = fromBase64(push), before = await pushManager.getSubscription();
  if (before && !sameKey(before.options.applicationServerKey, key)) await before.unsubscribe(); // of another server
  try {
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
    return { address: endpoint, public: plain(keys?.p256dh), auth: plain(keys?.auth) };
  } catch {
    throw new UserError(_("This browser's push service does not answer: try again later, or choose another way."));
  }
}

function sameKey(one, other) {
  return one !== null && toBase64(new Uint8Array(one)) === toBase64(other);
}

/** As the protocol has bytes: with the letters of plain Base64, and its end. */
function plain(text = "") {
  const letters = text.replaceAll("-", "+").replaceAll("_", "/");
  return letters.padEnd(Math.ceil(letters.length / 4) * 4, "=");
}
