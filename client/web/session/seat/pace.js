/**
 * How long each beat is shown.  At the quick pace the beats of a turn share a time: the longer the story of the turn has
 * become, the shorter they are, and what matters least is left to the log; so a whole turn never takes longer than that.
 */

/** Milliseconds of a calm beat; what is not named here is told in the log alone. */
export const LENGTHS = {
  rolled: 2300,
  damaged: 1000,
  eliminated: 1500,
  "shot-down": 1100,
  turned: 1100,
  faced: 900,
  played: 1700,
  withdrew: 700,
  aimed: 1300,
  tasked: 900,
  "line-began": 900,
  "turn-began": 1100,
  landed: 1000,
  detached: 900,
  named: 700,
  "target-named": 800,
  flew: 900,
  "deployment-shown": 700,
  "base-moved": 700,
  hidden: 700,
  recovered: 600,
  repaired: 500,
  returned: 600,
  "action-taken": 700,
};

/** Milliseconds that the story of a turn takes at most, at the quick pace. */
export const STORY = 20000;

const QUICK = 0.42; // of a calm beat
const LESS = { aimed: 0.2, tasked: 0.25, flew: 0.3, withdrew: 0.3, "line-began": 0.3, returned: 0.3 }; // the same, of what only leads to more
const WEIGHTY = ["damaged", "eliminated", "shot-down", "landed"];
const UNTIL = [10500, 13500, 17500, STORY]; // milliseconds of a story: what comes later and weighs so little is not shown
const FULL = 7000; // of a story, in which beats last as long as they are meant to
const SHORTEST = 0.4; // of that, at the end of a long story
const GLIMPSE = 100; // what would be shorter is not seen

/** What weighs more is shown even late in a long story. */
function weight({ event, group }) {
  if (WEIGHTY.includes(event.event)) return 3;
  if (event.event !== "rolled") return 0;
  return group.some((one) => one.hits) ? 2 : 1;
}

/** The time that is given to the beats of a turn, one after the other. */
export class TurnTime {
  constructor() {
    this.turn = -1;
    this.spent = 0;
  }

  /** Another turn has its own time. */
  begin(turn) {
    if (turn !== this.turn) this.spent = 0;
    this.turn = turn;
  }

  /** The reader takes his time: what comes then is not late. */
  rest() {
    this.spent = 0;
  }

  /** Milliseconds for the next beat of this turn; 0: it is not shown. */
  take(beat, speed) {
    const calm = LENGTHS[beat.event.event] ?? 0;
    if (speed === "calm") return calm;
    if (speed !== "quick") return 0;
    const late = Math.max(0, this.spent - FULL) / FULL;
    const wanted = calm * (LESS[beat.event.event] ?? QUICK) * Math.max(SHORTEST, 1 - (1 - SHORTEST) * late);
    const length = Math.min(wanted, UNTIL[weight(beat)] - this.spent);
    if (length < GLIMPSE) return 0;
    this.spent += length;
    return length;
  }
}
