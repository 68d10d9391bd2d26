/**
 * Who goes where when places hold only so many (§19.2): those that were told where first, then the others, as by
 * default where that is still free, and so that as few as possible find none.
 */

/** Whether a card fits at a place beside those that are given; one that is given anew leaves its old place. */
export function fits(shape, given, card, place) {
  const slot = shape.choices[card]?.[place];
  if (slot === undefined) return false;
  const there = Object.entries(given).filter(([other, at]) => {
    return other !== String(card) && at !== null && shape.choices[other][at] === slot;
  });
  return there.length < shape.room[slot];
}

/** The place of every card; null: it is lost. */
export function placed(shape, given, usual) {
  const told = Object.keys(given).filter((card) => given[card] !== null);
  const put = Object.fromEntries(told.map((card) => [card, given[card]]));
  const free = Object.keys(shape.choices).filter((card) => !(card in given));
  for (const card of free) if (usual[card] !== undefined && fits(shape, put, card, usual[card])) put[card] = usual[card];
  for (const card of free) if (!(card in put)) makeRoom(shape, put, card, new Set(told), new Set());
  return Object.fromEntries(Object.keys(shape.choices).map((card) => [card, put[card] ?? null]));
}

/** R-26  Put a card where others stand that can go elsewhere, if there is such a place; those that were told stay. */
function makeRoom(shape, put, card, told, tried) {
  for (const [place, slot] of Object.entries(shape.choices[card])) {
    if (tried.has(slot)) continue;
    tried.add(slot);
    const there = Object.keys(put).filter((other) => !told.has(other) && shape.choices[other][put[other]] === slot);
    const room = fits(shape, put, card, Number(place));
    if (room || there.some((other) => makeRoom(shape, put, other, told, tried))) {
      put[card] = Number(place);
      return true;
    }
  }
  return false;
}
