/** An account as signing in needs it: known by its address before anybody is signed in, in whatever company. */
import type { LoginAnswer } from "@parley/contract/sessions";
import type { Kysely } from "kysely";
import { agentName } from "../agents/view.ts";
import type { Context } from "../context.ts";
import type { Database } from "../database/schema.ts";
import { type AgentActor, acrossCompanies } from "../database/scope.ts";

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findByAddress>>>;

export function findByAddress(context: Context, email: string) {
  return acrossCompanies(context, (db) =>
    selectAccounts(db)
      .where((eb) => eb(eb.fn("lower", ["agent.email"]), "=", email.trim().toLowerCase()))
      .executeTakeFirst(),
  );
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
    .select(["department.name as department_name", "two_step.confirmed_on as two_step_on"]);
}

export function actorOf(account: SignInAccount): AgentActor {
  return {
    kind: "agent",
    companyId: account.company_id,
    id: account.id,
    role: account.role,
    departmentid: account.department_id,
    name: agentName(account),
  };
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
