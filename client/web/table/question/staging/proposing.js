/** An answer that somebody proposes, staged as if it had been touched; twin of client/terminal/question/proposing.py. */
import {LOST, menuOf} from "./menu.js";
import {begin, hold, playing} from "./staging.js";
import {sameValue} from "./things.js";

/** What is staged then; the same as before where the answer has no place here. */
export function proposed(staged, answer) {
  const {question} = staged, {rows} = menuOf(question), {type} = question.shape;
  const now = {...begin(question), before: {...staged, held: null, fork: null, fault: null}};
  const ids = (values) => values.flatMap((value) => rows.filter((row) => sameValue(row.value, value)).slice(0, 1)).map(({id}) => id);
  if (Array.isArray(answer) && answer[0] === "play") return {...playing({...now, play: null}, answer[1]), before: now.before};
  if (type === "move") {
    const row = rows.find(({options}) => options.some((option) => sameValue(option.answer, answer)));
    return row ? hold(staged, row.id) : staged;
  }
  if (type === "choose") return {...now, chosen: ids([answer])[0] ?? null};
  if (type === "pick") return {...now, picked: ids(answer), said: answer.length === 0};
  if (type === "order") return {...now, order: answer.map(([key]) => key), given: Object.fromEntries(answer), said: true};
  return {...now, given: Object.fromEntries(rows.map(({value}) => [value, Object.hasOwn(answer, value) ? answer[value] : LOST]))};
}
