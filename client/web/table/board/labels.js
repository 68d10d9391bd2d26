/** What lies on the table, in words, for whoever listens to the page.  As client/text/table_text.py says it. */
import {_, N_} from "../../base/language/words.js";
import {cardOf} from "../../text/naming.js";
import {diceLeft, inRow, taskName} from "../../text/phrases.js";
import {amount, phrase} from "../../base/language/vocabulary.js";

const MARKED = {
  legal: N_("can be chosen"), chosen: N_("chosen"), target: N_("possible target"), off: N_("not possible"),
};

function noted(name, ...notes) {
  const said = inRow(notes.filter(Boolean));
  return said ? phrase("cards.noted", {card: name, notes: said}) : name;
}

function damageText(damage, hp) {
  return damage ? phrase("cards.damage", {damage, hp}) : "";
}

/** Whether it lies open, and whether the other side knows it all the same. */
export function sightText(f, mine) {
  if (f.detected) return phrase("cards.detected");
  if (!f.known) return phrase("cards.unseen");
  return mine ? phrase("cards.unseen_but_enemy_knows") : phrase("cards.unseen_but_known");
}

/** A task, and the dice that may still be rolled. */
export function fighting(row, atSea) {
  return [row.task ? taskName(row.task, atSea) : "", row.attempts ? diceLeft(row.attempts) : ""];
}

/** A formation with its state, as far as the viewer knows it. */
export function formationText(f, names, mine, airplanes) {
  if (f.lead === null) return noted(names.token(f.token), ...fighting(f, true), f.airplanes ? amount("airplanes", f.airplanes) : "");
  const kind = cardOf(f.lead)?.effect ? phrase("cards.transports") : "";
  const damage = damageText(f.damage, f.values?.hp ?? 0);
  const text = noted(names.token(f.token), kind, sightText(f, mine), damage, ...fighting(f, true));
  return text + aboardText(airplanes, names);
}

export function baseText(b, names, airplanes, target) {
  const hp = cardOf(b.card)?.hp ?? 0;
  const name = phrase("cards.base", {name: names.token(b.token)});
  const text = noted(name, damageText(b.damage, hp), target ? _("target of the landing") : "");
  return text + aboardText(airplanes, names);
}

/** The airplanes on a host: by name where they may be read. */
function aboardText(airplanes, names) {
  if (!airplanes.length) return "";
  const hidden = airplanes.some((a) => a.card === null);
  const said = hidden ? amount("airplanes", airplanes.length) : inRow(airplanes.map((a) => names.token(a.token)));
  return phrase("cards.aboard", {airplanes: said});
}

export function airplaneText(a, names) {
  const origin = a.card === null && a.origin ? phrase("cards.from_host", {host: names.token(a.origin)}) : "";
  return noted(names.token(a.token), ...fighting(a, false), origin);
}

/** What can be done to it now. */
export function markText(mark) {
  if (!mark) return "";
  return inRow([mark.state === "off" && mark.why ? mark.why : MARKED[mark.state] ? _(MARKED[mark.state]) : "", mark.note ?? ""].filter(Boolean));
}
