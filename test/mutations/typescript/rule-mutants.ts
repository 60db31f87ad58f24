/** A file of access rules in which each clause can be left out while it runs, since to load it anew takes seconds. */
import { inOneLine, type Mutant, numbered } from "../mutant.ts";
import { type Clause, clausesOf } from "./clauses.ts";

declare global {
  /** True for the clause that is left out at present. */
  var isLeftOut: (id: string) => boolean;
}

/** The `text` of such a mutant is its id. */
export function mutantsOfRules(path: string, text: string): Mutant[] {
  const mutants = clausesOf(text).map((clause, index) => ({
    of: path,
    clause: inOneLine(clause.text),
    line: text.slice(0, clause.instead === "object" ? clause.object.end : clause.start).split("\n").length,
    text: idOf(path, index),
  }));
  return numbered(mutants.sort((a, b) => a.line - b.line));
}

const idOf = (path: string, index: number) => `${path}#${index}`;

type Insertion = { at: number; text: string; opens: boolean };

/** The file with a question before each clause: is it left out? */
export function withQuestions(path: string, text: string): string {
  const insertions = clausesOf(text).flatMap((clause, index) =>
    question(clause, `isLeftOut(${JSON.stringify(idOf(path, index))})`),
  );
  let written = "";
  let from = 0;
  for (const { at, text: inserted } of inOrder(insertions)) {
    written += text.slice(from, at) + inserted;
    from = at;
  }
  return written + text.slice(from);
}

function question(clause: Clause, leftOut: string): Insertion[] {
  const { start, end } = clause;
  if (clause.instead === "nothing")
    return [
      { at: start, text: `{ if (!${leftOut}) `, opens: true },
      { at: end, text: " }", opens: false },
    ];
  if (clause.instead !== "object")
    return [
      { at: start, text: `(${leftOut} ? ${clause.instead} : (`, opens: true },
      { at: end, text: "))", opens: false },
    ];
  return [
    { at: start, text: `((object, narrow) => ${leftOut} ? object : narrow(object))(`, opens: true },
    { at: clause.object.end, text: ", (object) => object", opens: false },
    { at: end, text: ")", opens: false },
  ];
}

/** At one place what ends comes before what begins; the inner one ends first and begins last. */
function inOrder(insertions: Insertion[]): Insertion[] {
  const ends = insertions.filter(({ opens }) => !opens).reverse();
  const all = [...ends, ...insertions.filter(({ opens }) => opens)];
  return all.sort((a, b) => a.at - b.at);
}
