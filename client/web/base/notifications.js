/** Notifications of the system: whether they can be had here, whether we may, and one of them. */

/** "no" where this browser has none for a page like this (it wants an encrypted one), else "ask", "granted" or "denied". */
export function allowed() {
  if (!globalThis.isSecureContext || typeof globalThis.Notification !== "function") return "no";
  return Notification.permission === "default" ? "ask" : Notification.permission;
}

/** Ask whoever sits there, who must just have pressed something; what he said. */
export async function askLeave() {
  if (allowed() === "ask") await Notification.requestPermission().catch(() => {});
  return allowed();
}

/** Show one; another with the same tag takes its place.  A click on it brings the page to the front. */
export function notify(title, body, tag) {
  if (allowed() !== "granted") return;
  try {
    const shown = new Notification(title, {body, tag, icon: "style/icon.svg"});
    shown.onclick = () => {
      globalThis.focus();
      shown.close();
    };
  } catch {
    // some telephones allow none of a page: title and sound are left
  }
}
