/** The sentences of two at one screen, which nobody else needs: they are in the tables when this is here, in the reader's language. */
import { watch } from "../../base/store.js";
import { TABLES } from "../../base/language/vocabulary.js";
import { bring } from "../../base/language/bring.js";
import { _, language } from "../../base/language/words.js";

const LATEST = 3000; // milliseconds: then the curtain falls in English

await bring("hotseat");
await Promise.race([spoken(TABLES.hotseat.sit), new Promise((late) => { setTimeout(late, LATEST); })]);

/** When a text can be said in the reader's language. */
function spoken(text) {
  return new Promise((done) => {
    const unwatch = watch(look);
    look();
    function look() {
      if (language() !== "en" && _(text) === text) return;
      unwatch();
      done(null);
    }
  });
}
