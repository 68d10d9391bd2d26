/** Elo between a player and puzzles, and which comes next.  Twin of client/bots/review/puzzles/solving/rating.py and progress.py. */

export const START = 1200; // of a player whom nobody knows
const K_FIRST = 48, K_LATER = 24, KNOWN = 20; // points at stake, until so many puzzles were tried, and after
const K_PUZZLE = 8;

/** The chance that the player solves it. */
export function expected(player, puzzle) {
  return 1 / (1 + 10 ** ((puzzle - player) / 400));
}

/** Both ratings after a first attempt; `tried`: how many puzzles came before. */
export function after(player, puzzle, tried, solved) {
  const surprise = Number(solved) - expected(player, puzzle);
  return [player + (tried < KNOWN ? K_FIRST : K_LATER) * surprise, puzzle - K_PUZZLE * surprise];
}

/** What is kept after an attempt: {rating, attempts: [{id, solved, rating}]}; only the first at a puzzle counts. */
export function withAttempt(progress, { id, rating }, solved) {
  if (progress.attempts.some((one) => one.id === id)) return progress;
  const [own, of] = after(progress.rating, rating, progress.attempts.length, solved);
  return { rating: own, attempts: [...progress.attempts, { id, solved, rating: of }] };
}

/** Those worded by hand first, then what is nearest to the player; where all were tried, what was not solved. */
export function nextOf(progress, puzzles, but = "") {
  const tried = new Map(progress.attempts.map((one, n) => [one.id, [Number(one.solved), n]]));
  const others = puzzles.filter(({ id }) => id !== but), fresh = others.filter(({ id }) => !tried.has(id));
  if (!fresh.length) {
    const last = others.toSorted((a, b) => tried.get(a.id)[0] - tried.get(b.id)[0] || tried.get(a.id)[1] - tried.get(b.id)[1]);
    return last[0] ?? puzzles[0] ?? null;
  }
  const byHand = fresh.filter(({ place }) => place).toSorted((a, b) => a.place - b.place);
  const near = ({ rating }) => Math.abs(rating - progress.rating);
  return byHand[0] ?? fresh.toSorted((a, b) => near(a) - near(b) || (a.id < b.id ? -1 : 1))[0];
}
