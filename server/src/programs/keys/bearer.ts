/** The key in `Authorization: Bearer`, and how it authenticates a program, or the agent whose key it is. */
import type { Role } from "@parley/contract/abilities";
import { type KeyAbility, keyAbilities } from "@parley/contract/key-abilities";
import type { Departments } from "@parley/contract/permissions";
import { sql } from "kysely";
import { type AgentActor, agentActor, type ProgramActor } from "../../floor/actors/actor.ts";
import type { KeyAuthenticator, KeyIdentity } from "../../floor/actors/authenticator.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { twoStepRequired, unknownKey } from "../../floor/errors/errors.ts";
import { hashOfToken } from "./token.ts";

/** The row that `find_keys` returns. */
type KeyRow = {
  hash: Buffer;
  company_id: string;
  key_id: string;
  name: string;
  abilities: KeyAbility[];
  departments: string[] | null;
  networks: string[];
  agent_id: string | null;
  role: Role;
  department_id: string;
  first_name: string;
  last_name: string;
  agent_departments: string[];
  lacks_two_step: boolean;
};

type Used = { day: string; network: string; at: number };
/** Milliseconds between two writes of the network of a key that calls from several on one day. */
const noteAgainAfter = 60_000;
const mostRemembered = 10_000;

export function bearerKeys(
  context: Pick<Context, "database" | "clock" | "shares" | "timeLimits" | "diskRoom">,
): KeyAuthenticator {
  const used = new Map<string, Used>();
  return {
    keyOf({ headers }) {
      const token = /^Bearer +(\S{1,200})$/i.exec(headers.authorization ?? "")?.[1];
      return (token && hashOfToken(token)?.toString("hex")) || null;
    },
    async find(keys) {
      const hashes = keys.map((key) => Buffer.from(key, "hex"));
      // Every call runs this, so it is a single statement with no transaction around it.
      const found = sql<KeyRow>`(select * from find_keys(${hashes}, ${context.clock()}))`;
      const rows = await context.database.selectFrom(found.as("found")).selectAll().execute();
      return rows.map((row) => ({
        key: row.hash.toString("hex"),
        keyId: row.key_id,
        networks: row.networks,
        actor: actorOf(row),
        expires: null,
        mustSetUpTwoStep: row.lacks_two_step,
      }));
    },
    use: async (identity) => identity,
    async noteUse({ keyId, actor: { companyId } }, network) {
      const now = context.clock();
      const [day, last] = [now.toISOString().slice(0, 10), used.get(keyId)];
      const known =
        last?.day === day && (last.network === network || now.getTime() - last.at < noteAgainAfter);
      if (known) return;
      if (used.size >= mostRemembered) used.clear();
      used.set(keyId, { day, network, at: now.getTime() });
      await acrossCompanies(context, (db) =>
        db
          .updateTable("api_key")
          .set({ last_used_on: sql`${day}::date`, last_used_from: network })
          .where("company_id", "=", companyId)
          .where("id", "=", keyId)
          .execute(),
      );
    },
    callerOf: ({ actor: { companyId, id }, key }: KeyIdentity, { needs }) => ({
      kind: "caller",
      companyId,
      id,
      needs,
      programs: true,
      select: (now, hold) =>
        `select * from find_keys(array['\\x${key}'::bytea], '${now.toISOString()}', ${hold})`,
      actorOf(row) {
        const found = row as KeyRow | undefined;
        if (!found) throw unknownKey();
        if (found.lacks_two_step) throw twoStepRequired();
        return actorOf(found);
      },
    }),
  };
}

function actorOf(row: KeyRow): ProgramActor {
  const { company_id: companyId, departments } = row;
  const given = keyAbilities.filter((ability) => row.abilities.includes(ability));
  if (row.agent_id === null) {
    const abilities = new Set(given);
    return {
      kind: "api_key",
      companyId,
      id: row.key_id,
      name: row.name,
      abilities,
      departments: departments ?? "all",
    };
  }
  return limited(
    agentActor({
      companyId,
      id: row.agent_id,
      role: row.role,
      departmentid: row.department_id,
      departmentids: row.agent_departments,
      name: agentName(row),
    }),
    new Set<string>(given),
    departments,
  );
}

/** An agent's key never gives more than the agent has at that moment. */
function limited(agent: AgentActor, given: ReadonlySet<string>, departments: string[] | null): AgentActor {
  return {
    ...agent,
    abilities: new Set([...agent.abilities].filter((ability) => given.has(ability))),
    departments: both(agent.departments, departments ?? "all"),
  };
}

function both(one: Departments, other: Departments): Departments {
  if (one === "all") return other;
  if (other === "all") return one;
  const common = one.filter((id) => other.includes(id));
  return common.length > 0 ? common : nowhere;
}

/** A department that no company has: SQL has no list without an item. */
const nowhere = ["00000000-0000-0000-0000-000000000000"];
