/**
 * The part of the worker that tells what the server says to whoever is away (server/lobby/notifications/): that a game waits.
 */

const told = /** @type {any} */ (self);
told.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
told.addEventListener("notificationclick", (event) => event.waitUntil(lead(event.notification)));

/** Show what came: also to who has the page open elsewhere, for some browsers end a subscription that shows nothing. */
async function tell(data) {
  const { title = "", body = "", tag = "", table = "" } = data?.json() ?? {};
  const way = { body: String(body), tag: String(tag), icon: "/shell/install/icon_192.png", data: { table: String(table) } };
  await told.registration.showNotification(String(title) || "Iron Bottom & Sunset Sky", way);
}

/** To the table: in a window that is open already, else in a new one.  Never to an address that came with it. */
async function lead(notification) {
  notification.close();
  const { table } = notification.data ?? {}, hash = /^[A-Za-z0-9_-]{1,16}$/.test(table) ? `#resume=${table}` : "";
  const [open] = await told.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open) return told.clients.openWindow(`/${hash}`);
  await open.focus();
  return open.navigate(`/${hash}`).catch(() => null);
}
