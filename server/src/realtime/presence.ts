/** Who is online: an agent with a connection to a process that lives. */
import { limits } from "@parley/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Context } from "../context.ts";
import type { Database } from "../database/schema.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { rooms } from "./rooms.ts";

type Who = Pick<AgentActor, "companyId" | "id">;

/** A connection more. The first of an agent says so to the company. */
export function arrived(context: Context, { companyId, id }: Who): Promise<void> {
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const before = await isOnline(scope, id);
    await scope.db
      .insertInto("presence")
      .values({ company_id: companyId, agent_id: id, process_id: context.processId, connections: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "agent_id", "process_id"])
          .doUpdateSet({ connections: sql`presence.connections + 1` }),
      )
      .execute();
    if (!before) scope.publish("userLogin", { id }, [rooms.company(companyId)]);
  });
}

/** A connection less. Whoever is not back after five seconds is offline. */
export async function left(context: Context, who: Who): Promise<void> {
  await inCompany(context, { kind: "desk", companyId: who.companyId }, (scope) =>
    forget(scope, context.processId, who.id),
  );
  setTimeout(() => void sayIfOffline(context, who), limits.offlineAfter).unref();
}

async function forget(scope: Scope, processId: string, id: string): Promise<void> {
  const mine = { company_id: scope.companyId, agent_id: id, process_id: processId };
  const fewer = await scope.db
    .updateTable("presence")
    .set({ connections: sql`connections - 1` })
    .where((eb) => eb.and(mine))
    .where("connections", ">", 1)
    .executeTakeFirst();
  if (fewer.numUpdatedRows === 0n) {
    await scope.db
      .deleteFrom("presence")
      .where((eb) => eb.and(mine))
      .execute();
  }
}

export async function sayIfOffline(context: Context, { companyId, id }: Who): Promise<void> {
  try {
    await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      if (!(await isOnline(scope, id))) scope.publish("userLogout", { id }, [rooms.company(companyId)]);
    });
  } catch (error) {
    context.log.warn({ err: error }, "it could not be said that an agent went offline");
  }
}

async function isOnline(scope: Scope, id: string): Promise<boolean> {
  const row = await onlineRows(scope.db, scope.companyId, scope.now)
    .where("presence.agent_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function onlineRows(db: Kysely<Database>, companyId: string, now: Date) {
  return db
    .selectFrom("presence")
    .innerJoin("process", "process.id", "presence.process_id")
    .select("presence.agent_id")
    .where("presence.company_id", "=", companyId)
    .where("process.lease_until", ">", now);
}
