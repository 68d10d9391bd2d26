/**
 * One connection to the server: a WebSocket that carries messages as JSON, and notices when the other end is gone.
 *
 * What the server asks after us with (`ping`) is answered here.  `lost` is called once, with why and, where the server
 * said goodbye, its `bye`.
 */

import {_} from "../../base/language/words.js";
import {inOurWords} from "../../base/language/server_messages.js";
import {phrase} from "../../base/language/vocabulary.js";

const PROTOCOL = "ironbottom.1";
const OPENING = 8; // seconds for the server to take us in
const QUIET = 10; // seconds of silence after which we ask whether it is there
const DEAD = 25; // seconds of silence after which it is not
const ASLEEP = 5; // seconds between two looks; with more of them this page itself was stopped
const WOKEN = 5; // seconds that the server has to answer then
const CHECK_EVERY = 1; // seconds

export class Connection {
  /** `ready()` when it is open, `heard(message)` for each message, `lost(why, bye)` at its end. */
  constructor(address, {ready, heard, lost}) {
    this.heard = heard;
    this.lost = lost;
    this.born = this.last = this.asked = this.looked = performance.now();
    this.greeted = false; // the server has let us in
    this.socket = new WebSocket(address, PROTOCOL);
    this.socket.onopen = ready;
    this.socket.onmessage = ({data}) => this.receive(data);
    this.socket.onclose = () => this.end(phrase("distrust.closed_connection"));
    this.timer = setInterval(() => this.check(), 1000 * CHECK_EVERY);
  }

  say(message) {
    if (this.lost !== null && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Say goodbye, and hang up; `lost` is not called any more. */
  close(code = "leaving", text = "") {
    this.say({type: "bye", code, text});
    this.lost = null;
    this.drop();
  }

  /**
   * Look after a server that is silent.  Called each second, and when the page or the network wakes.  A page that was
   * stopped itself heard nothing meanwhile: it asks, and waits a little.
   */
  check() {
    const now = performance.now(); // the clock on the wall may be put forward or back
    if (now - this.looked > 1000 * ASLEEP) this.last = Math.max(this.last, now - 1000 * (DEAD - WOKEN));
    this.looked = now;
    if (!this.greeted && now - this.born > 1000 * OPENING) {
      this.end(_("the server does not answer"));
    } else if (now - this.last > 1000 * DEAD) {
      this.say({type: "bye", code: "silence", text: ""});
      this.end(_("the server does not answer"));
    } else if (this.greeted && now - Math.max(this.last, this.asked) > 1000 * QUIET) {
      this.asked = now;
      this.say({type: "ping", n: 0});
    }
  }

  receive(data) {
    if (this.lost === null) return;
    this.last = performance.now();
    const message = read(data);
    if (message === null) this.end(phrase("distrust.not_understood"));
    else if (message.type === "ping") this.say({type: "pong", n: message.n});
    else if (message.type === "bye") this.end(inOurWords(message), message);
    else if (message.type !== "pong") this.heard(message);
  }

  end(why, bye = null) {
    const {lost} = this;
    this.lost = null;
    this.drop();
    lost?.(why, bye);
  }

  drop() {
    clearInterval(this.timer);
    this.socket.close();
  }
}

/** A message; null for what is none.  Each has the name of its kind. */
function read(data) {
  try {
    const message = JSON.parse(data);
    return typeof message.type === "string" ? message : null;
  } catch {
    return null;
  }
}
