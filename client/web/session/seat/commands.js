/** §26.2  Who of two that share a side answers in which window: twin of ironbottom/windows.py. */

const OF_AIR = ["2a", "3", "6", "8", "9", "10", "11", "12", "13", "15", "20.1", "20.2", "20.3", "21", "22", "23", "24", "25", "32", "33"];

/** "air" or "fleet". */
export const commander = (window) => (OF_AIR.includes(window) ? "air" : "fleet");

/** Whether a question is ours, where `shared` is the partner of the side, if there is one, and `partner` whether we are he. */
export const decides = (shared, partner, window) => !shared || (commander(window) === shared.commands) === partner;
