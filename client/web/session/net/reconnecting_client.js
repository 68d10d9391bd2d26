/**
 * The way to the server, kept open: connects, logs in, and after a loss tries again until it is there.  The twin of
 * client/net/reconnecting_client.py.
 *
 * Whoever sits at a table gives his SeatSession to the client; the client brings it what is said at that table, carries what it
 * says, and takes the seat again on every new connection.
 */

import {_, fill} from "../../base/language/words.js";
import {fromBase64} from "../crypto/bytes.js";
import {sign} from "../storage/identity.js";
import {inOurWords} from "../../base/language/server_messages.js";
import {Connection} from "./connection.js";
import {refusal, UserError} from "../../base/language/user_error.js";
import {phrase} from "../../base/language/vocabulary.js";

const VERSIONS = [1, 1];
const SOFTWARE = "ironbottom web";
const [FIRST, LONGEST] = [0.5, 15]; // seconds between two tries to come back
const HOPELESS = ["version", "login", "elsewhere", "order", "malformed", "frame"]; // farewells after which nobody comes back

/** The numbers of requests, which only ever grow. */
class Numbers {
  last = 0;

  next() {
    this.last += 1;
    return this.last;
  }

  /** The numbers up to `last` were used before us. */
  beyond(last) {
    this.last = Math.max(this.last, last);
  }
}

/** Seconds before the next try: longer each time, and by chance less, so that not all come back at once. */
export function pause(tries, chance = Math.random) {
  return Math.min(LONGEST, FIRST * 2 ** Math.min(tries, 10)) * (0.5 + 0.5 * chance());
}

export class ReconnectingClient {
  /** `name()` is the name to go by; `told(status)` hears of the connection: {status, text, again, code}, or a notice. */
  constructor({address, me, name, told}) {
    this.address = address;
    this.me = me;
    this.name = name;
    /** @type {(status: Partial<Page.Connection> & {notice?: any}) => void} */
    this.told = told;
    this.numbers = new Numbers();
    this.challenge = null;
    this.welcome = null;
    /** @type {Connection} the connection, from its first byte; null: there is none */
    this.connection = /** @type {any} */ (null);
    this.in = false; // we are logged in on it
    this.named = ""; // the name that we said there
    this.seat = null;
    this.listener = null; // who hears the events of the seat
    this.asked = new Map(); // seq -> {request, done, failed}
    this.early = null; // what is said at a table before its seat is here
    this.tries = 0;
    this.timer = 0;
    this.ended = null;
    this.arriving = new Set(); // who waits until we are in: [done, failed]
    this.wakes = () => this.wake();
    globalThis.addEventListener?.("online", this.wakes);
    globalThis.document?.addEventListener("visibilitychange", this.wakes);
  }

  /** Connect, if that is not done.  A promise that is kept when we are in, and broken when there is no way on. */
  open() {
    if (this.ended) return Promise.reject(this.ended);
    if (this.in) return Promise.resolve();
    const arrived = new Promise((done, failed) => this.arriving.add([done, failed]));
    if (this.connection === null && !this.timer) {
      this.told({status: "opening", text: "", again: null, code: ""});
      this.connect();
    }
    return arrived;
  }

  /** Log in again, because the name has changed. */
  async renamed() {
    if (this.in && this.named !== this.name()) {
      this.connection.close();
      this.in = false;
      this.connect();
    }
    await this.open();
  }

  /** There is no way on, for a reason that we have found ourselves. */
  stop(error) {
    this.connection?.close();
    this.finish(error);
  }

  /** Ask for something outside the game, and wait for the answer, across losses. */
  ask(words) {
    if (this.ended) return Promise.reject(this.ended);
    const request = {seq: this.numbers.next(), ...words};
    const answer = new Promise((done, failed) => this.asked.set(request.seq, {request, done, failed}));
    if (this.in) this.connection.say(request);
    return answer;
  }

  /** From now on a seat hears what is said at its table; without `seated` it takes a place that it had before. */
  take(seat, listener, seated = null) {
    [this.seat, this.listener] = [seat, listener];
    if (seated === null) {
      if (this.in) this.connection.say(seat.returning());
      return;
    }
    const early = this.early ?? [];
    this.early = null;
    for (const message of [seated, ...early]) this.tell(message);
  }

  /** Whoever sat here has left. */
  drop() {
    [this.seat, this.listener] = [null, null];
  }

  /** Say what the seat has to say. */
  flush() {
    if (this.in && this.seat !== null) for (const request of this.seat.drain()) this.connection.say(request);
  }

  /** The network is back, or somebody looks at the page again: do not wait any longer. */
  wake() {
    if (this.ended) return;
    if (this.timer) {
      this.stopWaiting();
      this.connect();
    } else {
      this.connection?.check();
    }
  }

  // the connection

  connect() {
    this.in = false;
    this.connection = new Connection(this.address, {
      ready: () => this.greet(),
      heard: (message) => this.guarded(() => this.route(message)),
      lost: (why, bye) => this.lost(why, bye),
    });
  }

  greet() {
    this.named = this.name();
    this.said = null; // the challenge of this connection
    this.connection.say({type: "hello", versions: VERSIONS, software: SOFTWARE, key: this.me.text, name: this.named, bot: false});
  }

  hearChallenge(challenge) {
    const {version, key, nonce} = challenge;
    if (version < VERSIONS[0] || version > VERSIONS[1]) {
      const text = _("The server speaks version {n} of the protocol, which this page does not know: load the page again.");
      throw new UserError(fill(text, {n: version}), "version");
    }
    if (this.challenge !== null && this.challenge.key !== key) {
      throw new UserError(phrase("distrust.other_key"), "key");
    }
    this.challenge = challenge;
    this.connection.say({type: "login", signature: sign(this.me, "login", fromBase64(nonce), fromBase64(key))});
  }

  /** We are in: take the seat again, and ask again for what was not answered. */
  hearWelcome(welcome) {
    this.welcome = welcome;
    [this.in, this.connection.greeted, this.tries] = [true, true, 0];
    this.told({status: "in", text: "", again: null, code: ""});
    if (this.seat !== null) this.connection.say(this.seat.returning());
    for (const {request} of [...this.asked.values()]) this.connection.say(request);
    for (const [done] of this.arriving) done();
    this.arriving.clear();
  }

  lost(why, bye) {
    [this.connection, this.in] = [/** @type {any} */ (null), false];
    if (bye !== null && HOPELESS.includes(bye.code)) {
      this.finish(new UserError(inOurWords(bye), bye.code));
      return;
    }
    const seconds = pause(this.tries);
    this.tries += 1;
    this.wait(why, bye?.code ?? "", performance.now() + 1000 * seconds);
  }

  /** Wait until it is time, and say each second how long it still takes. */
  wait(why, code, until) {
    const left = until - performance.now();
    if (left <= 0) {
      this.stopWaiting();
      this.told({status: "waiting", text: why, again: null, code});
      this.connect();
      return;
    }
    this.told({status: "waiting", text: why, again: Math.ceil(left / 1000), code});
    this.timer = setTimeout(() => this.wait(why, code, until), Math.min(1000, left));
  }

  stopWaiting() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** There is no way on: everybody who waits hears why. */
  finish(error) {
    this.ended = error;
    this.stopWaiting();
    [this.connection, this.in] = [/** @type {any} */ (null), false];
    globalThis.removeEventListener?.("online", this.wakes);
    globalThis.document?.removeEventListener("visibilitychange", this.wakes);
    for (const {failed} of this.asked.values()) failed(error);
    for (const [, failed] of this.arriving) failed(error);
    this.seat?.end(error);
    this.told({status: "ended", text: error.message, again: null, code: error.code});
  }

  /** What somebody can do nothing about ends the connection, and is said. */
  guarded(act) {
    try {
      act();
    } catch (fault) {
      if (!(fault instanceof UserError)) console.error(fault);
      const text = phrase("distrust.own_fault", {fault: String(fault)});
      this.stop(fault instanceof UserError ? fault : new UserError(text, "fault"));
    }
  }

  // what the server says

  /** Bring a message to whom it is for. */
  route(message) {
    if (!this.in) {
      if (message.type === "challenge") this.hearChallenge(message);
      else if (message.type === "welcome") this.hearWelcome(message);
      return;
    }
    const asked = this.asked.get(message.seq);
    if (asked !== undefined) this.answered(asked, message);
    else if (message.type === "notice" || message.type === "tables") this.told({notice: message});
    else if (this.early !== null && message.table !== undefined && message.table !== this.seat?.table) this.early.push(message);
    else if (this.seat !== null && (message.table === undefined || message.table === this.seat.table)) this.tell(message);
  }

  answered({request, done, failed}, message) {
    this.asked.delete(request.seq);
    if (message.type === "seated") this.early = [];
    if (message.type === "tables") this.told({notice: message});
    if (message.type === "refused") failed(refusal(message));
    else done(message);
  }

  tell(message) {
    for (const event of this.seat.hear(message)) this.listener(event);
    this.flush();
  }
}
