/**
 * Airplanes from above, drawn from their facts: span and length, the wing, the tail, engines and floats, as they are in any
 * reference on these types.  So a Zeke is no Wildcat, and a Catalina no Fortress.
 */

/**
 * Metres, and fractions of the length (`at`) or of the half span (`engines`): `wing` and `tail` are [at, chord at the
 * root, chord at the tip, how far the tip lies back, how much of the tip is round].
 */
const TYPES = {
  wildcat: {span: 11.6, long: 8.8, body: 1.5, nose: "radial", wing: [0.24, 2.3, 2.0, 0.1, 0.06], tail: [0.84, 1.3, 0.9, 0.1, 0.1, 4.2]},
  airacobra: {span: 10.4, long: 9.2, body: 1.05, nose: "pointed", wing: [0.31, 2.4, 1.1, 0.35, 0.2], tail: [0.86, 1.3, 0.7, 0.25, 0.3, 4.0]},
  warhawk: {span: 11.4, long: 9.7, body: 1.15, nose: "pointed", wing: [0.29, 2.7, 1.3, 0.15, 0.3], tail: [0.87, 1.3, 0.7, 0.2, 0.5, 3.9]},
  lightning: {span: 15.9, long: 11.5, body: 1.2, nose: "pod", wing: [0.3, 2.4, 0.9, 0.35, 0.2], tail: [0.92, 0.9, 0.9, 0, 0.06, 6.4], booms: 0.33, engines: []},
  corsair: {span: 12.5, long: 10.2, body: 1.3, nose: "radial", wing: [0.36, 2.7, 1.6, 0.3, 0.35], tail: [0.87, 1.4, 0.8, 0.25, 0.4, 5.0]},
  dauntless: {span: 12.7, long: 10.1, body: 1.35, nose: "radial", wing: [0.25, 2.9, 1.2, 0.75, 0.22], tail: [0.84, 1.5, 0.8, 0.3, 0.4, 5.6]},
  avenger: {span: 16.5, long: 12.5, body: 1.7, nose: "radial", wing: [0.25, 3.4, 1.5, 0.65, 0.12], tail: [0.83, 1.9, 1.1, 0.35, 0.15, 6.6]},
  liberator: {span: 33.5, long: 20.5, body: 2.3, nose: "glass", wing: [0.29, 4.3, 1.7, 0.7, 0.14], tail: [0.87, 2.3, 2.0, 0.1, 0.08, 8], fins: 3.6, engines: [0.24, 0.46]},
  "flying-fortress": {span: 31.6, long: 22.7, body: 2.3, nose: "glass", wing: [0.25, 5.9, 2.3, 1.7, 0.16], tail: [0.82, 3.2, 1.6, 0.9, 0.3, 13], engines: [0.26, 0.48], fin: 4.6},
  mitchell: {span: 20.6, long: 16.1, body: 1.7, nose: "glass", wing: [0.32, 3.6, 1.5, 0.5, 0.14], tail: [0.88, 1.9, 1.7, 0, 0.05, 6.6], fins: 2.7, engines: [0.26]},
  marauder: {span: 19.8, long: 17.8, body: 2.1, nose: "glass", wing: [0.36, 3.5, 1.4, 0.45, 0.16], tail: [0.84, 2.3, 1.1, 0.6, 0.2, 7.6], engines: [0.27], fin: 3},
  hudson: {span: 20, long: 13.5, body: 2.0, nose: "glass", wing: [0.27, 4.0, 1.1, 1.3, 0.2], tail: [0.84, 1.9, 1.3, 0.2, 0.15, 6.4], fins: 2.5, engines: [0.27]},
  catalina: {span: 31.7, long: 19.5, body: 2.5, nose: "boat", wing: [0.3, 4.4, 2.6, 0.55, 0.07], tail: [0.82, 2.7, 1.7, 0.35, 0.2, 9.3], engines: [0.16], blisters: 0.64},
  zeke: {span: 12, long: 9.1, body: 1.15, nose: "radial", wing: [0.25, 2.6, 1.2, 0.35, 0.42], tail: [0.85, 1.2, 0.6, 0.25, 0.5, 4.4]},
  hamp: {span: 11, long: 9.1, body: 1.15, nose: "radial", wing: [0.25, 2.6, 1.55, 0.3, 0.03], tail: [0.85, 1.2, 0.6, 0.25, 0.5, 4.4]},
  rufe: {span: 12, long: 10.1, body: 1.15, nose: "radial", wing: [0.29, 2.6, 1.2, 0.35, 0.42], tail: [0.86, 1.2, 0.6, 0.25, 0.5, 4.4], floats: [0], wingtips: 0.66},
  pete: {span: 11, long: 9.5, body: 1.15, nose: "radial", wing: [0.24, 2.0, 1.4, 0.1, 0.4], second: [0.3, 1.7, 1.2, 0.1, 0.4], tail: [0.83, 1.3, 0.8, 0.2, 0.5, 4.0], floats: [0], wingtips: 0.7},
  oscar: {span: 11.4, long: 8.8, body: 1.1, nose: "radial", wing: [0.27, 2.4, 0.7, 0.1, 0.25], tail: [0.86, 1.1, 0.5, 0.2, 0.5, 3.8]},
  val: {span: 14.4, long: 10.2, body: 1.3, nose: "radial", wing: [0.23, 3.0, 1.9, 0.15, 0.85], tail: [0.84, 1.6, 0.9, 0.15, 0.8, 4.8], spats: 0.24},
  kate: {span: 15.5, long: 10.3, body: 1.2, nose: "radial", wing: [0.23, 3.2, 1.5, 0.6, 0.3], tail: [0.85, 1.6, 0.9, 0.25, 0.5, 5.6]},
  judy: {span: 11.5, long: 10.2, body: 1.05, nose: "pointed", wing: [0.32, 2.6, 1.1, 0.25, 0.3], tail: [0.86, 1.3, 0.7, 0.25, 0.4, 4.3]},
  betty: {span: 24.9, long: 19.9, body: 2.9, nose: "cigar", wing: [0.3, 4.8, 1.5, 1.3, 0.12], tail: [0.85, 2.6, 1.2, 0.5, 0.25, 9], engines: [0.26]},
  nell: {span: 25, long: 16.5, body: 1.5, nose: "glass", wing: [0.28, 4.4, 1.3, 1.6, 0.16], tail: [0.88, 1.8, 1.4, 0.2, 0.15, 7.2], fins: 2.5, engines: [0.22]},
  jake: {span: 14.5, long: 11.3, body: 1.15, nose: "radial", wing: [0.25, 2.8, 1.4, 0.3, 0.5], tail: [0.84, 1.5, 0.8, 0.2, 0.5, 4.8], floats: [-0.27, 0.27]},
  mavis: {span: 40, long: 25.6, body: 2.5, nose: "boat", wing: [0.3, 5.0, 2.3, 0.7, 0.12], tail: [0.88, 2.6, 2.2, 0.1, 0.1, 12], fins: 3.4, engines: [0.15, 0.34], wingtips: 0.62},
  emily: {span: 38, long: 28.1, body: 3.1, nose: "boat", wing: [0.27, 6.0, 2.2, 1.2, 0.12], tail: [0.86, 3.6, 1.9, 0.6, 0.15, 13], engines: [0.2, 0.42], wingtips: 0.74, fin: 5},
};

/** Where a card is none of these, its kind stands for it. */
const LIKE = {fighter: "warhawk", dive: "dauntless", torpedo: "avenger", bomber: "mitchell", boat: "catalina", seaplane: "jake"};

const cache = new Map();

/** The outline of a card's type, or else of its kind, around 0, 0 with the nose up: {d, floats}; 48 wide at most. */
export function planform(card, kind) {
  const name = card ? String(card.id).slice(String(card.id).lastIndexOf("/") + 1) : "";
  const known = Object.hasOwn(TYPES, name) ? name : LIKE[kind] ?? "zeke";
  if (!cache.has(known)) cache.set(known, drawn(TYPES[known]));
  return cache.get(known);
}

/** Great ones are greater, but not by as much as they were. */
function drawn(type) {
  const wide = 33 + 15 * Math.sqrt(Math.max(0, type.span - 10.4) / 30);
  const scale = Math.min(wide / type.span, 38 / type.long);
  const parts = [body(type), ...surfaces(type), ...(type.engines ?? []).flatMap((x) => both(nacelle(type, x))), ...booms(type), ...fins(type)];
  const more = [...(type.floats ?? []).map((x) => float(type, x * type.span / 2, 0.66)), ...both(tips(type)), ...both(spats(type))];
  return {d: parts.map((one) => path(one, type, scale)).join(""), floats: more.map((one) => path(one, type, scale)).join("")};
}

/** Points in metres, from the nose down, clockwise. */
function path(points, {long}, scale) {
  if (!points.length) return "";
  const said = points.map(([x, y]) => `${Math.round(x * scale * 10) / 10} ${Math.round((y - long / 2) * scale * 10) / 10}`);
  return `M${said.join("L")}Z`;
}

const mirrored = (right) => [...right, ...right.map(([x, y]) => [-x, y]).reverse()];
const both = (points) => [points, points.map(([x, y]) => [-x, y]).reverse()];
const steps = (n) => Array.from({length: n + 1}, (_none, i) => i / n);

/** How wide a fuselage is at each fraction of its length, of its greatest half width. */
const FORMS = {
  radial: (t) => (t < 0.04 ? 0.72 + t * 5 : t < 0.2 ? 0.94 + t * 0.3 : 1 - 0.86 * ((t - 0.2) / 0.8) ** 1.1),
  pointed: (t) => (t < 0.3 ? 0.3 + 0.7 * Math.sin(t / 0.3 * Math.PI / 2) : 1 - 0.86 * ((t - 0.3) / 0.7) ** 1.3),
  glass: (t) => (t < 0.12 ? Math.sqrt(t / 0.12) : t < 0.5 ? 1 : 1 - 0.8 * ((t - 0.5) / 0.5) ** 1.4),
  cigar: (t) => (t < 0.12 ? Math.sqrt(t / 0.12) : t < 0.7 ? 1 : 1 - 0.6 * ((t - 0.7) / 0.3) ** 1.5),
  boat: (t) => (t < 0.16 ? Math.sqrt(t / 0.16) : t < 0.42 ? 1 : 1 - 0.84 * ((t - 0.42) / 0.58) ** 0.9),
  pod: (t) => (t < 0.12 ? Math.sqrt(t / 0.12) : t < 0.3 ? 1 : Math.max(0, 1 - (t - 0.3) / 0.22)),
};

function body({long, body: wide, nose, blisters}) {
  const form = FORMS[nose], end = nose === "pod" ? 0.52 : 1;
  return mirrored(steps(24).map((n) => {
    const t = n * end, swollen = blisters && Math.abs(t - blisters) < 0.04 ? 0.9 : 0;
    return [wide / 2 * form(t) + swollen, t * long];
  }));
}

function surfaces({span, long, wing, second, tail}) {
  return [surface(wing, span, long), surface(tail, tail[5], long), ...(second ? [surface(second, span * 0.86, long)] : [])];
}

/** A wing or a tail plane, from tip to tip. */
function surface([at, root, tip, back, round], span, long) {
  const along = [0, 0.5, 1 - round, ...steps(6).map((n) => 1 - round + round * Math.sin(n * Math.PI / 2))];
  const cut = (u) => {
    const chord = root + (tip - root) * u, bent = u > 1 - round ? Math.sqrt(Math.max(0, 1 - ((u - 1 + round) / round) ** 2)) : 1;
    const middle = at * long + back * u + (root + (tip - root) * u) / 2;
    return [u * span / 2, middle - chord * bent / 2, middle + chord * bent / 2];
  };
  const cuts = along.map(cut);
  const front = cuts.map(([x, y]) => [x, y]), rear = cuts.map(([x, , y]) => [x, y]).reverse();
  const right = [...front, ...rear];
  return [...right, ...right.map(([x, y]) => [-x, y]).reverse()];
}

function nacelle({span, long, wing, body: wide}, at) {
  const [from, root, tip, back] = wing, x = at * span / 2, y = from * long + back * at, thick = Math.min(0.55, wide / 4);
  const chord = root + (tip - root) * at, first = y - chord * 0.42, last = y + chord * 0.8;
  return [[x - thick * 0.8, first], [x + thick * 0.8, first], [x + thick, first + 0.5], [x + thick, y + chord / 2], [x, last], [x - thick, y + chord / 2], [x - thick, first + 0.5]];
}

/** Two booms with an engine each, that carry the tail. */
function booms({span, long, booms: at}) {
  if (!at) return [];
  const x = at * span / 2;
  const right = [[x - 0.35, 0.1 * long], [x + 0.35, 0.1 * long], [x + 0.55, 0.2 * long], [x + 0.5, 0.5 * long], [x + 0.28, long], [x - 0.28, long], [x - 0.5, 0.5 * long], [x - 0.55, 0.2 * long]];
  return both(right);
}

/** Two fins at the ends of the tail plane, or one in the middle, as thin as they are. */
function fins({long, tail, fins: high, fin}) {
  const y = tail[0] * long;
  const one = (x, tall) => [[x - 0.22, y - 0.2], [x + 0.22, y - 0.2], [x + 0.28, y + tall * 0.7], [x, y + tall], [x - 0.28, y + tall * 0.7]];
  if (high) return both(one(tail[5] / 2, high));
  return fin ? [one(0, Math.min(fin, long - y))] : [];
}

function float({long}, x, tall) {
  const top = 0.01 * long, low = tall * long, half = 0.42;
  return [[x, top - 0.5], [x + half * 0.8, top + 0.6], [x + half, low * 0.5], [x + 0.1, low], [x - 0.1, low], [x - half, low * 0.5], [x - half * 0.8, top + 0.6]];
}

/** The little floats below the wings. */
function tips({span, long, wing, wingtips}) {
  if (!wingtips) return [];
  const x = wingtips * span / 2, y = wing[0] * long + wing[3] * wingtips, r = Math.max(0.3, span / 80);
  return [[x, y - 2.4 * r], [x + r, y - r], [x + r, y + 2 * r], [x, y + 4 * r], [x - r, y + 2 * r], [x - r, y - r]];
}

/** A landing gear that is never drawn in. */
function spats({span, long, wing, spats: at}) {
  if (!at) return [];
  const x = at * span / 2, y = wing[0] * long;
  return [[x - 0.3, y - 0.5], [x + 0.3, y - 0.5], [x + 0.35, y + 0.6], [x, y + 1.2], [x - 0.35, y + 0.6]];
}
