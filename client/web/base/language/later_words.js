/**
 * The words of ironbottom/vocabulary/ that nothing needs before the first question: who says them imports this.  With them
 * come the optional rules (§23).
 */
import {TABLES} from "./vocabulary.js";
import {bringWords, read} from "./words.js";

const answer = await fetch(new URL("../../vocabulary-later.json", import.meta.url));
const {tables, rules} = await answer.json();
Object.assign(TABLES, tables);
bringWords((lang) => read(`special-${lang}`));

/** {word, rule, helps, least, most, usual, excludes}, in the order of the rulebook. */
export const RULES = rules;
