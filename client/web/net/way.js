/** The one way of this page to its server. */

import {_} from "../words.js";
import {Link} from "./link.js";
import {Trouble} from "./trouble.js";

export let link = null;

/** Begin a new one, in the place of one that has ended. */
export function begin(how) {
  link = new Link(how);
}

/** Ask the server for something outside the game. */
export function ask(words) {
  if (link === null) return Promise.reject(new Trouble(_("The connection is closed.")));
  return link.ask(words);
}

/** Where the WebSocket of this page's server is. */
export function door() {
  const {protocol, host} = globalThis.location;
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/play`;
}

/** Whether others on the network can read what this page hears and says. */
export function readable() {
  const {protocol, hostname} = globalThis.location ?? {};
  return protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
