import type { Role } from "@parley/contract/abilities";
import type { BareReason } from "@parley/contract/reasons";
import type { Language } from "@parley/contract/sessions";
import type { Scope } from "../../floor/database/scope.ts";
import { claimAddress } from "./write.ts";

export type NewAgent = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  departmentid: string;
  role: Role;
  /** True if the address is confirmed: it was proved, or the operator vouches for it. */
  addressConfirmed: boolean;
  /** English when omitted. */
  lang?: Language | undefined;
};

/**
 * Gives a person an account in the scope's company. 409 when a colleague has the address, or when it is confirmed here
 * and in another company; `inUse` is the reason for the latter.
 */
export async function registerAgent(
  scope: Scope,
  given: NewAgent,
  inUse?: BareReason,
): Promise<{ userid: string }> {
  const username = await freeUsername(scope, given.email);
  const insert = () =>
    scope.db
      .insertInto("agent")
      .values({
        company_id: scope.companyId,
        department_id: given.departmentid,
        username,
        first_name: given.firstName,
        last_name: given.lastName,
        email: given.email,
        email_confirmed_on: given.addressConfirmed ? scope.now : null,
        password_hash: given.passwordHash,
        role: given.role,
        ...(given.lang && { lang: given.lang }),
        created_on: scope.now,
      })
      .returning("id as userid")
      .executeTakeFirstOrThrow();
  return claimAddress(scope, insert, inUse);
}

/** The address before its @, with a number when a colleague has it. */
async function freeUsername(scope: Scope, email: string): Promise<string> {
  const wanted = email.split("@")[0] ?? email;
  const inUse = await scope.db
    .selectFrom("agent")
    .select((eb) => eb.fn<string>("lower", ["username"]).as("username"))
    .where("company_id", "=", scope.companyId)
    .where((eb) => eb(eb.fn("lower", ["username"]), "like", `${likeText(wanted.toLowerCase())}%`))
    .execute();
  const names = new Set(inUse.map((row) => row.username));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

const likeText = (text: string) => text.replace(/[\\%_]/g, "\\$&");
