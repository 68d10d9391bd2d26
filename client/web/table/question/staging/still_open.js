/** What the end of a segment would leave undone; a hint, no wall.  Pure; the twin of client/text/question/still_open.py. */

const REAR = [0, 5]; // by side

/**
 * What could still be done of what is easily forgotten: [[verb, how many]]; nothing where no segment is played step by
 * step.  `cards` are those of the game by id.
 */
export function stillOpen({shape, side}, view, cards) {
  if (shape.type !== "move") return [];
  const {hand, formations} = side === 0 ? view.us : view.jp;
  const possible = (verb, thing) => Object.hasOwn(shape.steps[verb] ?? {}, thing);
  const inHand = (verb) => (hand ?? []).filter((card) => possible(verb, card)).length;
  const behind = ({line, token}) => line === REAR[side] && possible("move", token);
  const isTransport = ({lead}) => Object.hasOwn(cards[lead] ?? {}, "effect"); // an event card on the table
  const led = Object.values(shape.steps.pair ?? {}).flat();
  const alone = (row) => !row.pair && isTransport(row) && led.includes(row.token);
  return Object.entries({
    deploy: inHand("deploy"),
    move: formations.filter(behind).length,
    pair: formations.filter(alone).length,
    transports: inHand("transports"),
    submarine: inHand("submarine"),
  }).filter(([, n]) => n > 0);
}
