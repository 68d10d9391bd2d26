/** The sentences of two at one screen, which nobody else needs: they are in the tables when this is here. */
import { TABLES } from "../../base/language/vocabulary.js";
import { bringWords, read } from "../../base/language/words.js";

const answer = await fetch(new URL("../../vocabulary-hotseat.json", import.meta.url));
Object.assign(TABLES, await answer.json());
bringWords((lang) => read(`hotseat-${lang}`));
