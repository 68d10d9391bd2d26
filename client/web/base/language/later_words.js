/**
 * Sentences and words of ironbottom/vocabulary/ that nothing needs before the first question: who says one of them imports
 * this, and they are in the tables then.  With them come the optional rules (§23): word, paragraph, figures, what each excludes.
 */
import {TABLES} from "./vocabulary.js";
import {alsoSpeak} from "./words.js";

const answer = await fetch(new URL("../../vocabulary-later.json", import.meta.url));
const [{tables, rules}] = await Promise.all([answer.json(), alsoSpeak("special")]);
Object.assign(TABLES, tables);

/** {word, rule, helps, least, most, usual, excludes}, in the order of the rulebook. */
export const RULES = rules;
