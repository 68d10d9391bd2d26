/**
 * Drawing without a library: functions say what there should be (virtual nodes), `draw` brings the page up to date.
 *
 * An element stays the same element for as long as its node has the same place, tag and key among its siblings; so the
 * focus, the scroll position and running transitions survive a redraw.  Texts become text nodes and attributes only:
 * nothing that somebody else wrote can ever be markup.
 */

const SVG = "http://www.w3.org/2000/svg";
const TEXT = "#text";
const MEMO = "#memo";

/** What a person changes by typing or clicking; it is kept in properties, attributes only say how it began. */
const PROPERTIES = new Set(["value", "checked", "selected", "indeterminate"]);

const drawn = new WeakMap(); // container -> the nodes that it shows
let texts = 0; // grows when texts may read otherwise than before, whatever the rest says
let toTell = []; // refs whose elements are not in the page yet

/**
 * A node of HTML: h("p", {class: "quiet"}, "text", h("b", "more")).  The props may be left out.  Besides attributes:
 * key, on: {click: fn}, style: {"--x": "3"}, class: text or list, ref: fn(element), called once when it is in the page.
 * `value` and `checked` are set when they differ from what was drawn before: typing is not undone by a redraw.
 */
export function h(tag, props, ...children) {
  return node("", tag, props, children);
}

/** A node of SVG: s("circle", {r: 3}). */
export function s(tag, props, ...children) {
  return node(SVG, tag, props, children);
}

/** A node that is only made again when one of `deps` is another object or value than last time. */
export function memo(key, deps, build) {
  return {tag: MEMO, space: "", key, deps: [...deps, texts], make: build, inner: null, id: null, element: null};
}

/** Make every node again the next time. */
export function forget() {
  texts += 1;
}

/** Let a container show these nodes: one node, a text, or a list of such. */
export function draw(container, nodes) {
  const before = drawn.get(container);
  if (before === undefined) container.replaceChildren();
  const focused = document.activeElement;
  const after = flat([nodes]);
  patchChildren(container, before ?? [], after);
  drawn.set(container, after);
  keepFocus(focused);
  const told = toTell;
  toTell = [];
  for (const [ref, element] of told) ref(element);
}

function node(space, tag, props, children) {
  if (!isProps(props)) {
    children = [props, ...children];
    props = null;
  }
  return {tag, space, key: props?.key, props: props ?? {}, children: flat(children), id: null, element: null};
}

function isProps(thing) {
  return thing === null || thing === undefined
    || (typeof thing === "object" && !Array.isArray(thing) && thing.tag === undefined);
}

/** All children in one list.  Each gets an id: its key, or else its place, where "nothing" takes a place too. */
function flat(children, into = [], path = "") {
  for (let place = 0; place < children.length; place++) {
    const child = children[place];
    if (child === null || child === undefined || child === false || child === true || child === "") continue;
    if (Array.isArray(child)) {
      flat(child, into, `${path}/${place}`);
      continue;
    }
    const one = typeof child === "object" ? child : {tag: TEXT, space: "", text: String(child)};
    one.id = one.key !== undefined && one.key !== null ? String(one.key) : path === "" ? place : `${path}/${place}`;
    into.push(one);
  }
  return into;
}

function same(before, after) {
  return before.tag === after.tag && before.id === after.id && before.space === after.space;
}

function patchChildren(parent, before, after) {
  if (before.length === after.length && before.every((one, i) => same(one, after[i]))) {
    for (let i = 0; i < after.length; i++) patch(parent, before[i], after[i]);
    return;
  }
  const old = new Map();
  before.forEach((one, place) => old.set(one.id, [one, place]));
  const places = after.map((one) => {
    const found = old.get(one.id);
    if (found === undefined || !same(found[0], one)) return -1;
    old.delete(one.id); // a key that stands there twice is new the second time
    return found[1];
  });
  for (const one of notAmong(before, places)) one.element.remove();
  const staying = rising(places);
  let next = null;
  for (let i = after.length - 1; i >= 0; i--) {
    if (places[i] >= 0) patch(parent, before[places[i]], after[i]);
    else make(after[i]);
    if (places[i] < 0 || !staying.has(i)) parent.insertBefore(after[i].element, next);
    next = after[i].element;
  }
}

function notAmong(before, places) {
  const kept = new Set(places);
  return before.filter((_one, place) => !kept.has(place));
}

/** The longest run of children that need not be moved: a longest rising row among their old places. */
function rising(places) {
  const ends = []; // ends[n]: index of the smallest end of a row of n + 1
  const previous = new Array(places.length).fill(-1);
  places.forEach((place, i) => {
    if (place < 0) return;
    let n = ends.length;
    while (n > 0 && places[ends[n - 1]] > place) n -= 1;
    previous[i] = n > 0 ? ends[n - 1] : -1;
    ends[n] = i;
  });
  const row = new Set();
  for (let i = ends.length ? ends[ends.length - 1] : -1; i >= 0; i = previous[i]) row.add(i);
  return row;
}

/** The element of a node that was not there before. */
function make(one) {
  if (one.tag === MEMO) {
    one.inner = inside(one);
    one.element = make(one.inner);
  } else if (one.tag === TEXT) {
    one.element = document.createTextNode(one.text);
  } else {
    one.element = one.space ? document.createElementNS(one.space, one.tag) : document.createElement(one.tag);
    dress(one.element, {}, one);
    if (one.props.ref) toTell.push([one.props.ref, one.element]);
  }
  return one.element;
}

/** Bring the element of a node up to date. */
function patch(parent, before, after) {
  if (before === after) return;
  after.element = before.element;
  if (after.tag === TEXT) {
    if (before.text !== after.text) after.element.data = after.text;
  } else if (after.tag === MEMO) {
    patchMemo(parent, before, after);
  } else {
    dress(after.element, before.props, after, before.children);
  }
}

function patchMemo(parent, before, after) {
  if (sameDeps(before.deps, after.deps)) {
    after.inner = before.inner;
    return;
  }
  after.inner = inside(after);
  if (same(before.inner, after.inner)) {
    patch(parent, before.inner, after.inner);
  } else {
    parent.replaceChild(make(after.inner), before.element);
  }
  after.element = after.inner.element;
}

/** What a memo holds: one node; nothing is an empty text. */
function inside(one) {
  return flat([one.make()])[0] ?? {tag: TEXT, text: "", space: "", id: "", element: null};
}

function sameDeps(before, after) {
  return before.length === after.length && before.every((one, i) => Object.is(one, after[i]));
}

/** Props and children; what was typed is set last, because a select needs its options first. */
function dress(element, before, after, childrenBefore = []) {
  const props = after.props;
  for (const name in before) if (!(name in props)) set(element, name, before[name], null);
  for (const name in props) if (!PROPERTIES.has(name)) set(element, name, before[name], props[name]);
  patchChildren(element, childrenBefore, after.children);
  for (const name in props) if (PROPERTIES.has(name)) set(element, name, before[name], props[name]);
}

function set(element, name, before, now) {
  if (Object.is(before, now) || name === "key" || name === "ref") return;
  if (name === "on") listen(element, now ?? {});
  else if (name === "style") setStyle(element, before ?? {}, now ?? {});
  else if (name === "class") setAttribute(element, "class", classes(now));
  else if (PROPERTIES.has(name)) element[name] = now ?? (name === "value" ? "" : false);
  else setAttribute(element, name, now);
}

function classes(now) {
  return Array.isArray(now) ? now.filter(Boolean).join(" ") || null : now || null;
}

/** false takes a plain attribute away and true sets it bare; for aria-* and data-* both are words. */
function setAttribute(element, name, now) {
  const worded = name.startsWith("aria-") || name.startsWith("data-");
  if (now === null || now === undefined || (now === false && !worded)) element.removeAttribute(name);
  else element.setAttribute(name, now === true && !worded ? "" : String(now));
}

function setStyle(element, before, now) {
  for (const name in before) if (!(name in now)) element.style.removeProperty(name);
  for (const name in now) if (before[name] !== now[name]) element.style.setProperty(name, now[name]);
}

/** One listener for each element, so that a handler made anew at each drawing costs nothing. */
class Ear {
  constructor() {
    this.handlers = {};
  }

  handleEvent(event) {
    this.handlers[event.type]?.(event);
  }
}

const ears = new WeakMap();

function listen(element, handlers) {
  let ear = ears.get(element);
  if (ear === undefined) ears.set(element, ear = new Ear());
  for (const type in ear.handlers) if (!(type in handlers)) element.removeEventListener(type, ear);
  for (const type in handlers) if (!(type in ear.handlers)) element.addEventListener(type, ear);
  ear.handlers = handlers;
}

/** An element that had to be moved has lost the focus on the way. */
function keepFocus(focused) {
  if (focused && focused !== document.activeElement && focused !== document.body && focused.isConnected) {
    focused.focus({preventScroll: true});
  }
}
