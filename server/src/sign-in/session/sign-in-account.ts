/** An account for signing in, found by its address across companies. */
import type { LoginAnswer } from "@parley/contract/sessions";
import type { Kysely } from "kysely";
import { type AgentActor, agentActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { findMatching, saltOf } from "../../people/passwords/password.ts";

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findById>>>;

/** One person's unconfirmed address is in fewer companies. */
const most = 500;

/** The accounts an address may sign in to: only the confirmed one, else the enabled unconfirmed ones, oldest first. */
async function findByAddress(context: Context, email: string): Promise<SignInAccount[]> {
  const rows = await acrossCompanies(context, (db) =>
    selectAccounts(db)
      .where((eb) => eb(eb.fn("lower", ["agent.email"]), "=", email.trim().toLowerCase()))
      .orderBy((eb) => eb("agent.email_confirmed_on", "is", null))
      .orderBy("agent.created_on")
      .orderBy("agent.company_id")
      .limit(most)
      .execute(),
  );
  const candidates = rows[0]?.email_confirmed_on ? rows.slice(0, 1) : rows;
  return candidates.filter(({ disabled_on }) => disabled_on === null);
}

/**
 * The account of address and password; null for a wrong password, an unknown address and a disabled account alike. One
 * argon2 run, however many accounts have the address.
 */
export async function findByPassword(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<SignInAccount | null> {
  const candidates = await findByAddress(context, email);
  const hashes = candidates.map(({ password_hash }) => password_hash);
  const matching = await findMatching(password, hashes, saltOf(context, email));
  return candidates.find(({ password_hash }) => password_hash === matching) ?? null;
}

export function findById(context: Context, companyId: string, id: string) {
  return acrossCompanies(context, (db) =>
    selectAccounts(db)
      .where("agent.company_id", "=", companyId)
      .where("agent.id", "=", id)
      .executeTakeFirst(),
  );
}

function selectAccounts(db: Kysely<Database>) {
  return db
    .selectFrom("agent")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
    .leftJoin("two_step", (join) =>
      join.onRef("two_step.company_id", "=", "agent.company_id").onRef("two_step.agent_id", "=", "agent.id"),
    )
    .selectAll("agent")
    .select(["department.name as department_name", "two_step.confirmed_on as two_step_on"])
    .select(departmentsOf.as("departments"));
}

export function actorOf(account: SignInAccount): AgentActor {
  return agentActor({
    companyId: account.company_id,
    id: account.id,
    role: account.role,
    departmentid: account.department_id,
    departmentids: account.departments,
    name: agentName(account),
  });
}

export type SignedIn = LoginAnswer & { outcome: "signedIn"; token: string };

export function viewSignedIn(account: SignInAccount, token: string): SignedIn {
  return {
    outcome: "signedIn",
    token,
    user: {
      id: account.id,
      userid: account.id,
      username: account.username,
      firstName: account.first_name,
      lastName: account.last_name,
      email: account.email,
      role: account.role,
      departmentid: account.department_id,
      department_name: account.department_name,
      profilePic: account.profile_pic,
    },
    isPushSubscribed: account.push_on !== null,
    lang: account.lang,
  };
}
