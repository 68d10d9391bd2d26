/**
 * The page as a program of the system: the worker that keeps its files, and its manifest.  Browsers allow it on encrypted
 * pages and on those of the own computer; elsewhere, and where it is switched off, everything works without it.
 */
import { language } from "../../base/language/words.js";
import { ownVersion } from "../../base/later.js";

/** Keep this version of the page in this browser. */
export async function install() {
  const workers = globalThis.isSecureContext ? navigator.serviceWorker : undefined, version = ownVersion();
  if (!workers || !version) return;
  try {
    await workers.register(new URL(`service_worker.js?version=${version}`, import.meta.url), { scope: "/" });
    const { active } = await workers.ready;
    active?.postMessage({ version });
  } catch {
    // a private window, or one that keeps nothing
  }
}

/** The manifest in the reader's language: whoever installs the page reads what it says. */
export function nameInstalled() {
  const link = /** @type {?HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
  const file = language() === "en" ? "manifest.webmanifest" : `manifest.${language()}.webmanifest`;
  const address = `shell/install/${file}`;
  if (link && link.getAttribute("href") !== address) link.setAttribute("href", address);
}
