/** The foot of the panel: one button that gives the answer, and the ways back. */
import {h} from "../../../base/dom.js";
import {_} from "../../../base/language/words.js";
import {clear, confirm, sayWord, undo} from "../answering/acting.js";
import {anchored} from "./beside.js";
import {ruleButton} from "./heading.js";
import {isEmpty} from "../staging/menu.js";
import {capital, verbText} from "../words/names.js";
import {openText} from "../words/open.js";
import {comesAgain} from "../staging/by_itself.js";
import {part} from "../../../base/later.js";
import {giverHint, key} from "./row.js";
import {canUndo, complete, isChanged} from "../staging/staging.js";
import {faultText, missing} from "../words/whynot.js";
import {phrase} from "../../../base/language/vocabulary.js";

const OF_AIRPLANES = "airplanes.step"; // the segment whose end discards airplanes that have no icon

/**
 * The buttons, and a line that says how it is done with keys.
 * @param {Page.State} state
 */
export function foot(state, staged, names) {
  const stepwise = staged.question.shape.type === "move" && staged.play === null;
  const ready = complete(staged) !== null && !state.sending;
  return h("footer", {class: "panel-foot", key: "foot"},
    h("p", {class: "missing", key: "missing", id: "panel-missing", role: "status"}, why(staged, names)),
    stepwise && h("p", {class: "still-open", key: "open", id: "panel-open"}, openText(state, staged.question)),
    h("div", {class: "panel-buttons", key: "buttons"},
      stepwise ? stepButtons(staged, names) : answerButtons(staged, names, ready)),
    comesAgain(staged.question) && part("../table/question/panel/not_again.js")?.scopes(staged, ready),
    h("p", {class: ["how", staged.question.shape.type], key: "how"}, howTo(staged)),
    giverHint());
}

/** Why the last touch did nothing; of an answer that is begun what is still missing; what the end of a segment loses. */
function why(staged, names) {
  const fault = anchored() ? null : faultText(staged, names);
  if (fault) return [fault.text, " ", ruleButton(fault.rule)];
  const {step, harmless} = staged.question;
  if (step === OF_AIRPLANES && !harmless) {
    return phrase("steps.no_icon");
  }
  return staged.before === null ? "" : missing(staged, names);
}

function answerButtons(staged, names, ready) {
  return [
    h("button", {
      type: "button", class: "quiet", key: "undo", disabled: !canUndo(staged), on: {click: () => undo({sent: false})},
    }, key("Esc"), _("Undo")),
    h("button", {
      type: "button", class: "quiet", key: "clear", disabled: !isChanged(staged), on: {click: clear},
    }, _("Start again")),
    h("button", {
      type: "button", class: "main confirm", key: "confirm", "aria-disabled": String(!ready), "aria-describedby": "panel-missing",
      on: {click: confirm},
    }, confirmText(staged, names), key("Enter")),
  ];
}

/** Each step is sent as it is done; only the end of the segment has a button, and the step back. */
function stepButtons(staged, names) {
  const {harmless, shape: {words}} = staged.question;
  const back = words.includes("undo");
  return [
    h("button", {
      type: "button", class: "quiet", key: "undo", disabled: !back && !canUndo(staged), title: capital(verbText("undo")),
      on: {click: undo},
    }, key("⌫"), _("Undo")),
    words.filter((word) => word !== "undo").map((word) => h("button", {
      type: "button", class: [harmless && "main", "done"], key: word, "data-word": word, title: capital(verbText(word)),
      "aria-describedby": "panel-missing panel-open",
      on: {click: () => sayWord(word)},
    }, capital(names.word(word)), key("Ctrl+Enter"))),
  ];
}

function confirmText(staged, names) {
  if (staged.play !== null) return capital(phrase("asked.play", {card: names.card(staged.play)}));
  return isEmpty(staged.question) ? _("Go on") : _("Confirm");
}

/** Whether anything differs from how the question began. */
function howTo(staged) {
  const {type} = staged.question.shape;
  if (isEmpty(staged.question)) return "";
  if (type === "choose") return _("Click an answer here or on the table, or type its number.");
  if (type === "pick") return _("Click what you pick, here or on the table, or type the numbers.");
  if (type === "move") {
    return _("Click a card and then where it goes, or drag it there; or type a number and a letter. Each step counts at once.");
  }
  return _("Click a card and then what it gets, or drag it there; or type a number and a letter.");
}
