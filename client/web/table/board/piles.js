/** What a side has beside the lines: who plays it, decks, discards, the cards in its hand, its victory points; and events in force. */
import {clean} from "../../base/language/clean.js";
import {h, memo, s} from "../../base/dom.js";
import {_, fill, language} from "../../base/language/words.js";
import {cardOf, halfOf, printedName} from "../../text/naming.js";
import {effectText, isAll, listed, scoredText, sideName} from "../../text/phrases.js";
import {lyingBack, miniFace} from "./cards/lying_face.js";
import {nationSign, sideClass} from "./cards/shapes.js";
import {thing} from "./thing.js";
import {phrase} from "../../base/language/vocabulary.js";

/** `where`: "theirs" above, "mine" below. */
export function piles(side, where, {view, names, cards, seats, battle}) {
  const half = halfOf(view, side);
  const effects = view.in_force.filter((effect) => effect.side === side);
  const seat = seats.find((one) => one.side === side);
  const {hand_count, fleet_deck, air_deck, discards, top, victory, points} = half;
  const told = JSON.stringify([hand_count, fleet_deck, air_deck, discards, top, victory, points, effects, view.phasing, playerText(seat), battle?.decks]);
  return memo(`piles ${where}`, [told, side, cards, language()], () => h("section", {
    class: ["piles", where, sideClass(side), view.phasing === side && view.turn > 0 && "phasing"],
    "aria-label": sideName(side),
  },
  h("h2", {class: "piles-name", key: "name"}, nationSign(side), h("span", sideName(side))),
  player(seat),
  score(half, names),
  half.hand_count === null ? h("p", {class: "piles-none", key: "none"}, _("nothing is shown yet")) : decks(side, half, battle),
  effects.length ? h("ul", {class: "in-force", key: "force"}, effects.map((effect, n) => {
    return h("li", {key: n, title: effectText(effect, names.token(effect.token))}, effectText(effect, names.token(effect.token)));
  })) : null));
}

/** Who plays this side, whether the player is there, and whether it is a bot. */
function playerText(seat) {
  if (!seat) return ["", ""];
  const signs = [(seat.bot || seat.stand_in) && _("bot"), !seat.here && _("away")].filter(Boolean);
  return [clean(seat.name, 24), signs.map((sign) => ` · ${sign}`).join("")];
}

function player(seat) {
  const [name, signs] = playerText(seat);
  return name ? h("p", {class: ["piles-player", !seat.here && "away"], key: "player", title: name + signs},
    h("bdi", name), h("span", signs)) : null;
}

/** The victory pile: how much, and of what. */
function score(half, names) {
  const scored = half.victory.map(([id, points]) => scoredText(cardOf(id), names.half(id), points));
  const text = fill(_("Victory points: {points}"), {points: half.points});
  const all = scored.length ? `${text}. ${listed(scored)}` : text;
  return [h("div", {class: "score", key: "score", role: "img", "aria-label": all, title: all},
    s("svg", {viewBox: "-22 -22 44 44", class: "score-sign", "aria-hidden": "true"}, s("path", {class: "vp-form", d: "M0-20 19 0 0 20-19 0Z"}),
      s("text", {class: "vp-number", y: 6.4, "text-anchor": "middle", "font-size": 18, "font-weight": 700}, String(half.points))),
    h("span", {class: "score-word", "aria-hidden": "true"}, _("VP"))),
  half.victory.length ? h("ul", {class: "scored", key: "scored", "aria-hidden": "true"}, half.victory.map(([id, points], n) => {
    return h("li", {key: n}, h("span", names.half(id)), h("b", isAll(cardOf(id)) ? phrase("card_face.auto") : String(points)));
  })) : null];
}

/** A battle without decks ends by its turns (§24.3). */
function decks(side, half, battle) {
  const none = battle?.decks === false;
  return [none && h("p", {class: "piles-none", key: "none"}, phrase("seat.no_decks", battle)), h("div", {class: "decks", key: "decks"},
    none || [
      deck(_("Airplane deck"), half.air_deck, lyingBack({mini: true, side, kind: "air"})),
      deck(_("Fleet deck"), half.fleet_deck, lyingBack({mini: true, side, kind: "fleet"}))],
    deck(_("Hand"), half.hand_count, h("span", {class: "fan"}, [0, 1, 2].map((n) => {
      return h("span", {key: n, class: "fan-card"}, lyingBack({mini: true, side, kind: "air"}));
    }))),
    pile(half))];
}

function deck(name, count, picture) {
  const text = `${name}: ${count ?? "?"}`;
  return h("div", {key: name, class: ["deck", count === 0 && "out"], role: "img", "aria-label": text, title: text},
    h("span", {class: "deck-picture", "aria-hidden": "true"}, picture), h("b", {"aria-hidden": "true"}, String(count ?? "?")),
    h("small", {"aria-hidden": "true"}, name));
}

/** The pile, with the card on top of it. */
function pile(half) {
  const top = half.top === null ? null : cardOf(half.top);
  const name = _("Discards");
  if (!top) return deck(name, half.discards, h("span", {class: "no-card"}));
  const text = `${name}: ${half.discards}${phrase("cards.top", {card: printedName(top)})}`;
  return thing(`pile:${top.id}`, null, {key: name, className: "deck", text, card: top.id, "data-thing": null},
    h("span", {class: "deck-picture", "aria-hidden": "true"}, miniFace(top)),
    h("b", {"aria-hidden": "true"}, String(half.discards)),
    h("small", {"aria-hidden": "true"}, name));
}
