import type { BareReason } from "@parley/contract/reasons";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { type Asking, consumeCode, type Verified } from "./codes.ts";
import { issueGrant } from "./grants.ts";

export const refusals: Record<Exclude<Verified, "right">, BareReason> = {
  wrong: "code_invalid",
  expired: "code_expired",
  unknown: "expired_verification",
  "too many tries": "too_many_attempts",
};

/** Returns the token of a grant for a right code; throws 400 with the catalogue's text. */
export async function verifyCode(context: Context, asking: Asking, code: string): Promise<string> {
  const now = context.clock();
  // The refusal is thrown after the commit: a wrong try must stay counted.
  const { outcome, grant } = await acrossCompanies(context, async (db) => {
    const verified = await consumeCode(context, db, asking, code, now);
    return { outcome: verified, grant: verified === "right" ? await issueGrant(db, asking, now) : "" };
  });
  if (outcome !== "right") throw invalid(refusals[outcome]);
  return grant;
}
