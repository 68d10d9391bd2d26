/**
 * §25  Campaigns in words: how far one has come, what was lost, what comes next, and how it ended.
 *
 * Twin of client/text/rules/campaigns.py.
 */
import { clean, phrase } from "../base/language/vocabulary.js";
import "../base/language/later_words.js";
import { language } from "../base/language/words.js";
import { cardName } from "./naming.js";
import { sideName } from "./phrases.js";

const TITLE = 80, TEXT = 800;

export const told = (part) => (language() === "ja" ? part.japanese : part.english);
const count = (part) => part.english.battles.length;

/** For a list of battles: "Campaign: Guadalcanal (7 battles)". */
export const campaignTitle = ({ campaign }) => phrase("campaign.listed", { title: clean(told(campaign).title, TITLE), n: count(campaign) });

/** What is to be known of a campaign before one of its battles; nothing of a battle by itself. */
export function standingOf({ campaign: part }) {
  if (!part) return [];
  const text = told(part), { number: n, points: [us, jp], marginal, decisive } = part;
  return [
    phrase("campaign.battle_of", { title: clean(text.title, TITLE), n, of: count(part), battle: clean(text.battles[n - 1], TITLE) }),
    n === 1 && clean(text.introduction, TEXT),
    (n > 1 || us || jp) && phrase("campaign.points", { us, jp }),
    ...carried(part.us, 0),
    ...carried(part.jp, 1),
    phrase("campaign.margins", { marginal, decisive }),
    next(part),
  ].filter(Boolean);
}

/** What is lost, damaged and held. */
export function carried({ lost = [], damage = [], hand = [] }, side) {
  const said = { side: sideName(side) }, cards = (names) => names.join(phrase("rows.inside"));
  return [
    lost.length && phrase("campaign.lost", { ...said, cards: cards(lost.map(called)) }),
    damage.length && phrase("campaign.damaged", { ...said, cards: cards(damage.map(([card, n]) => phrase("campaign.damaged_card", { card: called(card), n }))) }),
    hand.length && phrase("campaign.held", { ...said, cards: cards(hand.map(called)) }),
  ];
}

const called = (card) => clean(cardName(card), TITLE);

function next(part) {
  if (part.number >= count(part)) return phrase("campaign.last");
  return phrase("campaign.next", { battle: clean(told(part).battles[part.number], TITLE) });
}

/** §25.3  The points of all battles up to this one. */
function summed({ campaign, decisive = 10 }, { winner, reason, points }) {
  const now = [...points];
  if (winner !== null && reason !== "time-up") now[winner] = Math.max(now[winner], now[1 - winner] + decisive);
  return now.map((one, side) => one + campaign.points[side]);
}

/** At the end of a battle: the points of the campaign and what comes next, or how it ended. */
export function afterBattle(battle, outcome) {
  const part = battle?.campaign;
  if (!part) return [];
  const [us, jp] = summed(battle, outcome), lead = Math.abs(us - jp);
  if (part.number < count(part)) return [phrase("campaign.points", { us, jp }), next(part)];
  if (lead < part.marginal) return [phrase("campaign.draw", { us, jp })];
  return [phrase(`campaign.${lead >= part.decisive ? "decisive" : "marginal"}`, { side: sideName(us > jp ? 0 : 1), us, jp })];
}
