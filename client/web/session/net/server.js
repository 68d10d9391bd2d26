/** The server of this page: the one client of its connection. */

import {_} from "../../base/language/words.js";
import {ReconnectingClient} from "./reconnecting_client.js";
import {UserError} from "../../base/language/user_error.js";

/** @type {ReconnectingClient} null before the first is begun, and then never again */
export let client = /** @type {any} */ (null);

/** Begin a new one, in the place of one that has ended. */
export function begin(how) {
  client = new ReconnectingClient(how);
}

/** Ask the server for something outside the game. */
export function ask(words) {
  if (client === null) return Promise.reject(new UserError(_("The connection is closed.")));
  return client.ask(words);
}

/** Where the WebSocket of this page's server is: beside the page, also behind a proxy of several servers. */
export function endpoint() {
  const {protocol, host, pathname} = globalThis.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}${pathname.slice(0, pathname.lastIndexOf("/"))}/play`;
}

/** Whether others on the network can read what this page hears and says. */
export function readable() {
  const {protocol, hostname} = globalThis.location ?? {};
  return protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
