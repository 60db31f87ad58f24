/** Tokens of a function's body, as PostgreSQL's own scanner sees them. */
import parser from "@libpg-query/parser";

export type Token = { text: string; start: number; end: number };

/** A file in bytes, which is how the scanner counts, and the tokens of its body. */
export type Source = { bytes: Buffer; tokens: Token[] };

/** The body is what stands between the two `$$`, or else begins with the word `return`. */
export async function readSource(sql: string): Promise<Source> {
  const bytes = Buffer.from(sql);
  const opened = bytes.indexOf("$$");
  const [from, to] =
    opened === -1
      ? [Buffer.byteLength(sql.slice(0, sql.search(/^\s*return\b/m))), bytes.length]
      : [opened + 2, bytes.lastIndexOf("$$")];
  return { bytes, tokens: await scan(bytes, from, to) };
}

async function scan(bytes: Buffer, from: number, to: number): Promise<Token[]> {
  const { tokens } = await parser.scan(bytes.subarray(from, to).toString());
  return tokens
    .filter(({ tokenName }) => !tokenName.endsWith("COMMENT"))
    .map(({ text, start, end }) => ({ text: text.toLowerCase(), start: start + from, end: end + from }));
}

/** The source between two tokens, the second included. */
export const textOf = ({ bytes }: Source, [first, last]: Range): string =>
  bytes.subarray(first.start, last.end).toString();

/** The first token and the last. */
export type Range = [Token, Token];

export function replaced({ bytes }: Source, [first, last]: Range, by: string): string {
  return Buffer.concat([
    bytes.subarray(0, first.start),
    Buffer.from(by),
    bytes.subarray(last.end),
  ]).toString();
}

export const lineOf = ({ bytes }: Source, { start }: Token): number =>
  bytes.subarray(0, start).toString().split("\n").length;

/**
 * Parts of a clause: the tokens from `from` on, up to what ends the clause, divided where `divides` says so. What
 * stands in brackets or between `case` and `end` belongs to its part.
 */
export function partsFrom(
  tokens: Token[],
  from: number,
  rules: { ends: ReadonlySet<string>; divides: "and" | "or" | "," },
): Range[] {
  const parts: Range[] = [];
  let first = tokens[from];
  let depth = 0;
  let between = false;
  for (let at = from; ; at++) {
    const token = tokens[at];
    const word = tokens[at - 1]?.text === "." ? "" : (token?.text ?? ";");
    const ended = depth === 0 && (word === ")" || word === ";" || isEnd(tokens, at, rules.ends));
    const divided = depth === 0 && word === rules.divides && !(between && word === "and");
    if (ended || divided) {
      const last = tokens[at - 1];
      if (!first || !last || last.end <= first.start)
        throw new Error(`A clause ends at once: ${first?.text}`);
      parts.push([first, last]);
      if (ended) return parts;
      first = tokens[at + 1];
    } else if (word === "(" || word === "[" || word === "case") depth++;
    else if (word === ")" || word === "]" || word === "end") depth--;
    if (depth === 0) between = word === "between" || (between && word !== "and");
  }
}

/** `left` and `right` are joins, or functions. */
function isEnd(tokens: Token[], at: number, ends: ReadonlySet<string>): boolean {
  return ends.has(tokens[at]?.text ?? ";") && tokens[at - 1]?.text !== "." && tokens[at + 1]?.text !== "(";
}
