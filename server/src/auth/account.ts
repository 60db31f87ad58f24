import type { Language } from "@parley/contract/sessions";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";

export type Account = {
  id: string;
  company_id: string;
  email: string;
  first_name: string;
  last_name: string;
  lang: Language;
  disabled_on: Date | null;
};

/** The account an address belongs to, in whatever company, enabled or not. */
export function findAccount(context: Context, email: string): Promise<Account | undefined> {
  return acrossCompanies(context, (db) =>
    db
      .selectFrom("agent")
      .select(["id", "company_id", "email", "first_name", "last_name", "lang", "disabled_on"])
      .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
      .executeTakeFirst(),
  );
}
