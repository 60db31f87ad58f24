/** The only access from an agent to a client. */
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Actor } from "../../floor/actors/actor.ts";
import type { ClientTable, Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";

export type ClientRecord = Selectable<ClientTable>;

const fullId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shortId = /^[0-9a-z]{1,12}$/i;

/** An agent who sees one department sees the clients with a ticket in it. */
export function clientsVisibleTo({ departments }: Pick<Actor, "departments">) {
  return (eb: ExpressionBuilder<Database, "client">) =>
    departments === "all"
      ? eb.lit(true)
      : eb.exists(
          eb
            .selectFrom("ticket")
            .select("ticket.id")
            .whereRef("ticket.company_id", "=", "client.company_id")
            .whereRef("ticket.client_id", "=", "client.id")
            .where("ticket.department_id", "in", departments),
        );
}

/** The address of a merged client leads to the client who was kept. */
export async function accessClientOrKept(scope: Scope, id: string): Promise<ClientRecord> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, merged_into from client
      where company_id = ${scope.companyId} and ${fullId.test(id) ? sql.ref("id") : sql.ref("short_id")} = ${normalized(id)}
      union
      select c.id, c.merged_into from client c join chain on c.id = chain.merged_into
      where c.company_id = ${scope.companyId})
    select id from chain where merged_into is null`.execute(scope.db);
  return accessClient(scope, rows[0]?.id ?? id);
}

/** Full ids are stored in lower case, short ones in capitals. */
function normalized(id: string): string {
  if (fullId.test(id)) return id.toLowerCase();
  if (shortId.test(id)) return id.toUpperCase();
  throw notFound();
}

/** A client the agent may see, by full or short id. 404 for one unknown, not visible, or merged into another. */
export async function accessClient(
  scope: Scope,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ClientRecord> {
  let query = scope.db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("merged_into", "is", null)
    .where(clientsVisibleTo(scope.actor));
  query = query.where(fullId.test(id) ? "id" : "short_id", "=", normalized(id));
  const client = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!client) throw notFound();
  return client;
}
