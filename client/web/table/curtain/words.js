/** The sentences of two at one screen, which nobody else needs: they are in the tables when this is here, in the reader's language. */
import { TABLES } from "../../base/language/vocabulary.js";
import { bring } from "../../base/language/bring.js";
import { spoken } from "../../base/spoken.js";

await bring("hotseat");
await spoken(TABLES.hotseat.sit);
