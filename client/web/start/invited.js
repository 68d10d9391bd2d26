/** Who has opened a friend's link: by which name, on which side, and over what, before a seat is taken. */
import { h } from "../base/dom.js";
import { clean } from "../base/language/clean.js";
import { join } from "../session/api.js";
import { keepName } from "../base/browser_storage.js";
import { change, state as current } from "../base/store.js";
import { _, fill } from "../base/language/words.js";
import { attempt, edit } from "../base/draft.js";
import { busyText, choice, fault, line, part } from "../base/widgets/fields.js";
import { plainHttp } from "./hero.js";
import { base64OfLink } from "../session/link_secret.js";
import { remember } from "../base/address.js";
import { sides } from "../session/terms.js";
import { ready } from "../session/bot_game.js";

/**
 * The card that stands for the whole start page then; nothing where nobody was invited.
 * @param {Page.State} state
 */
export function invitedCard(state, now) {
  const { invited } = state;
  if (!invited) return null;
  const submit = (event) => {
    event.preventDefault();
    attempt("join", () => sitDown(current.invited));
  };
  return part("invited", _("You are invited to a game"), who(state, invited),
    h("form", { class: "join-form", key: "form", on: { submit } },
      line("invited-name", _("Your name"), now.name ?? state.me.name ?? "", rename,
        { maxlength: "24", autocomplete: "nickname", spellcheck: "false", placeholder: _("as others read it") }),
      choice("invited-side", _("Your side"), sides(), invited.side, (side) => change({ invited: { ...current.invited, side } })),
      plainHttp(state.server),
      fault(now.fault?.part === "join" ? now.fault.text : ""),
      h("div", { class: "row-buttons", key: "buttons" },
        h("button", { type: "submit", class: "big", id: "sit-down", disabled: !ready(state) || now.busy !== "" },
          busyText(now, "join", _("Sit down"))),
        h("button", { type: "button", class: "quiet", on: { click: notNow } }, _("To the start page")))));
}

/** The friend's name, where his table is in the list of those that are open. */
function who({ lobby }, { table }) {
  const name = lobby.find((one) => one.table === table)?.name;
  return name ? fill(_("{name} waits for you. The game begins when you sit down."), { name: clean(name, 24) })
    : _("A friend has made a table for you. The game begins when you sit down.");
}

function rename(name) {
  keepName(name);
  edit({ name });
  change({ me: { ...current.me, name } });
}

async function sitDown({ table, secret, side }) {
  await join(table, base64OfLink(secret), side);
  change({ invited: null });
}

function notNow() {
  remember("");
  edit({ fault: null });
  change({ invited: null });
}
