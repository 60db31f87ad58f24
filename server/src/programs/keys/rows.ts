import type { Key } from "@parley/contract/keys";
import { programLimits } from "@parley/contract/program-limits";
import { type Selectable, sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { ApiKeyTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";

export type KeyRow = Selectable<ApiKeyTable>;

/** Ended keys are listed for so long. */
const endedShown = 30 * 24 * 3_600_000;

const managesKeys = ({ actor }: Scope<AgentActor>) => actor.abilities.has("manageSettings");

/** The agent's own keys; for administrators all. Those in force come first. */
export async function listKeys(scope: Scope<AgentActor>): Promise<Key[]> {
  const rows = await selectKeys(scope)
    .where((eb) =>
      eb.or([
        eb("api_key.ended_on", "is", null),
        eb("api_key.ended_on", ">", new Date(scope.now.getTime() - endedShown)),
      ]),
    )
    .orderBy((eb) => eb("api_key.ended_on", "is not", null))
    .orderBy("api_key.created_on", "desc")
    .orderBy("api_key.id")
    .limit(programLimits.keysListed)
    .execute();
  return rows.map((row) => shape(scope, row));
}

export async function viewKey(scope: Scope<AgentActor>, id: string): Promise<Key> {
  const row = await selectKeys(scope).where("api_key.id", "=", id).executeTakeFirstOrThrow();
  return shape(scope, row);
}

function selectKeys(scope: Scope<AgentActor>) {
  const { db, companyId, actor, now } = scope;
  return db
    .selectFrom("api_key")
    .innerJoin("agent as maker", (join) =>
      join.onRef("maker.company_id", "=", "api_key.company_id").onRef("maker.id", "=", "api_key.created_by"),
    )
    .leftJoin("agent as owner", (join) =>
      join.onRef("owner.company_id", "=", "api_key.company_id").onRef("owner.id", "=", "api_key.agent_id"),
    )
    .selectAll("api_key")
    .select(sql<string | null>`api_key.last_used_on::text`.as("last_used_day"))
    .select(["maker.first_name as maker_first", "maker.last_name as maker_last"])
    .select(["owner.first_name as owner_first", "owner.last_name as owner_last"])
    .select((eb) =>
      eb
        .selectFrom("api_key_secret")
        .select(({ fn }) => fn.max("valid_until").as("until"))
        .whereRef("api_key_secret.company_id", "=", "api_key.company_id")
        .whereRef("api_key_secret.key_id", "=", "api_key.id")
        .where("valid_until", ">", now)
        .as("previous_until"),
    )
    .where("api_key.company_id", "=", companyId)
    .$if(!managesKeys(scope), (all) => all.where("api_key.agent_id", "=", actor.id));
}

type Listed = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

function shape(scope: Scope<AgentActor>, row: Listed): Key {
  const owner = { first_name: row.owner_first ?? "", last_name: row.owner_last ?? "" };
  return {
    keyid: row.id,
    name: row.name,
    agent: row.agent_id ? { userid: row.agent_id, name: agentName(owner) } : null,
    abilities: row.abilities as Key["abilities"],
    departmentids: row.departments,
    networks: row.networks,
    created_on: row.created_on.toISOString(),
    created_by_name: agentName({ first_name: row.maker_first, last_name: row.maker_last }),
    expires_on: row.expires_on.toISOString(),
    ended_on: row.ended_on?.toISOString() ?? null,
    previous_until: row.ended_on ? null : (row.previous_until?.toISOString() ?? null),
    last_used_on: row.last_used_day,
    last_used_from: row.last_used_from,
    may_change: mayChange(scope, row),
  };
}

/** An agent's key acts as the agent: nobody else gets its secret. */
export const mayChange = (
  scope: Scope<AgentActor>,
  { agent_id, ended_on }: Pick<KeyRow, "agent_id" | "ended_on">,
) => ended_on === null && (agent_id ? agent_id === scope.actor.id : managesKeys(scope));

export const unknownKeyId = () => new Refusal(404, "not_found", "key_unknown");

/** Locks the key. 404 for one that the agent does not have in the list. */
export async function lockKey(scope: Scope<AgentActor>, id: string): Promise<KeyRow> {
  const { db, companyId, actor } = scope;
  const row = await db
    .selectFrom("api_key")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .$if(!managesKeys(scope), (all) => all.where("agent_id", "=", actor.id))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw unknownKeyId();
  return row;
}
