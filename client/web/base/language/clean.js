/** Texts of other people, cleaned once more where they are drawn: the server has done it, but a server can be a bad one. */

const UNWANTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const STACKED = /(\p{M}{2})\p{M}+/gu;

/** Without control and bidi characters, with at most two marks on a letter, at most `most` letters long. */
export function clean(text, most) {
  return cleaned(text, most, "NFKC");
}

/** The same of what a program of ours says there: the marks of its language stay as they are. */
export function sentence(text, most) {
  return cleaned(text, most, "NFC");
}

function cleaned(text, most, form) {
  const plain = String(text ?? "").slice(0, most * 8).normalize(form).replace(/\s+/gu, " ");
  const letters = [...plain.replace(UNWANTED, "").replace(STACKED, "$1").trim()];
  return letters.length > most ? letters.slice(0, most).join("") + "…" : letters.join("");
}
