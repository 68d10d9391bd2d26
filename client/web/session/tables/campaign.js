/** §25  Between two battles of a campaign: what comes, and who wants it.  It is fetched when a table is part of one. */
import { h } from "../../base/dom.js";
import { clean as ofPerson } from "../../base/language/clean.js";
import { clean, phrase } from "../../base/language/vocabulary.js";
import { carried, told } from "../../text/campaigns.js";
import { rematch } from "../api.js";

/** When the next battle is, and what is carried over to it; nothing before the end of this one. */
export function comingLines(coming) {
  const part = coming?.campaign;
  if (!part) return [];
  const lines = [...carried(part.us, 0), ...carried(part.jp, 1)].filter(Boolean);
  const head = phrase("campaign.coming", { ...of(part), battle: clean(told(part).battles[part.number - 1], 80), date: clean(coming.date, 10) });
  return [head, ...(lines.length ? lines : [phrase("campaign.nothing")])];
}

/** In a row of a list: how far it is, and whether the other player wants to go on. */
export function far({ ended, mine, name, how, terms }) {
  const text = phrase(ended ? "campaign.between" : "campaign.stands", of(terms.battle.campaign));
  return [
    h("span", { class: "terms", key: "campaign" }, text),
    how && h("span", { class: ["whose", mine && "mine"], key: "whose" }, ended ? wishes(name) : how),
  ];
}

/**
 * What stands in the banner: the other player wants to go on.
 * @param {Page.State} state
 */
export function wish({ seat, table }) {
  const text = wishes(ofPerson(table?.seats[1 - (seat?.place ?? 0)]?.name ?? "", 24));
  return { kind: "wish", text,
    buttons: [h("button", { type: "button", key: "yes", on: { click: () => rematch().catch(() => {}) } }, phrase("campaign.next_battle"))] };
}

const wishes = (name) => phrase("campaign.wished", { name });
const of = (part) => ({ title: clean(told(part).title, 80), n: part.number, of: part.english.battles.length });
