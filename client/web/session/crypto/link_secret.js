/** Secrets of tables: as messages have them, and as they stand in a link. */

/** Bytes as the wire has them in JSON. */
export function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** The same, from a link, where + and / and = would mean something else. */
export function base64OfLink(text) {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  return plain + "=".repeat((4 - (plain.length % 4)) % 4);
}

/** And for a link. */
export function forLink(base64text) {
  return base64text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}
