/**
 * Sentences and words of ironbottom/vocabulary/ that nothing needs before the first question: who says one of them imports
 * this, and they are in the tables then.  With them come the optional rules (§23): word, paragraph, figures, what each excludes.
 */
import {bring} from "./bring.js";

const {rules} = await bring("special");

/** {word, rule, helps, least, most, usual, excludes}, in the order of the rulebook. */
export const RULES = rules;
