/*
 * Somebody who knows his answers, and clicks them on the page: once as the page told its readers before (a card, then what
 * it gets, then "Confirm"), and once with all that it offers.  Each click is one event that a mouse would cause.
 */
globalThis.clicks = (() => {
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const panel = (selector) => document.querySelector(`#panel ${selector}`);
  const row = (id) => panel(`.row-button[data-row="${CSS.escape(id)}"]`);
  let n = 0;

  async function click(element, shiftKey = false) {
    if (!element) throw new Error("there is nothing to click");
    n += 1;
    element.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, detail: 1, shiftKey}));
    await hands.frame();
  }

  /** Modules of the page, once. */
  const parts = async () => {
    const load = (path) => import(`/table/question/${path}.js`);
    const [{menuOf}, {stagedNow}, staging, store] = await Promise.all(
      [load("staging/menu"), load("answering/asked"), load("staging/staging"), import("/base/store.js")]);
    return {menuOf, staged: () => stagedNow(store.state), staging};
  };

  /** The button of an option: those that lie open, or those of a row that is held. */
  function option(one, chosen) {
    const frame = panel(`.row[data-thing="${CSS.escape(one.id)}"]`);
    return [...frame.querySelectorAll("button.option")][one.options.indexOf(chosen)] ?? null;
  }

  const giverOf = (element) => element?.parentElement.querySelector(".giver") ?? null;

  /** The rows that are still to be given something: [row, option]. */
  function open({menuOf, staged, staging}, answer) {
    const now = staged(), {question} = now, values = staging.valuesNow(now);
    const wanted = question.shape.type === "order" ? Object.fromEntries(answer) : answer;
    return menuOf(question).rows
      .map((one) => [one, one.options.find((each) => same(each.value, wanted[one.value] ?? null))])
      .filter(([one, each]) => each && !same(values[one.value] ?? null, each.value));
  }

  /** Order: let the cards act in the order of the answer. */
  async function sort({staged}, answer) {
    for (let i = 0; i < answer.length; i++) {
      const id = `t${answer[i][0]}`;
      while (staged().order.indexOf(answer[i][0]) > i) await click(panel(`.row[data-thing="${id}"] .shifters button`));
    }
  }

  /** What each card gets, one after the other. */
  async function assign(page, answer, quick) {
    const type = page.staged().question.shape.type;
    const all = quick && await forAll(page, answer);
    if (all) return all === "given";
    if (type === "order") await sort(page, answer);
    for (let left = open(page, answer); left.length; left = open(page, answer)) {
      const [one, chosen] = left[0], last = quick && left.length === 1;
      if (!quick || !option(one, chosen)) await click(row(one.id));
      await click(option(one, chosen), last);
      if (last) return true;
    }
    return false;
  }

  /** One button for all that can, where it says the whole answer, or at least two of its cards. */
  async function forAll(page, answer) {
    const {menuOf, staged, staging} = page, now = staged();
    if (now.question.shape.type !== "assign") return "";
    for (const value of menuOf(now.question).values) {
      const after = staging.giveAll(now, value.value), button = panel(`.row.all [data-all="${letter(page, value)}"]`);
      if (!button || !same(staging.complete(after), answer)) continue;
      await click(giverOf(button) ?? button);
      return giverOf(button) ? "given" : "staged";
    }
    return "";
  }

  const letter = ({menuOf, staged}, value) => "abcdefghijklmnopqrstuvwxyz"[menuOf(staged().question).values.indexOf(value)];

  /** Where nothing was said and something has to be: that all stay, that the order may stand. */
  async function say({menuOf, staged, staging}, answer) {
    const now = staged();
    if (staging.complete(now) !== null) return;
    const shared = menuOf(now.question).values.find((value) => same(staging.complete(staging.giveAll(now, value.value)), answer));
    await click(row("none") ?? (shared ? panel(".row.all .option") : panel(".row .option")));
  }

  async function pick({menuOf, staged}, answer, quick) {
    const rows = [...menuOf(staged().question).rows];
    const wanted = answer.map((value) => rows.splice(rows.findIndex((one) => one.value === value), 1)[0].id);
    if (same([...staged().picked].sort(), [...wanted].sort()) && wanted.length) return false;
    if (!wanted.length) {
      const none = row("none");
      if (!none) return false;
      await click(quick ? giverOf(none) : none);
      return quick;
    }
    const off = staged().picked.filter((id) => !wanted.includes(id)), on = wanted.filter((id) => !staged().picked.includes(id));
    if (quick && wanted.length === 1 && giverOf(row(wanted[0]))) {
      await click(giverOf(row(wanted[0])));
      return true;
    }
    const clicked = [...off, ...on];
    for (const [i, id] of clicked.entries()) await click(row(id), quick && i === clicked.length - 1);
    return quick;
  }

  async function step({menuOf, staged}, answer, quick) {
    if (answer.length === 1) return click(panel(`.done[data-word="${answer[0]}"]`));
    const one = menuOf(staged().question).rows.find(({value}) => value === answer[1]);
    const chosen = one.options.find((each) => same(each.answer, answer));
    const held = staged().held === one.id;
    if (!held && (!quick || !option(one, chosen))) await click(row(one.id));
    return click(option(one, chosen));
  }

  /** Say an answer; how many clicks that took.  `quick`: with all that the page offers; `scope`: and not again. */
  async function answer(given, quick, scope) {
    n = 0;
    const page = await parts(), {question} = page.staged(), {type} = question.shape;
    const fast = quick && !scope;
    let sent = false;
    if (Array.isArray(given) && given[0] === "play") {
      const card = row(`play ${given[1]}`);
      await click(fast ? giverOf(card) : card);
      sent = fast;
    } else if (type === "move") {
      await step(page, given, fast);
      return n;
    } else if (type === "choose") {
      const one = page.menuOf(question).rows.find(({value}) => same(value, given));
      const there = page.staged().chosen === one.id, button = giverOf(row(one.id));
      if (!there) await click(fast && button ? button : row(one.id));
      sent = !there && fast && Boolean(button);
    } else if (type === "pick") {
      sent = await pick(page, given, fast);
    } else {
      sent = await assign(page, given, fast);
      if (!sent) await say(page, given);
    }
    if (!sent) await click(scope ? panel(`.not-again [data-scope="${scope}"]`) : panel(".confirm"));
    return n;
  }

  return {answer};
})();
