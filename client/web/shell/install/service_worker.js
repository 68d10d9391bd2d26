/**
 * Keeps the page in this browser, so that it opens where there is no way to its server: all files of one version, each
 * checked by its digest, or none.
 *
 * Whoever opens the page gets what the server has.  Only where it does not answer, what is kept.  Each window goes on
 * with the files of the version that it was opened with, whatever the server has by then: no page is ever put together
 * of two versions.  Nothing else is kept: no game, no cards of a host's own, nothing that the WebSocket brings.
 */

const worker = /** @type {any} */ (self);
worker.importScripts("./push_worker.js");
const VERSION = new URL(location.href).searchParams.get("version") ?? "";
const FIRST = "/", ALIAS = "/index.html";
const FILES = "page ", WINDOWS = "windows"; // names of caches
const KEPT = /\.(?:css|js|json|md|png|svg|webmanifest)$/;
const LIVE = new Set(["/here.json", "/shell.json", "/version.json"]); // what a server says of itself now
const PATIENCE = 5000; // milliseconds for a server that cannot be reached, and does not refuse either
const AT_ONCE = 4; // files that are fetched together

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", answer);
worker.addEventListener("message", (event) => {
  const { data, source, ports } = event;
  if (typeof data?.version === "string") event.waitUntil(hear(source?.id, data.version, ports[0]));
});

// Keeping

async function install() {
  try {
    await fill();
  } catch (fault) {
    await caches.delete(FILES + VERSION); // the next page that is opened tries again
    throw fault;
  }
  await worker.skipWaiting(); // nobody is hurt: each window keeps its version
}

async function fill() {
  const { version, files } = await (await fetch("/shell.json", { cache: "no-store" })).json();
  if (version !== VERSION) throw new Error(`The server has version ${version} by now.`);
  const cache = await caches.open(FILES + VERSION);
  const todo = Object.entries(files);
  const fetchSome = async () => {
    for (let next = todo.pop(); next; next = todo.pop()) await cache.put(next[0], await whole(next[0], next[1]));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
}

/** A file that has this digest: mostly it has just been loaded by the page, and is not sent again. */
async function whole(path, tag) {
  for (const cache of /** @type {RequestCache[]} */ (["force-cache", "reload"])) {
    const response = await fetch(path, { cache });
    if (response.ok && await digest(await response.clone().arrayBuffer()) === tag) return response;
  }
  throw new Error(`${path} is not that of version ${VERSION}.`);
}

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What nobody uses any more goes. */
async function activate() {
  const names = await caches.keys(), used = new Set([WINDOWS, FILES + VERSION]);
  const here = (await worker.clients.matchAll({ includeUncontrolled: true, type: "all" })).map(({ id }) => addressOf(id));
  const windows = await caches.open(WINDOWS);
  for (const { url } of await windows.keys()) {
    const path = new URL(url).pathname;
    if (here.includes(path)) used.add(FILES + await (await windows.match(path))?.text());
    else await windows.delete(path);
  }
  await Promise.all(names.filter((name) => !used.has(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// Which window has which version: kept, because this program may be stopped at any time

const addressOf = (id) => `/window/${id}`;

async function opened(id, version) {
  if (id) await (await caches.open(WINDOWS)).put(addressOf(id), new Response(version));
}

async function versionOf(id) {
  return id ? (await caches.match(addressOf(id), { cacheName: WINDOWS }))?.text() : undefined;
}

/** A window says which version it has, and is told whether its files are here. */
async function hear(id, version, port) {
  await opened(id, version);
  port?.postMessage({ kept: Boolean(id) && await caches.has(FILES + version) });
}

// Answering

function answer(event) {
  const { method, mode, url } = event.request, { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || LIVE.has(pathname)) return;
  if (mode === "navigate") event.respondWith(pageFor(event, pathname === ALIAS ? FIRST : pathname));
  else if (KEPT.test(pathname)) event.respondWith(fileFor(event, pathname));
}

/** A document: the server's, or the one that is kept where there is no server. */
async function pageFor({ request, resultingClientId: id }, path) {
  const kept = await caches.match(path, { cacheName: FILES + VERSION });
  if (!kept) return fetch(request);
  try {
    const response = await soon(fetch(request));
    if (response.status < 500) { // above that a proxy speaks for a server that is away
      if (tagOf(response) === tagOf(kept)) await opened(id, VERSION);
      return response;
    }
  } catch {
    // nobody answers
  }
  await opened(id, VERSION);
  return kept;
}

function tagOf({ headers }) {
  return (headers.get("ETag") ?? "").replace(/^W\//, "").replace(/-gz"$/, '"');
}

function soon(promise) {
  return Promise.race([promise, new Promise((_done, failed) => setTimeout(failed, PATIENCE))]);
}

/** A file for a window: of its own version, if that is kept. */
async function fileFor({ request, clientId }, path) {
  const version = await versionOf(clientId);
  const kept = version && await caches.match(path, { cacheName: FILES + version });
  if (kept || !version || !await caches.has(FILES + version)) return kept || fetch(request);
  const response = await fetch(request); // the browser has put it away; the server may have that of another version
  return await served() === version ? response : Response.error();
}

async function served() {
  return (await (await fetch("/version.json", { cache: "no-store" })).json()).version;
}
