import { type Selectable, sql } from "kysely";
import { type AgentActor, agentActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentTable } from "../../floor/database/schema.ts";
import { inCompany, inCompanyAs } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { quietUntil } from "../notices/settings.ts";
import { composePush } from "./compose.ts";
import { pushKeys } from "./keys.ts";
import { sendPush } from "./send.ts";
import { removeSubscription } from "./subscribe.ts";

/** The number of tries, over about half an hour in all. */
const maxAttempts = 6;
const longestWait = 3_600_000;
const waitAfter = (attempt: number) => 5000 * 4 ** (attempt - 1);

/**
 * Sends a push message to one browser, unless its session ended, push was turned off or the agent was disabled meanwhile, or
 * has quiet hours.
 */
export async function notifyBrowser(
  context: Context,
  push: Tasks["push"],
  signal: AbortSignal,
): Promise<void> {
  const browser = await findBrowser(context, push);
  if (!browser) return;
  const actor = actorOf(browser);
  const message = await inCompanyAs(context, actor, async (scope) =>
    (await quietUntil(scope, actor.id)) ? null : composePush(scope, push, browser.lang),
  );
  if (!message) return;
  const keys = await pushKeys(context);
  const result = await sendPush({ config: context.config, keys, signal }, browser, message, push.topic);
  if (result.outcome === "sent") return;
  if (result.outcome === "gone")
    return inCompanyAs(context, actor, (scope) =>
      removeSubscription(scope, { id: browser.id, agentId: actor.id }),
    );
  if (result.outcome === "refused" || push.attempt >= maxAttempts)
    return context.log.warn({ browser: browser.id, reason: result.reason }, "Push message discarded");
  const pause = Math.min(longestWait, result.afterMs ?? waitAfter(push.attempt));
  const runAt = new Date(context.clock().getTime() + pause);
  const { companyId, ...again } = push;
  await inCompanyAs(context, actor, (scope) =>
    scope.enqueue(
      "push",
      { ...again, attempt: push.attempt + 1 },
      { key: `push:${browser.id}:${push.topic}`, runAt, tries: 3 },
    ),
  );
}

type SignedIn = Pick<
  Selectable<AgentTable>,
  "company_id" | "role" | "department_id" | "lang" | "first_name" | "last_name"
> & { agent_id: string };
type Browser = NonNullable<Awaited<ReturnType<typeof findBrowser>>>;

function findBrowser(context: Context, { companyId, subscriptionId }: Tasks["push"]) {
  return inCompany(context, { kind: "desk", companyId }, ({ db, now }) =>
    db
      .selectFrom("push_subscription")
      .innerJoin(
        sql<SignedIn>`signed_in(array[push_subscription.session_hash], ${now})`.as("signed_in"),
        (join) => join.onRef("signed_in.agent_id", "=", "push_subscription.agent_id"),
      )
      .select(["push_subscription.id", "endpoint", "p256dh", "auth"])
      .select(["signed_in.company_id", "signed_in.agent_id", "role", "department_id", "lang"])
      .select(sql<string[]>`departments_of(signed_in.company_id, signed_in.agent_id)`.as("departments"))
      .select(["first_name", "last_name"])
      .where("push_subscription.company_id", "=", companyId)
      .where("push_subscription.id", "=", subscriptionId)
      .where("push_subscription.off_on", "is", null)
      .executeTakeFirst(),
  );
}

function actorOf(browser: Browser): AgentActor {
  return agentActor({
    companyId: browser.company_id,
    id: browser.agent_id,
    role: browser.role,
    departmentid: browser.department_id,
    departmentids: browser.departments,
    name: agentName(browser),
  });
}
