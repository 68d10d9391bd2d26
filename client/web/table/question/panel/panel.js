/** The panel at the side: the question as a list, or what the game waits for. */
import {clean} from "../../../base/language/clean.js";
import {h, memo} from "../../../base/dom.js";
import {inOurWords} from "../../../base/language/server_messages.js";
import {skip} from "../../../session/seat/beats.js";
import {mayAsk} from "../../../session/terms.js";
import {naming} from "../../../text/naming.js";
import {lines} from "../../../text/story.js";
import {sideName, windowName} from "../../../text/phrases.js";
import {fetched, part} from "../../../base/later.js";
import {change} from "../../../base/store.js";
import {_, fill, language} from "../../../base/language/words.js";
import {forgive} from "../answering/acting.js";
import {stagedShown} from "../answering/asked.js";
import {anchored} from "./beside.js";
import {foot} from "./foot.js";
import {heading, ruleButton} from "./heading.js";
import {gives} from "../staging/menu.js";
import {givenRows} from "./given_rows.js";
import {plainRows} from "./plain_rows.js";
import {plays} from "./plays.js";
import {giverHint, key} from "./row.js";
import {stepRows} from "./step_rows.js";
import {openText} from "../words/open.js";
import {phrase} from "../../../base/language/vocabulary.js";

/**
 * The panel: the same question as on the table, with numbers for the cards and letters for what each may be given.
 * @param {Page.State} state
 */
export function panel(state) {
  const {staged, shown, sending, refused, beat, past, side, screen, cards, table, passed, notAgain, byItself: given, advice} = state;
  const seen = [staged, shown, sending, refused, beat, past, side, screen, cards, table, passed, notAgain, given, advice,
    state.parts, state.coach?.halts, anchored(), language()];
  return memo("panel", seen, () => made(state));
}

/** @param {Page.State} state */
function made(state) {
  const staged = stagedShown(state);
  const inside = staged ? asked(state, staged) : idle(state);
  const sending = staged !== null && state.sending;
  return h("section", {
    class: ["panel", staged ? "has-question" : "idle", sending && "sending"], key: "panel", id: "panel",
    "aria-labelledby": "panel-title", "aria-busy": String(sending),
  }, inside, sending && h("p", {class: "on-its-way", key: "sending"}, phrase("seat.on_its_way")));
}

/** @param {Page.State} state */
function asked(state, staged) {
  const names = naming(state);
  return [
    heading(state, staged, names),
    refusal(state),
    h("div", {class: "panel-list", key: "list"},
      advised(state, staged, names),
      staged.play === null && h("p", {class: "still-open", key: "open"}, openText(state, staged.question)),
      rows(state, staged, names), plays(state, staged, names),
      giverHint(), byItself(state, names), adviseButton(state, staged)),
    foot(state, staged, names),
  ];
}

/** Ask what to do; the adviser is fetched when he is first asked. */
export async function asksForAdvice() {
  (await fetched("../table/question/panel/advice.js")).ask();
}

const hasAdvice = (state, {question}) => state.advice?.of === question;

/** @param {Page.State} state */
function advised(state, staged, names) {
  return hasAdvice(state, staged) ? part("../table/question/panel/advice.js")?.advised(state, staged, names) : null;
}

/** @param {Page.State} state */
function adviseButton(state, staged) {
  if (!mayAsk(state) || hasAdvice(state, staged)) return null;
  return h("button", {type: "button", class: "quiet", id: "advise", key: "advise", on: {click: asksForAdvice}},
    phrase("advice.title"), key("Shift I"));
}

/** @param {Page.State} state */
function rows(state, staged, names) {
  const {shape} = staged.question;
  if (shape.type === "move") return stepRows(state, staged, names);
  return gives(shape) ? givenRows(state, staged, names) : plainRows(state, staged, names);
}

/**
 * What was given by itself, and what is not asked again.
 * @param {Page.State} state
 */
function byItself(state, names) {
  const {byItself: given, notAgain: {rules}} = state;
  return given.length || rules.length ? part("../table/question/panel/not_again.js")?.byItself(state, names) : null;
}

/**
 * What the server would not take, until the next attempt.
 * @param {Page.State} state
 */
function refusal(state) {
  if (!state.refused) return null;
  const {rule} = state.refused;
  const text = inOurWords(state.refused);
  return h("div", {class: "refused", key: "refused"},
    h("span", {class: "sign", "aria-hidden": "true"}, "!"),
    h("span", {}, phrase("seat.refused", {text: clean(text, 400)})), " ", rule && ruleButton(rule),
    h("button", {type: "button", class: "quiet", "aria-label": _("Close"), on: {click: forgive}}, "×"));
}

/**
 * Nothing is asked here now: why.
 * @param {Page.State} state
 */
function idle(state) {
  return [
    h("h2", {id: "panel-title", class: "panel-title", key: "title"}, title(state)),
    refusal(state),
    telling(state),
    way(state),
    h("ul", {class: "waiting", key: "waiting"}, waiting(state)),
    state.side !== null && byItself(state, naming(state)),
  ];
}

/** @param {Page.State} state */
function title(state) {
  if (state.past !== null) return _("The table as it was");
  if (state.beat) return _("What happens");
  if (state.sending) return phrase("seat.on_its_way");
  if (state.shown?.view.outcome) return _("The game is over");
  return state.side === null ? _("What the game waits for") : phrase("seat.nothing_to_decide");
}

/** What is being shown, in words: on a narrow screen there is more room for it here than over the table. */
function telling({beat, past}) {
  if (!beat || past !== null) return null;
  const {event, group, after, length} = beat;
  const told = group.flatMap((one) => lines(one, after)).map(({text}) => text).filter(Boolean);
  return h("div", {
    class: ["telling", event.event === "rolled" && "late"], key: `told ${told[0]}`, style: {"--beat": `${length}ms`},
  }, told.map((text, i) => h("p", {key: i}, text)));
}

/**
 * The one thing that can be done meanwhile.
 * @param {Page.State} state
 */
function way(state) {
  const button = (text, click) => h("button", {type: "button", class: "main", key: "way", on: {click}}, text);
  if (state.past !== null) return button(_("Back to now"), () => change({past: null}));
  if (state.beat) return button(_("Skip"), skip);
  return state.shown?.view.outcome ? button(_("Result and proof"), () => change({open: "end"})) : null;
}

/** @param {Page.State} state */
function waiting(state) {
  if (!state.shown || state.past !== null || state.beat) return null;
  const asking = state.shown.view.waiting.map(([side, window]) => h("li", {key: `${side} ${window}`},
    fill(_("{side} is asked: {what}."), {side: sideName(side), what: windowText(window)})));
  return [...asking, state.table?.partners && part("../table/teams.js")?.lines(state), ...away(state)];
}

/** Who is not there: the game may wait for that. */
function away({table}) {
  return (table?.seats ?? []).filter((seat) => seat.name && !seat.here).map((seat, i) =>
    h("li", {key: `away ${i}`}, phrase("seat.away", {name: clean(seat.name, 24)})));
}

const windowText = (window) => windowName(window) || phrase("asked.of_event");
