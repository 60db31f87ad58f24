import type { Language } from "@parley/contract/sessions";
import type { Context } from "../floor/context.ts";
import { acrossCompanies } from "../floor/database/scope.ts";

export type Account = {
  id: string;
  company_id: string;
  email: string;
  email_confirmed_on: Date | null;
  first_name: string;
  last_name: string;
  lang: Language;
  disabled_on: Date | null;
};

/**
 * The account of an address, in any company, enabled or not: the confirmed one, else the only unconfirmed one. With
 * several unconfirmed ones the address belongs to none yet.
 */
export async function findAccount(context: Context, email: string): Promise<Account | undefined> {
  const [account, other] = await acrossCompanies(context, (db) =>
    db
      .selectFrom("agent")
      .select(["id", "company_id", "email", "email_confirmed_on"])
      .select(["first_name", "last_name", "lang", "disabled_on"])
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
      .orderBy((eb) => eb("email_confirmed_on", "is", null))
      .limit(2)
      .execute(),
  );
  return other && !account?.email_confirmed_on ? undefined : account;
}

/** The account for which the address is confirmed. */
export async function findConfirmed(context: Context, email: string): Promise<Account | undefined> {
  const account = await findAccount(context, email);
  return account?.email_confirmed_on ? account : undefined;
}
