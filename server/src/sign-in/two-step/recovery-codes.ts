/** Ten one-time codes for a lost phone. Stored as keyed hashes, so that the table alone allows no guessing. */
import { randomInt } from "node:crypto";
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Scope } from "../../floor/database/scope.ts";

/** The alphabet has no letters that look alike; twelve of them are 59 bits. */
const alphabet = "23456789abcdefghjkmnpqrstvwxyz";
const length = 12;

/** Replaces the existing codes. */
export async function renewRecoveryCodes(scope: Scope, agentId: string): Promise<string[]> {
  await removeRecoveryCodes(scope, agentId);
  const codes = Array.from({ length: signInLimits.recoveryCodes }, makeCode);
  await scope.db
    .insertInto("recovery_code")
    .values(
      codes.map((code) => ({
        company_id: scope.companyId,
        agent_id: agentId,
        code_hash: hashOfCode(scope, agentId, code),
      })),
    )
    .execute();
  return codes;
}

export async function removeRecoveryCodes(scope: Scope, agentId: string): Promise<void> {
  await scope.db
    .deleteFrom("recovery_code")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .execute();
}

/** Consumes a code. False when it is not the agent's, or was used. */
export async function consumeRecoveryCode(scope: Scope, agentId: string, given: string): Promise<boolean> {
  const consumed = await scope.db
    .updateTable("recovery_code")
    .set({ used_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("code_hash", "=", hashOfCode(scope, agentId, given))
    .where("used_on", "is", null)
    .returning("used_on")
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function countRecoveryCodes(scope: Scope, agentId: string): Promise<number> {
  const { left } = await scope.db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<string>().as("left"))
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("used_on", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** The code as shown, in groups of four; typed groups and case do not matter. */
function makeCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

const hashOfCode = (scope: Scope, agentId: string, code: string) =>
  Buffer.from(scope.sign(`recovery code ${scope.companyId} ${agentId} ${plain(code)}`), "base64url");
