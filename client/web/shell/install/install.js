/**
 * The page as a program of the system: the worker that keeps its files, and its manifest.  Browsers allow it on encrypted
 * pages and on those of the own computer; elsewhere, and where it is switched off, everything works without it.
 */
import { language } from "../../base/language/words.js";
import { ownVersion, relyOnKept } from "../../base/later.js";

const PATIENCE = 10_000; // milliseconds for the worker to take this window over

/** Keep this version of the page in this browser. */
export async function install() {
  const workers = globalThis.isSecureContext ? navigator.serviceWorker : undefined, version = ownVersion();
  if (!workers || !version) return;
  try {
    await workers.register(new URL(`service_worker.js?version=${version}`, import.meta.url), { scope: "/" });
    await workers.ready;
    if (await serves(workers, version)) relyOnKept();
  } catch {
    // a private window, or one that keeps nothing
  }
}

/** Tell the worker which version this window has; whether we get all our files from it. */
async function serves(workers, version) {
  const late = new Promise((_done, failed) => setTimeout(failed, PATIENCE));
  if (!workers.controller) {
    await Promise.race([late, new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }))]);
  }
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((done) => { port1.onmessage = ({ data }) => done(data.kept); });
  workers.controller?.postMessage({ version }, [port2]);
  return Promise.race([late, told]);
}

/** The manifest in the reader's language: whoever installs the page reads what it says. */
export function nameInstalled() {
  const link = /** @type {?HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
  const file = language() === "en" ? "manifest.webmanifest" : `manifest.${language()}.webmanifest`;
  const address = `shell/install/${file}`;
  if (link && link.getAttribute("href") !== address) link.setAttribute("href", address);
}
