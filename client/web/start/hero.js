/** The head of the start page: the name of the game over a sea chart of ours, and who you are. */
import { clean } from "../base/language/clean.js";
import { h, s } from "../base/dom.js";
import { change, state as current } from "../base/store.js";
import { keepName } from "../base/browser_storage.js";
import { _, fill } from "../base/language/words.js";
import { draft, edit } from "../base/draft.js";
import { TABLES } from "../base/language/vocabulary.js";
import { outline } from "../table/board/cards/outlines.js";
import { planform } from "../table/board/cards/planforms.js";

/**
 * Name, one line of what it is, your name (who was invited is asked for it there), language.
 * @param {Page.State} state
 */
export function welcome(state) {
  const now = draft(state);
  return h("header", { class: "hero", key: "hero" },
    panorama(),
    h("div", { class: "hero-words" },
      h("h1", {}, h("span", {}, "Iron Bottom"), h("span", { class: "and" }, " & "), h("span", {}, "Sunset Sky")),
      h("p", { class: "tagline" },
        _("The Solomons, 1942 and 1943. Two fleets, most of them face down. A card game for two.")),
      h("div", { class: "hero-fields" },
        !state.invited && h("label", { for: "your-name" }, _("Your name")),
        !state.invited && h("input", {
          id: "your-name", type: "text", maxlength: "24", autocomplete: "nickname", spellcheck: "false",
          value: now.name ?? state.me.name ?? "", placeholder: _("as others read it"),
          on: { input: (event) => rename(event.target.value) },
        }),
        h("button", { type: "button", class: "quiet", on: { click: () => change({ open: "settings" }) } },
          _("Settings")),
        h("button", { type: "button", class: "quiet", on: { click: () => change({ open: "rules" }) } }, _("Rules")),
        h("button", { type: "button", class: "quiet", on: { click: () => change({ open: "cards" }) } }, _("Cards")))));
}

/** The same sea over the room in which one waits. */
export function band(title, lead) {
  return h("header", { class: "hero low", key: "hero" },
    panorama(),
    h("div", { class: "hero-words" }, h("h1", {}, title), h("p", { role: "status", class: "tagline" }, lead)));
}

function rename(name) {
  keepName(name);
  edit({ name });
  change({ me: { ...current.me, name } });
}

/** What is to be known of a page that others on the network can read. */
export function plainHttp({ readable }) {
  return readable && h("p", { class: "warning", key: "readable" },
    h("strong", {}, "! "),
    _("This page came over plain HTTP: whoever is on this network can read what you see. For secrets use `ironbottom join INVITE --web`."));
}

/**
 * Which program serves this page, and what its host wants to be known.
 * @param {Page.State} state
 */
export function footer(state) {
  const { software, notice } = state.server;
  const known = Object.values(TABLES.host); // what servers say of themselves, in English; texts of their hosts stay as they are
  return h("footer", { class: "start-foot", key: "foot" },
    !state.invited && plainHttp(state.server),
    notice && h("p", {}, clean(known.includes(notice) ? _(notice) : notice, 1000)),
    software && h("p", {}, fill(_("This server runs {software}."), { software: clean(software, 80) })));
}

/** Evening over the sound: two fleets on the horizon, airplanes on their way home, and the sun that goes down between. */
function panorama() {
  return s("svg", { class: "hero-sea", viewBox: "0 0 1366 200", preserveAspectRatio: "xMaxYMax slice", "aria-hidden": "true" },
    s("defs", {}, gradient("evening", ["dusk", "ember", "glow"]), gradient("deep", ["near", "far"])),
    s("rect", { class: "sky", width: 1366, height: 152, fill: "url(#evening)" }),
    s("circle", { class: "sun", cx: 1166, cy: 146, r: 46 }),
    s("path", { class: "isle", d: "M1226 152q26-12 44-36t34-6 24 4 38 22v16zM940 152q40-4 62-14t46 2 40 12z" }),
    s("rect", { y: 150, width: 1366, height: 50, fill: "url(#deep)" }),
    s("path", { class: "glitter", d: glitter(1166, 154) }),
    FLEETS.map(([card, kind, x, y, scale, turned]) => ship({ id: card }, kind, `translate(${x} ${y}) scale(${turned ? -scale : scale} ${scale})`)),
    FLIGHT.map(([x, y]) => s("path", { key: `${x}`, class: "plane", d: planform({ id: "us/dauntless" }, "dive").d,
      transform: `translate(${x} ${y}) rotate(-62) scale(.46)` })));
}

/** Card, what it looks like from afar, where its bow or stern lies, how large, and whether it sails to the left. */
const FLEETS = [
  ["us/enterprise", "carrier", 838, 129, 0.8, false], ["us/north-carolina-washington", "battleship", 746, 142, 0.58, false],
  ["us/atlanta", "cruiser", 962, 146, 0.38, false], ["jp/hiei-kirishima", "battleship", 1350, 139, 0.66, true],
  ["jp/shokaku", "carrier", 1258, 150, 0.4, true],
];
const FLIGHT = [[1046, 46], [1080, 34], [1078, 60], [1114, 24], [1112, 74]];

function ship(card, kind, transform) {
  return s("path", { key: card.id, class: "ship", d: outline(card, kind)?.d, transform });
}

/** From above to below; the colours stand in style/start.css. */
function gradient(id, stops) {
  return s("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    stops.map((name, n) => s("stop", { key: name, class: `stop-${name}`, offset: n / (stops.length - 1) })));
}

/** The light of the sun on the water. */
function glitter(x, y) {
  return Array.from({ length: 8 }, (_none, n) => {
    const wide = 46 - n * 2.4 + (n % 3) * 14, shift = ((n * 37) % 17) - 8;
    return `M${x - wide + shift} ${y + n * 6}h${wide * 2}`;
  }).join("");
}
