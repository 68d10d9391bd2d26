/** A link goes to a friend by whatever his reader has for that; where a browser has nothing, it is copied. */
import { change } from "../store.js";
import { h } from "../dom.js";
import { _ } from "../language/words.js";

/** The button; nothing in a browser that cannot share: the link has a button to copy it. */
export function shareButton(title, text, url) {
  if (typeof globalThis.navigator?.share !== "function") return null;
  return h("button", { type: "button", class: "big", id: "share", key: "share", on: { click: () => share({ title, text, url }) } },
    _("Share ..."));
}

async function share(what) {
  try {
    await navigator.share(what);
  } catch (fault) {
    if (fault?.name === "AbortError") return; // he has thought better of it
    await navigator.clipboard?.writeText(what.url).then(() => change({ copied: "invite-link" }), () => {});
  }
}
