/** The head of the start page: the name of the game over a sea chart of ours, and who you are. */
import { clean } from "../base/language/clean.js";
import { h, s } from "../base/dom.js";
import { change, state as current } from "../base/store.js";
import { keepName } from "../base/browser_storage.js";
import { _, fill } from "../base/language/words.js";
import { draft, edit } from "../base/draft.js";
import { TABLES } from "../base/language/vocabulary.js";

/**
 * Name, one line of what it is, your name (who was invited is asked for it there), language.
 * @param {Page.State} state
 */
export function welcome(state) {
  const now = draft(state);
  return h("header", { class: "hero", key: "hero" },
    chart(),
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
    chart(),
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

/** A quiet chart: depth lines, a rising sun, and two lines of ships that face each other. */
function chart() {
  const depths = [0, 1, 2, 3, 4].map((n) =>
    s("path", { key: n, class: "depth",
      d: `M-20 ${150 + n * 34}q110 ${-40 + n * 6} 240 ${-8 + n * 4}t260 ${10 - n * 5}t260 -14t300 6` }));
  return s("svg", { class: "hero-chart", viewBox: "0 0 960 320", preserveAspectRatio: "xMaxYMid slice",
    "aria-hidden": "true" },
    s("circle", { class: "sun", cx: 838, cy: 150, r: 44 }),
    s("path", { class: "rays", d: rays(838, 150, 54, 82) }),
    depths,
    s("path", { class: "isle", d: "M700 236q30-34 74-34t52-22 70 8 74 44-60 26-140 26-118 2z" }),
    ship(640, 196, 0.42), ship(585, 208, 0.34), ship(690, 212, 0.3),
    s("path", { class: "track", d: "M470 214C560 150 640 130 782 148" }),
    plane(706, 128), plane(732, 118), plane(728, 138));
}

function rays(x, y, from, to) {
  return Array.from({ length: 24 }, (_none, n) => {
    const turn = (n * Math.PI) / 12, cos = Math.cos(turn), sin = Math.sin(turn);
    return `M${Math.round(x + cos * from)} ${Math.round(y + sin * from)}L${Math.round(x + cos * to)} ${Math.round(y + sin * to)}`;
  }).join("");
}

function ship(x, y, size) {
  const hull = "M-46 0h20l4-8h8v-10h6v-8h5v8h7v6h10l4 12h32l-10 14h-76z";
  return s("path", { class: "ship", d: hull, transform: `translate(${x} ${y}) scale(${size})` });
}

function plane(x, y) {
  return s("path", { class: "plane", d: "M-14 0h8l6-10h4l-2 10h10l3-4h3l-2 7-5 1h-9l-5 9h-4l2-9h-9z",
    transform: `translate(${x} ${y}) scale(.6)` });
}
