/** The room that the battle board has, as the style sheets lay out the page: layout.css and table.css. */

const READ = 105; // pixels of a card on which everything can be read

const between = (least, wanted, most) => Math.max(least, Math.min(wanted, most));

/** The form of the page: "wide", "low" with a narrow side, or "upright" with a sheet at the bottom. */
export function formOf({ innerWidth: width = 1280, innerHeight: height = 720 } = globalThis) {
  if (width < 560 || (width <= 820 && height >= width)) return "upright";
  return width <= 820 || height <= 480 ? "low" : "wide";
}

/** Whether boxes lie one below the other, and the board may be scrolled. */
export function isNarrow(page = globalThis) {
  return formOf(page) === "upright" && (page.innerWidth ?? 1280) < 700;
}

/** The board: its width to its height, and how many cards can be read beside each other. */
export function roomFor(page = globalThis) {
  const { innerWidth: width = 1280, innerHeight: height = 720 } = page;
  const rest = {
    wide: () => [width - between(300, 0.26 * width, 420), height - 44 - between(76, 0.145 * height, 156) - 56],
    low: () => [width - between(236, 0.35 * width, 330), height - 34 - 56 - 30],
    upright: () => [width, height - 62 - between(226, 0.34 * height, 300) - between(60, 0.096 * height, 78) - 56],
  };
  const [wide, high] = rest[formOf(page)]();
  return { proportion: Math.max(0.5, (wide - 14) / Math.max(40, high - 14)), most: Math.floor(wide / READ) };
}
