/**
 * `npm run test:attacks`: tries every attack on a running desk from outside and prints how many attempts were refused.
 * `-- --list` names them, `-- --only company,role` picks, `-- --timed` picks those that judge by times and
 * `-- --untimed` the others, which may run beside other work. `-- --short` measures one good round in place of two.
 */
import { parseArgs } from "node:util";
import { acrossCompanies } from "../../server/src/floor/database/scope.ts";
import { resetLimit } from "../../server/src/floor/limits/rate-limit.ts";
import { serverCallsAllowed } from "../../server/src/http/call-limit.ts";
import { type Attack, attacks } from "./list.ts";
import { openStage, type Stage } from "./stage.ts";
import { createTrial } from "./trial.ts";

const shown = 8;
/** Attacks that judge what the others leave behind belong to each part. */
const judgesAll = ["dripping", "secrets"];

const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    list: { type: "boolean", default: false },
    timed: { type: "boolean", default: false },
    untimed: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

if (options.list) {
  for (const { name, what } of attacks) print(`${name.padEnd(14)} ${what}`);
} else {
  process.exitCode = (await tryAll(pick(options.only))) === 0 ? 0 : 1;
}

function pick(only: string | undefined): Attack[] {
  if (only === undefined) return attacks.filter(isPart);
  return only.split(",").map((name) => {
    const found = attacks.find((attack) => attack.name === name);
    if (!found)
      throw new Error(`There is no ${name}, but ${attacks.map((attack) => attack.name).join(", ")}`);
    return found;
  });
}

function isPart({ name, timed }: Attack): boolean {
  if (judgesAll.includes(name) || options.timed === options.untimed) return true;
  return timed ? options.timed : options.untimed;
}

/** Returns the number of attempts that got through. */
async function tryAll(picked: Attack[]): Promise<number> {
  const stage = await openStage(options.short);
  let passed = 0;
  try {
    for (const attack of picked) passed += (await tryOne(stage, attack)) ? 1 : 0;
  } finally {
    await stage.close();
  }
  const failed = picked.length - passed;
  print(`\n${passed} passed, ${failed} failed`);
  return failed;
}

/** Attacks that others follow at once use up the calls to servers that a company has in ten minutes. */
async function renewServerCalls({ inside }: Stage): Promise<void> {
  const companies = await acrossCompanies(inside, (db) =>
    db.selectFrom("company").select("company_id").execute(),
  );
  for (const { company_id } of companies)
    await acrossCompanies(inside, (db) => resetLimit(db, company_id, serverCallsAllowed));
}

async function tryOne(stage: Stage, { name, what, run }: Attack): Promise<boolean> {
  const trial = createTrial();
  const startedAt = performance.now();
  try {
    await renewServerCalls(stage);
    await run(stage, trial);
  } catch (error) {
    trial.through.push(`The attack itself failed: ${(error as Error).stack}`);
  }
  const { tried, through, figures } = trial;
  const held = through.length === 0 && tried > 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const refused = tried - Math.min(through.length, tried);
  print(`${held ? "✓" : "✗"} ${name.padEnd(14)} ${what}: ${tried} tried, ${refused} refused (${seconds} s)`);
  for (const figure of figures) print(`      ${figure}`);
  for (const request of through.slice(0, shown)) print(`      through: ${request}`);
  if (through.length > shown) print(`      and ${through.length - shown} more`);
  if (tried === 0) print("      nothing was tried");
  return held;
}
