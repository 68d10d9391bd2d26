/** What is decided in each window (§20), as far as standing orders are for it: the twin of ironbottom/windows.py. */
import { _, N_ } from "../words.js";

export const WINDOWS = {
  1: N_("keep the fleet or draw it anew"),
  2: N_("first deployment"),
  3: N_("discard one of the drawn cards, or keep all and skip"),
  4: N_("reinforcement"),
  5: N_("ships"),
  6: N_("airplanes"),
  7: N_("which damage to repair"),
  8: N_("search flights"),
  9: N_("interception of the search"),
  10: N_("next line to search"),
  11: N_("targets and order of the interceptors"),
  12: N_("which formation is found"),
  13: N_("withdrawal from the search"),
  14: N_("submarines"),
  15: N_("surplus airplanes"),
  16: N_("action"),
  18: N_("target of the landing"),
  19: N_("which formation the patrol finds"),
  "20.1": N_("attack flights"),
  "20.2": N_("reaction flights"),
  "20.3": N_("interception flights"),
  21: N_("next line of air combat"),
  22: N_("air tasks"),
  23: N_("air control combat"),
  24: N_("intercept combat"),
  25: N_("air attack"),
  26: N_("reveal to attend the landing"),
  27: N_("sea tasks"),
  28: N_("withdrawal of ships"),
  29: N_("targets at sea"),
  30: N_("bombardment of the base"),
  31: N_("the landing"),
  "31a": N_("defence of the base"),
  "31b": N_("the loss of a base"),
  32: N_("return of airplanes"),
  33: N_("hand limit"),
};

/** Their numbers, in the order of play. */
export const NUMBERS = Object.keys(WINDOWS).sort((one,
  other) => parseFloat(one) - parseFloat(other) || (one < other ? -1 : 1));

/** What is decided in a window, as the reader says it. */
export function windowName(number) {
  return Object.hasOwn(WINDOWS, number) ? _(WINDOWS[number]) : "";
}
