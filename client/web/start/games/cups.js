/**
 * The cups of this server on a sheet of their own: which there are, who plays whom, how everybody stands, and the games of
 * ours that wait; twin of client/text/people/cups.py.
 */
import { h } from "../../base/dom.js";
import { bring } from "../../base/language/bring.js";
import { clean } from "../../base/language/clean.js";
import { moment } from "../../base/language/clock_words.js";
import { own, phrase } from "../../base/language/vocabulary.js";
import { change, state as current } from "../../base/store.js";
import { fault } from "../../base/widgets/fields.js";
import { close, open, sheet } from "../../base/widgets/sheet.js";
import { ask } from "../../session/net/server.js";
import { takeSeats } from "../../session/seat/cup_seats.js";
import { goToTable } from "../../session/tables/my_tables.js";
import { clockInWords, setName, specialInBrief } from "../../session/terms.js";
import { sideName } from "../../text/phrases.js";

await bring("cups");

const WHOLE = 20; // VP of lead that a game counts for which did not end by VP, as in ironbottom/wire/cups.py
const TITLE = 40, NAME = 24;

/**
 * The sheet.
 * @param {Page.State} state
 */
export function cups(state) {
  const { found = null, cup = null, fault: wrong = "" } = state.cups ?? {};
  return sheet("cups", cup ? clean(cup.line.title, TITLE) : phrase("cup.title"), { wide: true },
    fault(wrong), cup ? whole(cup) : found && all(found));
}

/** Open it with the cups of this moment. */
export async function openCups() {
  open("cups");
  await does(async () => {});
}

/** Do something, and show what became of it. */
async function does(act) {
  try {
    await act();
    change({ cups: { found: await takeSeats(), cup: null, fault: "" } });
  } catch (error) {
    const known = own("cup_refused", error.code ?? "");
    change({ cups: { ...current.cups, fault: known ? phrase(`cup_refused.${error.code}`) : error.message } });
  }
}

async function show(cup, round = 0) {
  try {
    change({ cups: { ...current.cups, cup: await ask({ type: "show-cup", cup, round }), fault: "" } });
  } catch (error) {
    change({ cups: { ...current.cups, fault: error.message } });
  }
}

function all({ cups: lines, seats }) {
  if (!lines.length) return h("p", { class: "quiet-text", key: "none" }, phrase("cup.none"));
  return [
    seats.length > 0 && h("ul", { class: "entries", key: "seats" }, seats.map(seat)),
    h("ul", { class: "entries", key: "cups" }, lines.map(row)),
  ];
}

function seat({ table, place, against }) {
  const text = phrase("cup.seat", { side: sideName(place), name: clean(against, NAME), table: clean(table, 16) });
  return h("li", { key: table },
    h("div", { class: "row-words" }, text),
    h("div", { class: "row-buttons" },
      button("go", phrase("cup.go"), () => goToTable(table).then(close, (error) => change({ cups: { ...current.cups, fault: error.message } })))));
}

function row(line) {
  const { cup, mine, state: how } = line;
  return h("li", { key: cup },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, h("bdi", {}, clean(line.title, TITLE))),
      mine && h("span", { class: ["whose", "mine"], key: "mine" }, phrase("cup.entered")),
      h("span", { class: "terms" }, about(line)), h("span", { class: "terms" }, rules(line))),
    h("div", { class: "row-buttons" },
      button("show", phrase("cup.show"), () => show(cup)),
      how === "open" && !mine && button("enter", phrase("cup.enter"), () => does(() => ask({ type: "enter-cup", cup }))),
      how !== "over" && mine && button("leave", phrase("cup.leave"), () => does(() => ask({ type: "leave-cup", cup })))));
}

const button = (key, words, click, more = {}) => h("button", { type: "button", class: "quiet", key, on: { click }, ...more }, words);

function about({ state: how, closes, entered: n, most, round, rounds }) {
  const stands = how === "open" ? phrase("cup.closes", { when: moment(closes) })
    : how === "over" ? phrase("cup.over") : phrase("cup.in_round", { n: round, of: rounds });
  return [stands, phrase("cup.of_most", { n, most })].join(" · ");
}

function rules({ kind, games, days, terms }) {
  const pairs = kind === "knock-out" ? "tie" : games === 2 ? "two_games" : "one_game";
  return [phrase(`cup_kinds.${kind}`), phrase(`cup.${pairs}`), phrase("cup.within", { n: days }), setName(clean(terms.cards, 64)),
    terms.bank > 0 && clockInWords(terms), ...specialInBrief(terms)].filter(Boolean).join(" · ");
}

function whole({ line, players, round, games, free }) {
  const names = players.map(({ name }) => clean(name, NAME)), begun = line.state !== "open";
  return [
    button("all", phrase("cup.all"), () => does(async () => {})),
    h("p", { key: "about" }, about(line)), h("p", { class: "hint", key: "rules" }, rules(line)),
    h("ol", { class: "entries", key: "players" }, players.map((one, n) => player(one, names[n], line))),
    begun && h("p", { class: "hint", key: "counts" }, phrase(line.kind === "knock-out" ? "cup.through" : "cup.equal", { n: WHOLE })),
    round > 0 && [
      h("h3", { key: "round" }, phrase("cup.round", { n: round })),
      h("div", { class: "row-buttons", key: "rounds" }, [round - 1, round + 1].filter((n) => n > 0 && n <= line.round)
        .map((n) => button(`round-${n}`, phrase("cup.round", { n }), () => show(line.cup, n)))),
      h("ul", { class: "entries", key: "games" }, games.map((one) => game(one, names))),
      free.length > 0 && h("p", { key: "free" }, phrase("cup.free", { names: free.map((n) => names[n]).join(phrase("rows.inside")) })),
    ],
  ];
}

function player({ key, place, points, games, us, jp, mutual, strength, lead, out }, name, { state: how, kind }) {
  const counts = kind === "round-robin" ? phrase("cup.counts", { mutual, strength, lead: signed(lead) }) : `VP ${signed(lead)}`;
  return h("li", { key },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, place > 0 && `${place}. `, h("bdi", { title: clean(key, 24) }, name)),
      out && h("span", { class: "whose", key: "out" }, phrase("cup.out")),
      how !== "open" && h("span", { class: "terms", key: "counts" }, `${phrase("cup.row", { points, games, us, jp })} · ${counts}`)));
}

function game({ n, us, jp, table, ending, points, lead, due }, names) {
  const how = ending === null ? phrase("cup.open", { table: clean(table, 16), when: moment(due) })
    : [phrase("cup.result", { us: points[0], jp: points[1] }), `VP ${signed(lead)}`, phrase(`cup_endings.${ending}`)].join(phrase("rows.inside"));
  return h("li", { key: n },
    h("div", { class: "row-words" },
      h("span", { class: "who" }, phrase("cup.game", { us: names[us], jp: names[jp] })), h("span", { class: "terms" }, how)));
}

const signed = (n) => (n < 0 ? `\u2212${-n}` : `+${n}`);
