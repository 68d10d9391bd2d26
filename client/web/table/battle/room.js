/** The room that the battle board has, as the style sheets lay out the page: layout.css and table.css. */

const READ = 105; // pixels of a card on which everything can be read

const between = (least, wanted, most) => Math.max(least, Math.min(wanted, most));

/** The form of the page: "wide", "low" with a narrow side, or "upright" with a sheet at the bottom. */
export function formOf({ innerWidth: width = 1280, innerHeight: height = 720 } = globalThis) {
  if (width < 560 || (width <= 820 && height >= width)) return "upright";
  return width <= 820 || height <= 480 ? "low" : "wide";
}

/**
 * On a page where not all of a battle can be seen at once, so that the board is scrolled: how many cards lie beside each
 * other there.  0: all of it is seen.
 */
export function columnsAcross(page = globalThis) {
  const { innerWidth: width = 1280 } = page;
  if (formOf(page) === "upright") return width < 700 ? 3 : 0;
  return formOf(page) === "low" ? Math.max(3, Math.floor((width - between(236, 0.35 * width, 330)) / READ)) : 0;
}

/** Width to height of a board that is seen as a whole. */
export function proportion(page = globalThis) {
  const { innerWidth: width = 1280, innerHeight: height = 720 } = page;
  const [wide, high] = formOf(page) === "wide"
    ? [width - between(300, 0.26 * width, 420), height - 44 - between(76, 0.145 * height, 156) - 56]
    : [width, height - 62 - between(226, 0.34 * height, 300) - between(60, 0.096 * height, 78) - 56];
  return Math.max(0.5, (wide - 14) / Math.max(40, high - 14));
}
