/** What dice were thrown: whether a die was limited, and what luck each side has had; the twin of plain/throws.py. */
import { cardOf } from "./naming.js";

export const CHECK = "speed"; // a withdrawal check has no hits to be counted
const THROWN_AS = { pursuit: "surface", radar: "surface" }; // §23.10, §23.4: by what formations throw then
export const ACCIDENT = "mutsu"; // §23.15: nor has this

/** The faces of a throw; bytes come as base64. */
export function facesOf(event) {
  return [...atob(event.faces)].map((letter) => letter.charCodeAt(0));
}

/** Listens to the events of one update in their order. */
export class Throws {
  constructor(names) {
    this.names = names;
    this.damage = new Map();
    this.kept = new Map();
  }

  /** Take in an event; for a throw, whether its die was limited (§3.4). */
  hear(event) {
    if (event.event === "damaged") this.damage.set(event.token, event.damage);
    if (event.event !== "rolled") return false;
    const limited = this.limited(event, facesOf(event));
    for (const key of [...this.kept.keys()]) if (key.startsWith(`${event.by} `)) this.kept.delete(key);
    if (event.left) this.kept.set(keyOf(event), limited);
    return limited;
  }

  /** A 4, 5 or 6 tells it; after a lower face, what the card had to throw with. */
  limited(event, faces) {
    if (faces.length !== 1) return false;
    const [face] = faces;
    if (face >= 4) return face === 6 ? event.hits === 1 && event.left === 1 : event.hits === 0 && event.left === 0;
    const kept = this.kept.get(keyOf(event));
    if (kept !== undefined) return kept;
    const found = this.names.earlier?.rows.get(event.by) ?? this.names.rows.get(event.by);
    if (!found) return false;
    const maintained = found.row.attempts ?? this.lying(event);
    if (maintained && maintained[0]) return Boolean(maintained[1]);
    return this.ability(found, event) === 0;
  }

  /** What lay on the table for this card, if it was kept against the one that it rolls at. */
  lying(event) {
    const target = this.names.target;
    for (const lying of this.names.earlier?.lying ?? []) {
      const dice = new Map(lying.dice.map(([token, kept]) => [token || target, kept]));
      const there = new Set([0, ...dice.keys(), ...lying.aims.flat()]);
      if (dice.has(event.by) && there.has(event.at)) return dice.get(event.by);
    }
    return null;
  }

  /** The ability with all damage so far, as far as it can be seen. */
  ability({ row }, event) {
    let value, harmed;
    if ("pair" in row) {
      value = row.values?.[THROWN_AS[event.ability] ?? event.ability] ?? null;
      harmed = (this.damage.get(event.by) ?? row.damage) - row.damage;
    } else {
      const card = row.card === null ? undefined : cardOf(row.card);
      if (!card || !("maker" in card || "rank" in card)) return null;
      value = card[event.ability] ?? null;
      harmed = "host" in row ? 0 : this.damage.get(event.by) ?? row.damage;
    }
    return value === null ? null : Math.max(0, value - harmed);
  }
}

const keyOf = (event) => `${event.by} ${event.at} ${event.ability}`;
