/** Keys are made, changed, rotated and ended: each under the company's lock, with a line in the audit log. */
import type { CreateKey, Key, MadeKey, UpdateKey } from "@parley/contract/keys";
import { programLimits } from "@parley/contract/program-limits";
import { reasonOf } from "@parley/contract/reasons";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, invalid, Refusal } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { type KeyRow, lockKey, mayChange, viewKey } from "./rows.ts";
import { hashOfToken, newKeyToken } from "./token.ts";

export async function createKey(
  scope: Scope<AgentActor>,
  { name, own, abilities, departmentids, networks, until }: CreateKey,
): Promise<MadeKey> {
  if (!own && !scope.actor.abilities.has("manageSettings")) throw forbidden();
  await lockCompany(scope);
  await checkRoom(scope, own);
  await checkDepartments(scope, departmentids);
  const agent = own ? scope.actor.id : null;
  const { id } = await scope.db
    .insertInto("api_key")
    .values({
      ...{ company_id: scope.companyId, agent_id: agent, name, networks },
      ...{ abilities: [...new Set(abilities)], departments: departmentids },
      ...{ created_by: scope.actor.id, created_on: scope.now, expires_on: endOf(scope, until) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const token = await addSecret(scope, id);
  await record(scope, { kind: "key_create", subject: scope.companyId, name, facts: { key: id, agent } });
  return { key: await viewKey(scope, id), token };
}

export async function updateKey(
  scope: Scope<AgentActor>,
  { keyid, name, abilities, departmentids, networks, until }: UpdateKey,
): Promise<Key> {
  await lockCompany(scope);
  const before = await accessOwn(scope, keyid);
  if (departmentids) await checkDepartments(scope, departmentids);
  const after = await scope.db
    .updateTable("api_key")
    .set({
      name: name ?? before.name,
      abilities: abilities ? [...new Set(abilities)] : before.abilities,
      departments: departmentids === undefined ? before.departments : departmentids,
      networks: networks ?? before.networks,
      expires_on: until ? endOf(scope, until) : before.expires_on,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", keyid)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changes = changesBetween(audited(before), audited(after));
  const facts = { key: keyid, fields: Object.keys(changes) };
  if (facts.fields.length > 0)
    await record(scope, { kind: "key_update", subject: scope.companyId, name: before.name, facts, changes });
  return viewKey(scope, keyid);
}

/** The secret before stays valid for a day; one from before that ends at once. */
export async function rotateKey(scope: Scope<AgentActor>, keyid: string): Promise<MadeKey> {
  await lockCompany(scope);
  const { name } = await accessOwn(scope, keyid);
  const secrets = scope.db.deleteFrom("api_key_secret").where("company_id", "=", scope.companyId);
  await secrets.where("key_id", "=", keyid).where("valid_until", "is not", null).execute();
  await scope.db
    .updateTable("api_key_secret")
    .set({ valid_until: new Date(scope.now.getTime() + programLimits.keySecretsOverlap) })
    .where("company_id", "=", scope.companyId)
    .where("key_id", "=", keyid)
    .execute();
  const token = await addSecret(scope, keyid);
  await record(scope, { kind: "key_rotate", subject: scope.companyId, name, facts: { key: keyid } });
  return { key: await viewKey(scope, keyid), token };
}

/** An administrator ends any key of the company, an agent their own. */
export async function endKey(scope: Scope<AgentActor>, keyid: string): Promise<Key> {
  await lockCompany(scope);
  const key = await lockKey(scope, keyid);
  if (!key.ended_on) await end(scope, key);
  return viewKey(scope, keyid);
}

/** A disabled agent's keys end for good: an account that is enabled again has none. */
export const endKeysOfDisabled = inTransaction(["agent_disable"], async (scope, { subject }) => {
  await lockCompany(scope);
  const keys = await scope.db
    .selectFrom("api_key")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", subject)
    .where("ended_on", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const key of keys) await end(scope, key);
});

async function end(scope: Scope, { id, name }: KeyRow): Promise<void> {
  await scope.db
    .updateTable("api_key")
    .set({ ended_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  const secrets = scope.db.deleteFrom("api_key_secret").where("company_id", "=", scope.companyId);
  await secrets.where("key_id", "=", id).execute();
  await record(scope, { kind: "key_end", subject: scope.companyId, name, facts: { key: id } });
}

async function accessOwn(scope: Scope<AgentActor>, keyid: string): Promise<KeyRow> {
  const key = await lockKey(scope, keyid);
  if (key.ended_on) throw conflict("conflict", "key_over");
  if (!mayChange(scope, key)) throw forbidden("key_of_another");
  return key;
}

async function addSecret(scope: Scope, keyId: string): Promise<string> {
  const token = newKeyToken(keyId);
  const hash = hashOfToken(token);
  if (!hash) throw new Error("A new key is not of its own form");
  await scope.db
    .insertInto("api_key_secret")
    .values({ company_id: scope.companyId, key_id: keyId, hash, created_on: scope.now })
    .execute();
  return token;
}

async function checkRoom(scope: Scope<AgentActor>, own: boolean): Promise<void> {
  const inForce = scope.db
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("ended_on", "is", null);
  const max = own ? programLimits.keysPerAgent : programLimits.keysPerCompany;
  const counted = own
    ? inForce.where("agent_id", "=", scope.actor.id)
    : inForce.where("agent_id", "is", null);
  const { count } = await counted.executeTakeFirstOrThrow();
  if (Number(count) >= max) throw conflict("conflict", reasonOf("keys_full", { max }));
}

async function checkDepartments(scope: Scope, ids: string[] | null): Promise<void> {
  if (!ids) return;
  const found = await scope.db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .where("deleted_on", "is", null)
    .execute();
  if (found.length < new Set(ids.map((id) => id.toLowerCase())).size)
    throw new Refusal(404, "not_found", "department_not_found");
}

/** The end of the last day, in UTC. */
function endOf({ now }: Scope, until: string | undefined): Date {
  if (!until) return new Date(now.getTime() + programLimits.keyLives);
  const ends = new Date(Date.parse(`${until}T00:00:00.000Z`) + 24 * 3_600_000);
  const most = now.getTime() + programLimits.keyLivesLongest;
  if (Number.isNaN(ends.getTime()) || ends <= now || ends.getTime() > most) throw invalid("key_end_wrong");
  return ends;
}

const audited = ({ name, abilities, departments, networks, expires_on }: KeyRow) => ({
  name,
  abilities: abilities.join(", "),
  departments: departments?.join(", ") ?? null,
  networks: networks.join(", ") || null,
  expires_on: expires_on.toISOString(),
});
