/** For who must not say a text in English because the words of its room are still on their way. */
import { _, language } from "./language/words.js";
import { watch } from "./store.js";

const LATEST = 3000; // milliseconds: then it is said in English

/** When a text can be said in the reader's language. */
export const spoken = (text) => Promise.race([heard(text), new Promise((late) => { setTimeout(late, LATEST); })]);

function heard(text) {
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
