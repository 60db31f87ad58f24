/** Blocking a client, by an administrator's call or with a ticket that is marked as spam. */
import type { Selectable } from "kysely";
import type { ClientTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import type { VisitorSignals } from "../../http/live/visitor-signals.ts";
import { departmentsOfClient } from "./departments.ts";

type ClientRecord = Selectable<ClientTable>;
export type Visitors = Pick<VisitorSignals, "send">;

/** Blocks a locked client, whose messages are then dropped and counted, or unblocks them. */
export async function setBlocked(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  clientId: string,
  blocks: boolean,
): Promise<ClientRecord> {
  const blocked = blocks
    ? { blocked_on: scope.now, blocked_by: scope.actor.id }
    : { blocked_on: null, blocked_by: null };
  const changed = await scope.db
    .updateTable("client")
    .set(blocked)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", clientId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id: subject, name } = changed;
  await record(scope, {
    kind: blocks ? "client_block" : "client_unblock",
    ...{ subject, name, facts: {} },
    inHand: { departments: await departmentsOfClient(scope, subject) },
  });
  if (blocks) scope.afterCommit(() => visitors.send({ kind: "blocked", companyId: scope.companyId }));
  return changed;
}

/** Blocks or unblocks a client who is not so yet. True if it changed something. */
export async function ensureBlocked(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  clientId: string,
  blocks: boolean,
): Promise<boolean> {
  const { blocked_on } = await scope.db
    .selectFrom("client")
    .select("blocked_on")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", clientId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if ((blocked_on !== null) === blocks) return false;
  await setBlocked(scope, visitors, clientId, blocks);
  return true;
}
