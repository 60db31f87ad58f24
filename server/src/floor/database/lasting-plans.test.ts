import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";

let world: World;
let client: pg.PoolClient;
beforeAll(async () => {
  world = await createWorld();
  client = await world.context.pool.connect();
});
afterAll(async () => {
  client.release();
  await world.close();
});

/** Counts rows that a statement reads from whole tables. */
async function readWhole(sql: string, parameters: unknown[]): Promise<number> {
  const read = async () => {
    const { rows } = await client.query(
      "select sum(seq_tup_read)::int as read from pg_stat_xact_user_tables",
    );
    return rows[0].read as number;
  };
  await client.query("begin");
  const before = await read();
  await client.query(sql, parameters);
  const after = await read();
  await client.query("commit");
  return after - before;
}

async function plantSessions(count: number): Promise<Buffer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32));
  const { companyId } = world.agents.ingrid.actor;
  await client.query(
    `with made as (
      insert into agent (company_id, department_id, username, first_name, last_name, email, password_hash)
        select $1, (select id from department where company_id = $1 limit 1), 'many' || n, 'Agent', n::text, 'many' || n || '@harbour.example', ''
        from generate_series(1, $2::int) n returning id
    ), numbered as (select id, row_number() over () as n from made)
    insert into session (token_hash, company_id, agent_id, created_on, last_used_on, expires_on)
      select ($3::bytea[])[n], $1, id, now(), now(), now() + interval '1 day' from numbered`,
    [companyId, count, tokens],
  );
  return tokens;
}

test("sessions are found by their keys, also by a connection that planned it while there were few", async () => {
  const find = "select * from find_open_sessions($1, now())";
  for (let call = 0; call < 10; call += 1) await client.query(find, [[randomBytes(32)]]);
  const tokens = (await plantSessions(500)).slice(0, 100);
  expect((await client.query(find, [tokens])).rows).toHaveLength(100);
  expect(await readWhole(find, [tokens])).toBe(0);
});

/** The roles that call each of the functions while agents and clients do what they do most. */
async function rolesOf(functions: string[]): Promise<Record<string, string[]>> {
  const roles: Record<string, Set<string>> = {};
  const roleOf = new WeakMap<pg.Client, string>();
  const send = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args as [string | { text: string }];
    for (const statement of (typeof first === "string" ? first : first.text).split("; ")) {
      const role = /^set local role (\w+)/.exec(statement)?.[1];
      if (role) roleOf.set(this, role);
      for (const name of functions)
        if (new RegExp(`\\b${name}\\(`).test(statement)) {
          roles[name] ??= new Set();
          roles[name].add(roleOf.get(this) ?? "the login's");
        }
      if (statement === "commit" || statement === "rollback") roleOf.delete(this);
    }
    return Reflect.apply(send, this, args);
  } as never);
  const ticket = await world.ticket({ handler: "mira", messages: ["Where is my parcel?"] });
  for (const path of ["/tickets?limit=60", `/${ticket.id}/1/chat`])
    expect((await world.as("mira").get(path)).statusCode).toBe(200);
  const reply = { ticketid: ticket.id, content: "On its way", messageid: randomUUID() };
  expect((await world.as("mira").post("/send-message", reply)).statusCode).toBe(200);
  const { id, companyId, externalId, token } = world.channels.harbour;
  const channel = {
    id,
    companyId,
    externalId,
    platform: "telegram" as const,
    name: "Harbour Travel",
    credentials: token,
  };
  for (const content of ["Hello", "Thank you"])
    await receive(world.context, channel, [
      {
        ...{ kind: "message", type: "text", externalId: content, content, sentOn: world.clock.now() },
        from: { externalId: "55", name: "Rosa", username: null, lang: "en" },
        ...{ caption: null, media: null, album: null, replyToExternalId: null },
      },
    ]);
  spy.mockRestore();
  return Object.fromEntries(Object.entries(roles).map(([name, of]) => [name, [...of]]));
}

test("such a function is called by one role, for another one's call would have it planned anew", async () => {
  const { rows } = await client.query(
    "select proname from pg_proc where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'plpgsql')",
  );
  const roles = await rolesOf(rows.map(({ proname }) => proname));
  expect(Object.keys(roles)).toEqual(expect.arrayContaining(["find_signed_in", "shown_tickets"]));
  expect(Object.entries(roles).filter(([, of]) => of.length > 1)).toEqual([]);
});

test("each function that looks rows up by keys has such a plan", async () => {
  const { rows } = await client.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and proconfig @> array['enable_seqscan=off'] order by 1`,
  );
  expect(rows.map(({ proname }) => proname)).toEqual([
    "append_messages",
    "departments_of",
    "figure_facts",
    "find_callers",
    "find_keys",
    "find_open_sessions",
    "find_sessions",
    "find_signed_in",
    "hidden_tickets",
    "lock_for_reply",
    "lock_to_reply",
    "merged_numbers",
    "merged_on_thread",
    "merged_target",
    "message_places",
    "receive_messages",
    "receive_visitor_message",
    "shown_pins",
    "shown_private_chats",
    "shown_tickets",
    "shows_ticket",
    "visitor_conversations",
  ]);
});
