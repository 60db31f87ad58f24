/** The words of a command (RFC 9051 §9): atoms, quoted strings, literals and lists. */
import { Refusal } from "./refusal.ts";

export type Token = string | Token[];

export function readTokens(command: string): Token[] {
  const reader = new TokenReader(command);
  const tokens = reader.until(null);
  return tokens;
}

class TokenReader {
  #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  until(end: ")" | null): Token[] {
    const tokens: Token[] = [];
    for (;;) {
      while (this.#text[this.#at] === " ") this.#at += 1;
      const next = this.#text[this.#at];
      if (next === undefined) {
        if (end) throw new Refusal("BAD", "A list does not end");
        return tokens;
      }
      if (next === end) {
        this.#at += 1;
        return tokens;
      }
      tokens.push(this.#token(next));
    }
  }

  #token(first: string): Token {
    if (first === "(") {
      this.#at += 1;
      return this.until(")");
    }
    if (first === '"') return this.#quoted();
    const literal = /\{(\d+)\+?\}\r\n/y;
    literal.lastIndex = this.#at;
    const found = literal.exec(this.#text);
    if (found) {
      const start = literal.lastIndex;
      this.#at = start + Number(found[1]);
      return this.#text.slice(start, this.#at);
    }
    // A section in brackets belongs to its word: BODY.PEEK[HEADER.FIELDS (SUBJECT)]<0.100>.
    const atom = /(?:\[[^\]]*\]|[^ ()"[])+/y;
    atom.lastIndex = this.#at;
    const word = atom.exec(this.#text)?.[0];
    if (!word) throw new Refusal("BAD", `Unexpected ${first}`);
    this.#at = atom.lastIndex;
    return word;
  }

  #quoted(): string {
    const quoted = /"((?:[^"\\\r\n]|\\["\\])*)"/y;
    quoted.lastIndex = this.#at;
    const found = quoted.exec(this.#text);
    if (!found) throw new Refusal("BAD", "A string does not end");
    this.#at = quoted.lastIndex;
    return (found[1] ?? "").replace(/\\(.)/g, "$1");
  }
}

export function word(token: Token | undefined): string {
  if (typeof token !== "string") throw new Refusal("BAD", "An argument is missing");
  return token;
}

export const list = (token: Token | undefined): Token[] =>
  Array.isArray(token) ? token : token === undefined ? [] : [token];

export const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
