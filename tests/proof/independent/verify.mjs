// A second reader of transcripts, written from PROTOCOL.md alone: it knows no rule of the game.
// node verify.mjs CARDS.json GAME.ibss ...
// For each game one line of JSON: {"file", "sound": true, "counts"} or {"file", "sound": false, "entry", "code", "text"}.
// From the seed it works out the decks, the hands, every mix and every die, and checks chain, salts and signatures.

import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
const SIDES = ["us", "jp"];

function demand(holds, entry, code, text) {
  if (!holds) throw Object.assign(new Error(text), { entry, code });
}

// Hashes and signatures ("Login")

const bytes = (base64) => Buffer.from(base64, "base64");
const sha256 = (data) => createHash("sha256").update(data).digest();
const hmac = (key, data) => createHmac("sha256", key).update(data).digest();
const same = (a, b) => Buffer.compare(a, b) === 0;

const integer = (value, size) => Buffer.from(value.toString(16).padStart(2 * size, "0"), "hex");

function framed(purpose, parts) {
  const pieces = [Buffer.from(`ironbottom ${purpose}\n`, "ascii")];
  for (const part of parts) pieces.push(integer(part.length, 4), part);
  return Buffer.concat(pieces);
}

const hashed = (purpose, ...parts) => sha256(framed(purpose, parts));

const ED25519 = Buffer.from("302a300506032b6570032100", "hex"); // how an Ed25519 key begins in DER (RFC 8410)
function signed(key, signature, purpose, ...parts) {
  const known = createPublicKey({ key: Buffer.concat([ED25519, key]), format: "der", type: "spki" });
  return verify(null, framed(purpose, parts), known, signature);
}

// An answer as MessagePack, as "Signing" has it written

const header = (length, short, most, one, two) => {
  if (length < most) return Buffer.from([short + length]);
  return Buffer.from(one && length < 256 ? [one, length] : [two, length >> 8, length & 255]);
};

function packed(value) {
  if (typeof value === "number") return value < 65536 ? header(value, 0, 128, 0xcc, 0xcd) : Buffer.from([0xce, ...integer(value, 4)]);
  if (typeof value === "string") {
    const text = Buffer.from(value, "utf8");
    return Buffer.concat([header(text.length, 0xa0, 32, 0xd9, 0xda), text]);
  }
  if (Array.isArray(value)) return Buffer.concat([header(value.length, 0x90, 16, 0, 0xdc), ...value.map(packed)]);
  const keys = Object.keys(value).map(Number).sort((a, b) => a - b);
  return Buffer.concat([header(keys.length, 0x80, 16, 0, 0xde), ...keys.flatMap((key) => [packed(key), packed(value[key])])]);
}

// "From the seed to cards and dice"

class Stream {
  constructor(seed, label) {
    this.key = hmac(seed, label);
    this.block = 0;
    this.rest = [];
  }

  next() {
    return [...hmac(this.key, integer((this.block += 1), 8))];
  }

  faces(n) {
    while (this.rest.length < n) this.rest.push(...this.next().filter((b) => b < 252).map((b) => (b % 6) + 1));
    return this.rest.splice(0, n);
  }

  tokens(n) {
    while (this.rest.length < 4 * n) this.rest.push(...this.next());
    const drawn = Buffer.from(this.rest.splice(0, 4 * n));
    return Array.from({ length: n }, (_, i) => (drawn.readUInt32BE(4 * i) & 0x3fffffff) | 0x40000000);
  }

  order(n) {
    const places = Array.from({ length: n }, (_, i) => i);
    for (let left = n; left > 1; left -= 1) {
      const limit = 256 - (256 % left);
      let drawn = limit;
      while (drawn >= limit) {
        if (!this.rest.length) this.rest = this.next();
        drawn = this.rest.shift();
      }
      const place = drawn % left;
      [places[left - 1], places[place]] = [places[place], places[left - 1]];
    }
    return places;
  }
}

// The card set, and its fingerprint ("Files")

const PROSE = new Set("name ja set known note maker text copies copies_full slots".split(" "));

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).filter((key) => !PROSE.has(key)).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const SECTIONS = { effect: "events", maker: "airplanes", rank: "bases", type: "ships" }; // by a field that only they have
const section = (card) => SECTIONS[Object.keys(SECTIONS).find((field) => field in card)];

function fingerprint(set) {
  const cards = SIDES.flatMap((side) => [set[side].home, set[side].strategic, ...set[side].fleet, ...set[side].air]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const copies = (id) => cards.filter((card) => card.id === id).length;
  const rows = [...byId.keys()].sort().map((id) => canonical([id, section(byId.get(id)), copies(id), byId.get(id)]));
  return sha256(Buffer.from(`[${rows.join(",")}]`)).toString("hex");
}

// A transcript: chain, toss and signatures ("Files", "The toss", "Signing")

function read(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  demand(lines.pop() === "", lines.length, "cut", "the last line has no end");
  return lines.map((line) => ({ line, ...JSON.parse(line) }));
}

function chained(entries, begun, share) {
  const salts = hashed("salts", bytes(begun.game), share);
  const heads = [bytes(begun.game)];
  for (const [i, { line, n, salt }] of entries.entries()) {
    demand(n === i + 1, i + 1, "place", "the entries are not numbered from 1 without a gap");
    demand(same(bytes(salt), hmac(salts, integer(n, 8)).subarray(0, 16)), n, "salt", "the salt is another one");
    heads.push(sha256(Buffer.concat([heads[i], Buffer.from(line)])));
  }
  return heads;
}

function tossed(begun, ended) {
  const [game, server] = [bytes(begun.game), bytes(begun.server)];
  const [table, engine, cards] = [begun.table, begun.engine, begun.cards].map((text) => Buffer.from(text));
  const keys = begun.players.map((player) => bytes(player.key));
  const vain = (begun.thrown ?? []).map(({ game: name, commitment, players: both }) => hashed("thrown", ...[name,
    commitment, ...both.map((one) => one.commitment), ...both.map((one) => one.share)].map(bytes)));
  const more = [cards, ...(vain.length ? [hashed("tosses", ...vain)] : [])];
  const name = hashed("game", server, ...keys, table, integer(begun.number, 4), engine, ...more);
  demand(same(name, game), 1, "game", "the name of the game does not follow");
  const share = bytes(ended.share);
  demand(same(hashed("share", game, share), bytes(begun.commitment)), 1, "late-seed", "the server's share is another one");
  const bound = [begun.commitment, ...begun.players.map((player) => player.commitment)].map(bytes);
  for (const [i, player] of begun.players.entries()) {
    demand(same(hashed("share", game, bytes(player.share)), bound[i + 1]), 1, "share", "a player's share is another one");
    const committed = signed(keys[i], bytes(player.committed), "commit", game, bound[0], bound[i + 1]);
    const revealed = signed(keys[i], bytes(player.revealed), "reveal", game, ...bound);
    demand(committed && revealed, 1, "signature", "a player's signature does not fit the toss");
  }
  const shares = [share, ...begun.players.map((player) => bytes(player.share))];
  const seed = begun.terms.seed === null ? hashed("seed", game, ...shares) : bytes(begun.terms.seed);
  demand(usOf(begun.players.map((player) => player.wish), seed) === begun.us, 1, "sides", "the sides are others");
  return { seed, share };
}

function usOf([first, second], seed) {
  return first === second ? hashed("sides", seed)[0] & 1 : first === "us" || second === "jp" ? 0 : 1;
}

class Signatures {
  constructor(begun, heads) {
    Object.assign(this, { begun, heads, game: bytes(begun.game), own: [[], []], signed: [0, 0] });
  }

  key(side) {
    return bytes(this.begun.players[side === 0 ? this.begun.us : 1 - this.begun.us].key);
  }

  said(body, answer) {
    const digest = hashed("answer", this.game, integer(body.update, 8), packed(answer)).subarray(0, 16);
    if (body.given === "player") this.own[body.side].push(digest);
  }

  countersigned(n, body) {
    const [digests, side, seen] = [bytes(body.digests), body.side, bytes(body.head)];
    const parts = [this.game, seen, integer(body.first, 8), digests];
    demand(signed(this.key(side), bytes(body.signature), "countersign", ...parts), n, "signature", "it is not the player's");
    demand(body.first === this.signed[side], n, "dropped", "a countersignature was dropped before this one");
    const answers = Buffer.concat(this.own[side].slice(body.first, body.first + digests.length / 16));
    demand(same(answers, digests), n, "forged", "the player signed other answers than these");
    demand(this.heads.slice(1, n).some((one) => same(one, seen)), n, "fork", "the head that was signed is not in this file");
    const receipt = signed(bytes(this.begun.server), bytes(body.receipt), "receipt", this.game, seen);
    demand(receipt, n, "receipt", "the receipt is not the server's");
    this.signed[side] += digests.length / 16;
  }

  ordered(n, { side, seq, orders, signature }) {
    const written = packed(orders.map(({ window, does, n: number, turn, cards }) =>
      turn || cards ? [window, does, number, turn ?? "", cards ?? []] : [window, does, number]));
    const own = signed(this.key(side), bytes(signature), "orders", this.game, integer(seq, 8), written);
    demand(own, n, "signature", "the standing orders are not the player's");
  }

  closed(n, { head, signature }) {
    demand(same(bytes(head), this.heads[n - 1]), n, "closed", "the file was changed before its end");
    const own = signed(bytes(this.begun.server), bytes(signature), "closed", this.game, bytes(head));
    demand(own, n, "closed", "it is not the server's signature");
  }
}

// One side's decks and hand, as far as the seed and the answers tell

class Force {
  constructor(cards, seed, name) {
    this.cards = cards;
    this.fleets = new Stream(seed, `fleet/${name}`);
    this.packets = new Stream(seed, `packets/${name}`);
    this.hand = [];
    this.pairs = []; // what each step of window 2 changed in the number of formations
    this.deployed = new Map(); // in window 6, by their tokens
    this.before = []; // hand and deployed cards before each step of it
    this.air = new Stream(seed, `airplanes/${name}`).order(cards.air.length).map((place) => cards.air[place]);
    this.shuffle();
  }

  shuffle() {
    this.mixed = this.fleets.order(this.cards.fleet.length);
    this.fleet = this.mixed.map((place) => this.cards.fleet[place]);
    this.ships = this.fleetWorth(this.cards.home.fleet);
  }

  fleetWorth(points) {
    const drawn = [];
    for (let worth = 0; worth < points && this.fleet.length; worth += drawn.at(-1).vp) drawn.push(this.fleet.pop());
    return drawn;
  }

  draw(count) {
    if (this.air.length < count) return []; // the game is over
    const drawn = this.air.splice(this.air.length - count).reverse();
    this.hand.push(...drawn);
    return drawn;
  }

  free() {
    for (let token = 2 ** 20; ; token += 1) if (!this.deployed.has(token)) return token;
  }

  lose(n, id) {
    const place = this.hand.findIndex((card) => card.id === id);
    demand(place >= 0, n, "deal", `the seed has not dealt ${id} to the hand that it is played from`);
    return this.hand.splice(place, 1)[0];
  }
}

class Deal {
  constructor(set, seed, format) {
    this.untold = format === 1; // which does not tell the mixes
    this.forces = SIDES.map((side) => new Force(set[side], seed, side));
    this.dice = new Stream(seed, "dice");
    this.tokens = new Stream(seed, "tokens");
    this.known = new Set(this.tokens.tokens(4)); // the home and strategic bases of both sides
    this.through = 0; // sides that have ended window 2
    this.turn = 0;
    this.counts = { dice: 0, cards: 0, mixes: 0, tokens: 4 };
  }

  answered(n, body) {
    const { side, window, answer } = body;
    const force = this.forces[side];
    this.named(n, answer);
    const step = this.steps[window];
    if (Array.isArray(answer) && answer[0] === "play" && typeof answer[1] === "string") this.played(n, force, answer[1], body);
    else if (step && typeof answer !== "number") step.call(this, n, force, answer, body);
    for (const faces of body.dice.map(bytes)) {
      demand(same(Buffer.from(this.dice.faces(faces.length)), faces), n, "dice", "the seed gives other dice");
      this.counts.dice += faces.length;
    }
    for (const [label, drawn] of body.mixes ?? []) this.mixed(n, label, drawn);
  }

  steps = {
    1: (n, force, answer) => answer === "redraw" && force.shuffle(),
    2(n, force, [verb], body) {
      if (verb === "undo") force.pairs.pop();
      else if (verb !== "done") force.pairs.push({ pair: -1, part: 1 }[verb] ?? 0);
      else this.through += 1;
      if (verb !== "done" || this.through < 2) return;
      this.entered(n, body, this.forces.reduce((sum, { ships, pairs }) => sum + 2 + ships.length + pairs.reduce((a, b) => a + b, 0), 0));
      for (const each of this.forces) each.draw(each.cards.home.first_hand);
    },
    3(n, force, answer, body) {
      const drawn = force.draw(force.cards.home.drawn);
      this.turn += 1;
      this.counts.cards += drawn.length;
      demand(answer === "keep" || drawn.some((card) => card.id === answer), n, "deal", `the seed does not deal ${answer} here`);
      if (body.given === "clock" && !this.untold) demand(answer === drawn[this.lot(drawn.length)].id, n, "lot", "the lot gives another card");
      if (answer !== "keep") force.lose(n, answer);
    },
    4(n, force, [verb, card]) {
      if (verb === "express") force.lose(n, force.hand.find(({ id, effect }) => effect?.does === "express" && id !== card)?.id);
      if (verb === "transports" || verb === "express") force.lose(n, card);
    },
    6(n, force, [verb, named]) {
      if (verb === "undo") [force.hand, force.deployed] = force.before.pop();
      else force.before.push([[...force.hand], new Map(force.deployed)]);
      if (verb === "deploy") force.deployed.set(force.free(), force.lose(n, named));
      if (verb === "recall") force.hand.push(force.deployed.get(named));
      if (verb === "recall" || verb === "discard") force.deployed.delete(named);
      if (verb === "done") [force.before, force.deployed] = [[], new Map()];
    },
    14: (n, force, [verb, card]) => verb === "submarine" && force.lose(n, card),
    16: (n, force, answer) => answer === "retreat" && force.draw(1),
    33: (n, force, answer) => answer.forEach((card) => force.lose(n, card)),
  };

  played(n, force, id, body) {
    const { effect } = force.lose(n, id);
    force.before = [];
    if (effect.does === "draw") force.draw(effect.n);
    if (effect.does === "reinforce") this.entered(n, body, force.fleetWorth(effect.n).length);
  }

  entered(n, { mixes }, count) {
    const dealt = (mixes ?? []).filter(([label]) => label === "tokens").reduce((sum, [, drawn]) => sum + drawn.length, 0);
    demand(this.untold || dealt === count, n, "deal", `the seed brings ${count} cards into play here, not ${dealt}`);
  }

  lot(count) {
    const text = `lot ${this.turn} ${this.tokens.block} ${this.tokens.rest.length}`;
    return Number(hmac(this.tokens.key, text).readBigUInt64BE() % BigInt(count));
  }

  named(n, value) {
    if (Array.isArray(value)) for (const one of value) this.named(n, one);
    else if (value !== null && typeof value === "object") for (const [key, one] of Object.entries(value)) this.named(n, [Number(key), one]);
    else if (typeof value === "number" && value >= 2 ** 30) demand(this.untold || this.known.has(value), n, "token", "the seed has dealt no such token");
  }

  mixed(n, label, drawn) {
    const ours = label === "tokens" ? this.dealt(drawn) : this.order(n, label, drawn.length);
    demand(String(ours) === String(drawn), n, "mix", `the seed mixes otherwise (${label})`);
    this.counts.mixes += 1;
  }

  dealt(drawn) {
    const tokens = this.tokens.tokens(drawn.length);
    const taken = new Set(tokens).size < drawn.length || tokens.some((token) => this.known.has(token));
    if (taken && String(tokens) !== String(drawn)) return this.dealt(drawn); // one of them lies on the table
    for (const token of tokens) this.known.add(token);
    this.counts.tokens += drawn.length;
    return tokens;
  }

  order(n, label, length) {
    const [deck, side] = label.split("/");
    const force = this.forces[SIDES.indexOf(side)];
    demand(force && ["fleet", "packets"].includes(deck), n, "mix", `there is no stream ${label}`);
    return deck === "fleet" ? force.mixed : force.packets.order(length);
  }
}

// The whole

function check(file, set) {
  const entries = read(file);
  const begun = entries[0].body;
  demand(begun?.type === "begun", 1, "unreadable", "the file does not begin like a transcript");
  const ended = entries.find(({ body }) => body.type === "ended");
  const whole = ended && entries.at(-1).body.type === "closed";
  demand(whole, entries.length, "cut", "the end is missing, and with it the server's share or signature");
  demand(fingerprint(set) === begun.cards, 1, "cards", "the game was played with other cards");
  const { seed, share } = tossed(begun, ended.body);
  const heads = chained(entries, begun, share);
  const [signatures, deal] = [new Signatures(begun, heads), new Deal(set, seed, begun.format)];
  for (const { n, body } of entries.slice(1)) {
    if (body.type === "answered") {
      signatures.said(body, body.answer);
      deal.answered(n, body);
    } else if (body.type === "resigned") signatures.said(body, "resign");
    else if (body.type in { countersigned: 1, ordered: 1, closed: 1 }) signatures[body.type](n, body);
  }
  return { entries: entries.length, ...deal.counts };
}

function main([cards, ...files]) {
  if (!files.length) {
    console.error("usage: node verify.mjs CARDS.json GAME.ibss ...");
    return 2;
  }
  const set = JSON.parse(readFileSync(cards, "utf8"));
  const verdicts = files.map((file) => ({ file, ...verdict(file, set) }));
  for (const one of verdicts) console.log(JSON.stringify(one));
  return verdicts.every(({ sound }) => sound) ? 0 : 1;
}

function verdict(file, set) {
  try {
    return { sound: true, counts: check(file, set) };
  } catch (fault) {
    const { entry = 0, code = "unreadable", message: text } = fault; // JSON.parse and a key of no curve have no code
    return { sound: false, entry, code, text };
  }
}

process.exitCode = main(process.argv.slice(2));
