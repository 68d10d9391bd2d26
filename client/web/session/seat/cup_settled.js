/** What the banner says over a game that counts no more for its cup. */
import { bring } from "../../base/language/bring.js";
import { phrase } from "../../base/language/vocabulary.js";

await bring("cups");

export const settled = () => ({ kind: "settled", text: phrase("cup.settled"), buttons: [] });
