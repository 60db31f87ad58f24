import type { Language, SignedInUser } from "@parley/contract/sessions";
import { agentName } from "../agents/view.ts";
import type { Context } from "../context.ts";
import { type AgentActor, acrossCompanies, inCompany } from "../database/scope.ts";
import { forgetTries, takeTry } from "./attempts.ts";
import { isPassword } from "./password.ts";
import { endSessions, findSession, startSession } from "./session.ts";

export type SignIn =
  | { outcome: "signedIn"; token: string; user: SignedInUser; lang: Language }
  | { outcome: "refused" }
  | { outcome: "wait"; milliseconds: number };

export type Browser = { userAgent: string; address: string; previousToken: string | undefined };

/** Wrong, unknown and disabled are refused alike, after the same work. */
export async function signIn(
  context: Context,
  given: { email: string; password: string },
  browser: Browser,
): Promise<SignIn> {
  const milliseconds = await takeTry(context, given.email);
  if (milliseconds > 0) return { outcome: "wait", milliseconds };
  const account = await findAccount(context, given.email);
  const enabled = account?.disabled_on === null;
  const matches = await isPassword(given.password, enabled ? account.password_hash : undefined);
  if (!account || !matches) return { outcome: "refused" };
  await forgetTries(context, given.email);
  await endPrevious(context, browser.previousToken);

  const actor: AgentActor = {
    kind: "agent",
    companyId: account.company_id,
    id: account.id,
    role: account.role,
    departmentid: account.department_id,
    name: agentName(account),
  };
  const token = await inCompany(context, actor, async (scope) => {
    await scope.db
      .updateTable("agent")
      .set({ last_logged_on: scope.now })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", actor.id)
      .execute();
    await scope.db
      .insertInto("action")
      .values({ company_id: scope.companyId, type: "user_login", time: scope.now, agent_id: actor.id })
      .execute();
    return startSession(scope, browser);
  });
  return { outcome: "signedIn", token, user: viewUser(account), lang: account.lang };
}

/** Ends the browser's session, if it has one, and says when its agent left. */
export async function signOut(context: Context, token: string | undefined): Promise<void> {
  const session = await findSession(context, token);
  if (!session) return;
  await inCompany(context, session.actor, async (scope) => {
    await endSessions(context, scope, { tokenHash: session.tokenHash });
    await scope.db
      .insertInto("action")
      .values({
        company_id: scope.companyId,
        type: "user_logout",
        time: scope.now,
        agent_id: session.actor.id,
      })
      .execute();
  });
}

/** A browser has one session: whoever signs in anew leaves none behind. */
async function endPrevious(context: Context, token: string | undefined) {
  const previous = await findSession(context, token);
  if (!previous) return;
  await inCompany(context, previous.actor, (scope) =>
    endSessions(context, scope, { tokenHash: previous.tokenHash }),
  );
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

function findAccount(context: Context, email: string) {
  return acrossCompanies(context, (db) =>
    db
      .selectFrom("agent")
      .innerJoin("department", (join) =>
        join
          .onRef("department.company_id", "=", "agent.company_id")
          .onRef("department.id", "=", "agent.department_id"),
      )
      .selectAll("agent")
      .select("department.name as department_name")
      .where((eb) => eb(eb.fn("lower", ["agent.email"]), "=", email.trim().toLowerCase()))
      .executeTakeFirst(),
  );
}

function viewUser(account: Account): SignedInUser {
  return {
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
  };
}
