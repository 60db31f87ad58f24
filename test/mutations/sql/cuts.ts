/** Leaves clauses of a function out of its text, one at a time. */
import { inOneLine, type Mutant } from "../mutant.ts";
import type { Kinds } from "./planned.ts";
import { lineOf, partsFrom, type Range, replaced, type Source, type Token, textOf } from "./tokens.ts";

export type Cut = Omit<Mutant, "of">;

const endsOfCondition = new Set([
  ...["group", "having", "window", "order", "limit", "offset", "fetch", "for", "union", "intersect"],
  ...["except", "returning", "on", "do", "loop", "then"],
]);
const endsOfJoin = new Set([...endsOfCondition, "where", "join", "left", "right", "full", "inner", "cross"]);
const endsOfColumns = new Set(["from", "where", "returning"]);

export function cutsOf(source: Source, { joins, guards }: Kinds): Cut[] {
  const { tokens } = source;
  return tokens.flatMap(({ text }, at) => {
    const before = tokens[at - 1]?.text;
    if (text === "where") return operands(source, at, "where", endsOfCondition);
    if (text === "on" && joins && tokens[at + 1]?.text !== "conflict")
      return operands(source, at, "on", endsOfJoin);
    if (text === "if" && guards && before !== "end" && refuses(tokens, at)) return refusals(source, at);
    if (text === "set") return columns(source, at);
    return [];
  });
}

function operands(source: Source, at: number, word: string, ends: ReadonlySet<string>): Cut[] {
  return partsFrom(source.tokens, at + 1, { ends, divides: "and" }).map((part) =>
    cut(source, part, "true", `${word} ${textOf(source, part)}`),
  );
}

function refusals(source: Source, at: number): Cut[] {
  return partsFrom(source.tokens, at + 1, { ends: new Set(["then"]), divides: "or" }).map((part) =>
    cut(source, part, "false", `if ${textOf(source, part)}`),
  );
}

/** After `then` comes a plain `return`, or `raise`. */
function refuses(tokens: Token[], at: number): boolean {
  const [, last] = partsFrom(tokens, at + 1, { ends: new Set(["then"]), divides: "or" }).at(-1) as Range;
  const then = tokens.indexOf(last) + 1;
  const [word, next] = [tokens[then + 1]?.text, tokens[then + 2]?.text];
  return word === "raise" || (word === "return" && next !== "next" && next !== "query");
}

function columns(source: Source, at: number): Cut[] {
  const { tokens } = source;
  const items = partsFrom(tokens, at + 1, { ends: endsOfColumns, divides: "," });
  const whole: Range = [(items[0] as Range)[0], (items.at(-1) as Range)[1]];
  return items.flatMap((item, index) => {
    const others = items.toSpliced(index, 1).map((one) => textOf(source, one));
    if (item[0].text === "(") return columnsOfSeveral(source, item);
    const name = item[0].text;
    const kept = others.length > 0 ? others.join(", ") : `${name} = ${targetAlias(tokens, at)}.${name}`;
    return [{ ...cut(source, whole, kept, `set ${name}`), line: lineOf(source, item[0]) }];
  });
}

/** `(a, b, c) = (select …)`. */
function columnsOfSeveral(source: Source, [first, last]: Range): Cut[] {
  const { tokens } = source;
  const from = tokens.indexOf(first);
  const closed = tokens.findIndex(({ text }, at) => at > from && text === ")");
  const names = tokens.slice(from + 1, closed).filter(({ text }) => text !== ",");
  const query = textOf(source, [tokens[closed + 2] as Token, last]);
  const all = names.map(({ text }) => text);
  return names.map((name, index) => {
    const rest = all.toSpliced(index, 1);
    const kept = rest.map((one) => `kept.${one}`).join(", ");
    return {
      ...cut(
        source,
        [first, last],
        `(${rest.join(", ")}) = (select ${kept} from ${query} as kept (${all.join(", ")}))`,
        `set ${name.text}`,
      ),
      line: lineOf(source, name),
    };
  });
}

/** The name by which a statement that sets a column calls its table. */
function targetAlias(tokens: Token[], set: number): string {
  const of = tokens[set - 1]?.text === "update" && tokens[set - 2]?.text === "do" ? "into" : "update";
  const at = tokens.findLastIndex(({ text }, place) => place < set - 1 && text === of);
  const named = tokens[at + 2]?.text === "as" ? at + 3 : at + 2;
  const isAlias = named > at + 2 || (of === "update" && named < set);
  return tokens[isAlias ? named : at + 1]?.text ?? "";
}

function cut(source: Source, range: Range, by: string, clause: string): Cut {
  return { clause: inOneLine(clause), line: lineOf(source, range[0]), text: replaced(source, range, by) };
}
