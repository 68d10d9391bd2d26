/**
 * Letters for cards that lie face down: one has its letter for as long as its token lives, and a letter comes again
 * only when it can no longer be taken for the old card.  The twin of `Letters` in client/text/naming.py.
 */
const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = ALPHABET.flatMap((a) => ALPHABET.map((b) => a + b)); // where one letter is not enough

export class Letters {
  /** `again`: a letter may come again at once, as one's own airplanes are no secret. */
  constructor(again = false) {
    this.given = new Map();
    this.freed = new Set();
    this.next = 0;
    this.again = again;
  }

  /** A letter for each of these tokens and for no other; who has one keeps it. */
  give(tokens) {
    const living = new Set(tokens);
    const freed = new Set([...this.given].filter(([token]) => !living.has(token)).map(([, letter]) => letter));
    if (freed.size && !this.again) this.freed = freed;
    this.given = new Map([...this.given].filter(([token]) => living.has(token)));
    for (const token of tokens) if (!this.given.has(token)) this.given.set(token, this.fresh());
  }

  fresh() {
    const barred = new Set([...this.given.values(), ...this.freed]);
    const ring = [...ALPHABET.slice(this.next), ...ALPHABET.slice(0, this.next)];
    const letter = [...ring, ...PAIRS].find((one) => !barred.has(one)) ?? "?";
    const place = ALPHABET.indexOf(letter);
    if (place >= 0 && !this.again) this.next = (place + 1) % ALPHABET.length;
    return letter;
  }
}
