import { type Mutant, numbered } from "../mutant.ts";
import { cutsOf } from "./cuts.ts";
import { fingerprintOf, type Kinds, plannedFrom } from "./planned.ts";
import { readSource } from "./tokens.ts";
import { readTrees } from "./trees.ts";

/**
 * One for each conjunct of each condition and for each column that is set; of a function that runs as its owner also
 * for each reason to refuse, and of one that signs in for each condition of a join. Throws where the text without a
 * clause does not parse to the tree without it.
 */
export async function mutantsOfFunction(
  name: string,
  sql: string,
  { joins = false } = {},
): Promise<Mutant[]> {
  const kinds: Kinds = { joins, guards: /security definer/.test(sql) };
  const planned = new Set(plannedFrom(await readTrees(sql), kinds));
  const cuts = cutsOf(await readSource(sql), kinds);
  for (const { clause, line, text } of cuts) {
    if (!planned.delete(fingerprintOf(await readTrees(text))))
      throw new Error(`${name}.sql:${line}: without "${clause}" it is not what the parser expects`);
  }
  if (planned.size > 0) throw new Error(`${name}.sql: ${planned.size} clauses were not left out`);
  return numbered(cuts.map((one) => ({ of: name, ...one })));
}
