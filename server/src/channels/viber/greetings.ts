import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

/** Milliseconds after which a person who opens a conversation is greeted again. */
const keptFor = 90 * 24 * 3_600_000;

export async function removeOldGreetings(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptFor);
  await acrossCompanies(context, (db) => db.deleteFrom("greeting").where("greeted_on", "<=", old).execute());
}
