/**
 * The words of ironbottom/vocabulary/ that nothing needs before the first question: who says them imports this.  With them
 * come the optional rules (§23).
 */
import {bring} from "./bring.js";

const {rules} = await bring("special");

/** {word, rule, helps, least, most, usual, excludes}, in the order of the rulebook. */
export const RULES = rules;
