/**
 * The moment that is drawn: a view, and how far the events after it have been played.  While a beat plays, the view is
 * the one before the update, and each event changes of it what everybody sees.
 */
import { drawnView, sides, rowsOf } from "../../text/naming.js";

const BOUNDS = ["turn-began", "line-began", "action-taken", "target-named"]; // older throws are of another fight
const FAR = 120; // entries of the log that are looked through for throws

/** @param {Page.State} state */
export function moment(state) {
  const beat = state.past === null || state.past === undefined ? state.beat : null;
  const view = beat ? beat.before : drawnView(state);
  if (!view) return null;
  const events = beat ? beat.events.slice(0, beat.index + 1) : [];
  return {
    view,
    after: beat?.after ?? null,
    beat,
    events,
    fresh: beat ? beat.group : [],
    throws: throwsOf(state, beat),
  };
}

/** Everything on the table that has a token, as it is at this moment: row, side, and what became of it. */
export function pieces(now) {
  const found = new Map();
  for (const view of [now.view, now.after]) {
    if (!view) continue;
    for (const [side, half] of sides(view)) {
      for (const row of rowsOf(half).filter(({ token }) => !found.has(token)))
        found.set(row.token, { token: row.token, side, row, fate: "", isNew: view !== now.view });
    }
  }
  for (const event of now.events) happen(found, event, now);
  return found;
}

/** A piece with some fields of its row changed. */
function alter(found, token, change, fate = "") {
  const piece = found.get(token);
  if (piece) found.set(token, { ...piece, row: { ...piece.row, ...change }, fate: fate || piece.fate });
}

const HAPPEN = {
  rolled: (found, e) =>
    !["speed", "pursuit"].includes(e.ability) &&
    found.get(e.by) &&
    alter(found, e.by, {
      attempts: [
        e.left + (e.ability === "radar" ? found.get(e.by).row.attempts?.[0] ?? 0 : 0), // §23.4: beside what was kept
        found.get(e.by).row.attempts?.[1] ?? false,
      ],
    }),
  damaged: (found, e) => alter(found, e.token, { damage: e.damage }),
  repaired: (found, e) => alter(found, e.token, { damage: e.damage }),
  recovered: (found, e) => alter(found, e.token, { damage: e.damage }),
  eliminated: (found, e) => alter(found, e.token, {}, "sunk"),
  "shot-down": (found, e) => e.airplanes.forEach(([token, card]) => alter(found, token, { card }, "shot")),
  withdrew: (found, e) => e.tokens.forEach((token) => alter(found, token, { task: "withdrawn" }, "gone")),
  tasked: (found, e) => e.tasks.forEach(([token, task]) => alter(found, token, { task })),
  turned: (found, e) => alter(found, e.token, { detected: true, lead: e.cards[0], escort: e.cards[1] ?? null }),
  faced: (found, e) => e.airplanes.forEach(([token, card]) => alter(found, token, { detected: true, card })),
  flew: (found, e) => e.flights.forEach(([token, , line]) => alter(found, token, { host: 0, line, task: taskFlown(e) })),
};

/** Who flies to search, or to meet searchers, has that task at once; all others get theirs over the line. */
const taskFlown = ({ rule }) => ({ "15.1(1)": "search", "15.1(2)": "intercept" })[rule] ?? "flown";

function happen(found, event, now) {
  HAPPEN[event.event]?.(found, event);
  if (event.event === "turned" || event.event === "damaged") learnValues(found, event.token, now.after);
}

/** What was turned face up or hit shows its values, as the next view tells them. */
function learnValues(found, token, after) {
  const later = after && [...after.us.formations, ...after.jp.formations].find((f) => f.token === token);
  if (later?.values) alter(found, token, { values: later.values });
}

/**
 * The last throw of each card in this fight: what it kept lies on it still.
 * @param {Page.State} state
 */
function throwsOf(state, beat) {
  const log = state.log ?? [],
    throws = new Map();
  let i = typeof state.past === "number" ? state.past : log.length - 1;
  if (beat) i = lastPlace(log, beat.events[beat.index], i);
  for (let n = 0; i >= 0 && n < FAR; i--, n++) {
    const { event } = log[i];
    if (BOUNDS.includes(event.event)) break;
    if (event.event === "rolled" && event.ability !== "speed" && !throws.has(event.by)) throws.set(event.by, event);
  }
  return throws;
}

function lastPlace(log, event, from) {
  let i = from;
  while (i >= 0 && log[i].event !== event) i--;
  return i;
}
