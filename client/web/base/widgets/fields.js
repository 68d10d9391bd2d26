/** Fields of a form: each with its label, and a word of explanation where it needs one. */
import { clean } from "../language/clean.js";
import { h } from "../dom.js";
import { _ } from "../language/words.js";

/** A choice of a few, all to be seen: [[value, text], ...]. */
export function choice(id, legend, options, chosen, choose) {
  return h("fieldset", { class: "field choice", id, key: id },
    h("legend", {}, legend),
    h("div", { class: "choice-row" }, options.map(([value, text]) =>
      h("label", { class: "chip", key: value },
        h("input", {
          type: "radio", name: id, value, checked: value === chosen, on: { change: () => choose(value) },
        }),
        h("span", {}, text)))));
}

/** A choice of one out of a list that folds out; a hint may say what is chosen. */
export function list(id, label, options, chosen, choose, hint = "") {
  const described = hint ? { "aria-describedby": `${id}-hint` } : {};
  return h("div", { class: "field", key: id },
    h("label", { for: id }, label),
    h("select", { id, value: chosen, ...described, on: { change: (event) => choose(event.target.value) } },
      options.map(([value, text]) => h("option", { value, key: value, selected: value === chosen }, text))),
    hint && h("small", { id: `${id}-hint`, class: "hint", "aria-live": "polite" }, hint));
}

/** A line of text, or a number; `more` are further attributes of the input. */
export function line(id, label, value, typed, more = {}, hint = "") {
  const described = hint ? { "aria-describedby": `${id}-hint` } : {};
  return h("div", { class: "field", key: id },
    h("label", { for: id }, label),
    h("input", {
      id, type: "text", value, autocomplete: "off", ...described, ...more,
      on: { input: (event) => typed(event.target.value) },
    }),
    hint && h("small", { id: `${id}-hint`, class: "hint" }, hint));
}

/** Yes or no; `more` are further attributes of the input. */
export function tick(id, label, value, ticked, more = {}) {
  return h("label", { class: "field ticked", key: id },
    h("input", { id, type: "checkbox", checked: value, ...more, on: { change: ({ target }) => ticked(target.checked, target) } }),
    h("span", {}, label));
}

/** More or less of something, from 0 to 100. */
export function range(id, label, value, moved, more = {}) {
  return h("div", { class: "field ranged", key: id },
    h("label", { for: id }, label),
    h("input", {
      id, type: "range", min: "0", max: "100", step: "5", value: String(value), ...more,
      on: { input: (event) => moved(Number(event.target.value)) },
    }));
}

/** What went wrong, said next to what was tried. */
export function fault(text) {
  return text ? h("p", { class: "fault", role: "alert", key: "fault" }, clean(text, 400)) : null;
}

/** A part of the page with its own heading. */
export function part(id, title, about, ...children) {
  return h("section", { class: ["start-card", id], key: id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    about && h("p", { class: "about" }, about),
    ...children);
}

/** What a button says while its work is under way. */
export function busyText(now, name, text) {
  return now.busy === name ? _("One moment ...") : text;
}
