import {inOurWords} from "./server_messages.js";

/** What a person can read and do something about: one sentence, and for programs a code and the paragraph of a rule. */
export class UserError extends Error {
  constructor(text, code = "", rule = "") {
    super(text);
    this.code = code;
    this.rule = rule;
    this.said = {code: "", text}; // what it is told from again, when the reader changes his language
  }
}

/** What a server does not grant. */
export function refusal({text, code, rule}) {
  return Object.assign(new UserError(inOurWords({code, text}), code, rule ?? ""), {said: {code, text}});
}
