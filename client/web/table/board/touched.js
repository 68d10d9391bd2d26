/** Which things on the table an event is about, so that the eye finds them while it is told. */

const ONE = ["token", "by", "at", "target"];
const SEVERAL = ["tokens", "ships", "airplanes", "detected", "bases", "flights", "tasks", "aims"];
const NOTHING = new Set();
let last = {event: null, tokens: NOTHING};

/**
 * The tokens of the event that is shown now; between events, what the coach of the tutorial speaks of.
 * @param {Page.State} state
 */
export function touched({beat, coach, shown}) {
  const event = beat?.event ?? null, points = coach?.points;
  if (!event && points && points.view === shown?.view) return points.things;
  if (event !== last.event) last = {event, tokens: event ? tokensOf(event) : NOTHING};
  return last.tokens;
}

function tokensOf(event) {
  const lists = SEVERAL.flatMap((field) => (Array.isArray(event[field]) ? event[field] : []));
  const found = [...ONE.map((field) => event[field]), ...lists.flat()];
  return new Set(found.filter((one) => typeof one === "number" && one > 5)); // what is less is a line or a number
}
