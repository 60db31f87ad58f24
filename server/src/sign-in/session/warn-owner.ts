import type { Kysely } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { countUse } from "../../floor/limits/rate-limit.ts";
import { networkOf } from "../../http/network.ts";
import { queueMail } from "../../mail/queue.ts";
import { keyOfTries } from "./attempts.ts";

const day = 24 * 3_600_000;
/** The tenth failure in a day is mailed, so once a day. */
const limit = { what: "failed sign-ins by strangers", most: 10, perMilliseconds: day };

/**
 * Counts a stranger's failed sign-in with this address, and mails its owner when there were many. Runs the same
 * statements for an unknown address; the mail's composition decides whether there is an account.
 */
export async function countStrangerFailure(
  { secrets, clock }: Context,
  db: Kysely<Database>,
  email: string,
  from: { address: string },
): Promise<void> {
  const now = clock();
  const { count } = await countUse(db, now, keyOfTries(email).toString("hex"), limit);
  if (count !== limit.most) return;
  const network = networkOf(from.address);
  const content = { kind: "failedSignIns", count, time: now.toISOString(), network } as const;
  const until = new Date(now.getTime() + day);
  await queueMail({ db, now, secrets }, { address: email, content, until });
}
