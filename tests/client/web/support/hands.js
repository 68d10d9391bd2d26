/*
 * What a test does with the page: it sees what is offered, and finds where to click.  Put into each page before its own
 * scripts; it reads the page's state, and changes nothing but by events that a person could cause.
 */
globalThis.hands = (() => {
  const store = () => import("/base/store.js");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const later = (ms) => new Promise((done) => setTimeout(done, ms));

  /** Where things stand, in few words. */
  async function now() {
    const {state} = await store();
    const view = state.shown?.view;
    const question = view?.question === state.passed ? null : view?.question ?? null; // passed: answered by itself
    return {
      screen: state.screen, open: state.open, net: state.net.status, code: state.net.code, side: state.side,
      table: state.seat?.table ?? null, number: state.latest?.number ?? 0, sending: state.sending,
      shown: state.shown?.number ?? 0, beat: Boolean(state.beat), past: state.past,
      asked: question?.step ?? null, type: question?.shape.type ?? null,
      sections: view?.sections ?? [], turn: view?.turn ?? 0,
      over: Boolean(state.latest?.view.outcome), refused: state.refused?.text ?? null, log: state.log.length,
    };
  }

  /** Whether a question can be answered, or nothing will be asked any more. */
  const waits = ({screen, asked, sending, beat, net, over, shown, number}) =>
    (screen === "table" && asked !== null && !sending && !beat) || net === "ended" ||
    (over && shown === number && !sending);

  const same = (one, other) => one.number === other.number && one.shown === other.shown && one.asked === other.asked;

  /** Wait until a question can be answered, the game is over, or there is no connection any more; where things stand. */
  async function ready(seconds) {
    const end = performance.now() + 1000 * seconds;
    for (;;) {
      await frame();
      const first = await now();
      if (waits(first)) {
        await frame(); // it is drawn, and the only legal answer has gone out by itself
        const here = await now();
        if (waits(here) && same(here, first)) return {...here, ready: true}; // another one has not been drawn yet
      }
      if (performance.now() > end) return {...await now(), ready: false};
      await later(3);
    }
  }

  /** Wait until that is so where things stand; what is never so says how they stood. */
  async function until(fits, seconds = 60) {
    const end = performance.now() + 1000 * seconds;
    for (let here = await now(); !fits(here); here = await now()) {
      if (performance.now() > end) throw new Error(`${fits} was never so: ${JSON.stringify(here)}`);
      await frame();
    }
  }

  const seen = (one) => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const free = (one) => !one.disabled && one.getAttribute("aria-disabled") !== "true";

  /** All that can be clicked to answer, by kind. */
  function offers() {
    const panel = "#panel ";
    return {
      confirm: all(panel + ".confirm").filter(free),
      done: all(panel + ".done").filter(free),
      row: all(panel + "button.row-button").filter(free),
      option: all(panel + "button.option").filter(free),
      way: all("#beside button.option").filter(free),
      thing: all("main [data-thing].marked").filter(free),
      shift: all(panel + ".shifters button").filter(free),
      undo: all(panel + ".panel-buttons button.quiet").filter(free),
    };
  }

  /** Where on the screen an element can be hit, or null: something lies over it, or it is nowhere. */
  function spot(one) {
    one.scrollIntoView({block: "nearest", inline: "nearest"});
    for (const box of one.getClientRects()) {
      for (const [x, y] of [[.5, .5], [.2, .5], [.8, .5], [.5, .15], [.5, .85], [.1, .1], [.9, .9], [.1, .9], [.9, .1]]) {
        const at = [box.left + x * box.width, box.top + y * box.height];
        const hit = document.elementFromPoint(...at);
        if (hit && (hit === one || one.contains(hit)) && owner(hit, one)) return at;
      }
    }
    return null;
  }

  /** A thing on a thing is clicked for itself. */
  const owner = (hit, one) => !one.dataset.thing || hit.closest("[data-thing]") === one;

  const said = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class")}: ${
    (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 80)}`;

  /** One of the elements of a kind where it can be hit: its place, and how a person would call it. */
  function aim(kind, n) {
    const found = offers()[kind];
    for (let i = 0; i < found.length; i++) {
      const one = found[(n + i) % found.length];
      const at = spot(one);
      if (at) return {kind, at, said: said(one)};
    }
    return null;
  }

  /** How many there are of each kind. */
  const counts = () => Object.fromEntries(Object.entries(offers()).map(([kind, found]) => [kind, found.length]));

  /** Click without a mouse, as fast as it goes: the n-th of a kind. */
  function tap(kind, n) {
    const found = offers()[kind];
    found[n % found.length]?.click();
  }

  /** A random choice among the kinds that are offered, as a person who does something with most cards, and goes on. */
  function whim(chance, type, counted) {
    const kinds = ["option", "option", "thing", "row"].filter((kind) => counted[kind] > 0);
    const any = () => kinds[Math.floor(chance() * kinds.length)];
    if (counted.way > 0) return "way";
    if (!kinds.length) return type === "move" ? "done" : "confirm";
    if (type === "move") return chance() < 0.15 ? "done" : any();
    return counted.confirm > 0 && chance() < 0.35 ? "confirm" : any();
  }

  /** Numbers from 0 to 1 that are the same each time. */
  function dice(seed) {
    let n = seed % 2147483646 + 1;
    return () => (n = (n * 48271) % 2147483647) / 2147483647;
  }

  /** Play on by clicks without a mouse until the game is over, something is asked, or so many clicks were made. */
  async function play(seed, clicks, seconds = 20, until = []) {
    const chance = dice(seed);
    for (let i = 0; i < clicks; i++) {
      const here = await ready(seconds);
      if (!here.ready || here.over || here.net === "ended") return {...here, clicks: i};
      if (until.some((one) => one === here.asked || here.sections.includes(one))) return {...here, clicks: i};
      if (here.open) {
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}));
        continue;
      }
      tap(whim(chance, here.type, counts()), Math.floor(chance() * 1000));
    }
    return {...await now(), clicks};
  }

  return {now, ready, until, offers, counts, aim, tap, play, spot, said, all, dice, frame, whim};
})();
