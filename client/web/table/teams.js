/** §26  Who shares a side with whom, in words: fetched at tables where two do. */
import {h} from "../base/dom.js";
import {bring} from "../base/language/bring.js";
import {clean, phrase, word} from "../base/language/vocabulary.js";
import {windowName} from "../text/phrases.js";

await bring("teams");

const NAME = 24;

/** The partner's name, while our side is asked what is his; else empty. */
function partnerAsked({table, seat, latest, side}) {
  const shared = table?.partners?.[seat?.place ?? -1], view = latest?.view;
  const asked = view && !view.question && side !== null && view.waiting.find(([one]) => one === side);
  return shared && asked ? {name: nameBeside(table, seat), window: asked[1]} : null;
}

/** Who else is of our side. */
function nameBeside(table, seat) {
  return clean(seat.partner ? table.seats[seat.place].name : table.partners[seat.place].name, NAME);
}

/** For the header: whose decision it is. */
export function brief(state) {
  const asked = partnerAsked(state);
  return asked ? phrase("team.partner_brief", {name: asked.name}) : "";
}

/** For the panel: that our partner is asked, who decides what, which partners are away. */
export function lines(state) {
  const asked = partnerAsked(state), away = state.table.partners.filter((one) => one && !one.here);
  const what = asked && (windowName(asked.window) || phrase("asked.of_event"));
  const said = [asked && phrase("team.partner_decides", {...asked, what}), commandInWords(state),
    ...away.map((one) => phrase("seat.away", {name: clean(one.name, NAME)}))];
  return said.filter(Boolean).map((text) => h("li", {key: text}, text));
}

/** What is ours to decide, and what our partner's; nothing where nobody shares our side. */
function commandInWords({table, seat}) {
  const shared = table?.partners?.[seat?.place ?? -1];
  if (!shared) return "";
  const mine = seat.partner === (shared.commands === "air") ? "air" : "fleet";
  return phrase(`team.you_${mine}`, {name: nameBeside(table, seat)});
}

/** For the waiting room: who shares which side, or who is missing. */
export function partnersInWords(table, seat) {
  return (table.terms.teams ?? []).map((place) => {
    const shared = table.partners?.[place], mine = place === seat.place;
    if (!shared) return phrase(mine ? "team.waits" : "team.others_wait");
    if (mine && seat.partner) return phrase("team.you_share", {name: nameBeside(table, seat)});
    return phrase(mine ? "team.yours" : "team.theirs", {name: clean(shared.name, NAME), command: word("command_of", shared.commands)});
  });
}
