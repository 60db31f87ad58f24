/** An authentication method that tests plug in: a program with a key, whose rights are in a table of the test. */
import { createHash, randomBytes } from "node:crypto";
import type { ApiKeyActor, SharedAbility } from "../../server/src/floor/actors/actor.ts";
import type { Authenticator, Identity } from "../../server/src/floor/actors/authenticator.ts";
import type { Caller } from "../../server/src/floor/actors/caller.ts";
import { acrossCompanies } from "../../server/src/floor/database/scope.ts";
import { signedOut } from "../../server/src/floor/errors/errors.ts";
import type { World } from "../world.ts";

type Row = {
  hash: string;
  company_id: string;
  id: string;
  abilities: SharedAbility[];
  departments: string[] | null;
};
type Rights = { companyId: string; abilities: string[]; departments?: string[] };

export type ApiKey = {
  /** The header with the key. */
  headers: { authorization: string };
  /** The caller in the form that a route's handler gets. */
  caller(needs: SharedAbility): Promise<Caller<ApiKeyActor>>;
  revoke(): Promise<unknown>;
};

export async function plugInApiKeys(world: World): Promise<(rights: Rights) => Promise<ApiKey>> {
  const { context } = world;
  await context.pool.query(`create table test_api_key (hash text primary key, company_id uuid, id uuid, abilities text[],
    departments uuid[]); grant select on test_api_key to parley_app, parley_system`);
  const keys = apiKeys(world);
  context.authenticators.push(keys);
  return async ({ companyId, abilities, departments = null }) => {
    const token = randomBytes(32).toString("base64url");
    const hash = hashOf(token);
    await context.pool.query(`insert into test_api_key values ($1, $2, gen_random_uuid(), $3, $4)`, [
      hash,
      companyId,
      abilities,
      departments,
    ]);
    return {
      headers: { authorization: `Bearer ${token}` },
      async caller(needs) {
        const [identity] = await keys.find([hash]);
        if (!identity) throw new Error("The key was not found");
        return keys.callerOf(identity, { needs, beforeTwoStep: false });
      },
      revoke: () => context.pool.query("delete from test_api_key where hash = $1", [hash]),
    };
  };
}

function apiKeys({ context }: World): Authenticator<Identity<ApiKeyActor>> {
  return {
    keyOf({ headers }) {
      const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? "")?.[1];
      return token ? hashOf(token) : null;
    },
    async find(keys) {
      const rows = await acrossCompanies(context, (db) =>
        db
          .selectFrom("test_api_key" as never)
          .selectAll()
          .where("hash" as never, "in", keys as never)
          .execute(),
      );
      return (rows as Row[]).map((row) => ({
        key: row.hash,
        actor: actorOf(row),
        expires: null,
        mustSetUpTwoStep: false,
      }));
    },
    use: async (identity) => identity,
    callerOf: ({ key, actor: { companyId, id } }, { needs }) => ({
      kind: "caller",
      companyId,
      id,
      needs,
      select: () => `select * from test_api_key where hash = '${key}'`,
      actorOf(row) {
        if (!row) throw signedOut();
        return actorOf(row as Row);
      },
    }),
  };
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const actorOf = (row: Row): ApiKeyActor => ({
  kind: "api_key",
  companyId: row.company_id,
  id: row.id,
  name: "Nightly report",
  abilities: new Set(row.abilities as never[]),
  departments: row.departments ?? "all",
});
