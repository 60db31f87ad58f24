/** Actions and audit entries of the version before the ledger are carried into it, and read as before. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventKind } from "@parley/contract/ledger";
import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";
import { openBrowser } from "../../../../test/world/browser.ts";
import { faultsOf } from "../../../../test/world/facts.ts";
import { appSecret } from "../../../../test/world/people.ts";
import { buildApp } from "../../app/app.ts";
import { loadConfig } from "../../app/config.ts";
import { createContext } from "../../app/context.ts";
import { createLog } from "../../app/log.ts";
import type { App } from "../../http/app.ts";
import { openTicket } from "../../support/tickets/open.ts";
import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import { relayEvents } from "./relay.ts";

const migration = "012_ledger.sql";
const ids = {
  company: "00000000-0000-4000-8000-000000000001",
  department: "00000000-0000-4000-8000-00000000000d",
  channel: "00000000-0000-4000-8000-00000000000c",
  admin: "00000000-0000-4000-8000-0000000000a1",
  agent: "00000000-0000-4000-8000-0000000000a2",
  client: "00000000-0000-4000-8000-0000000000c1",
  merged: "00000000-0000-4000-8000-0000000000c2",
  invitation: "00000000-0000-4000-8000-0000000000e1",
  other: "00000000-0000-4000-8000-000000000002",
};
const ticket = (number: number) => `00000000-0000-4000-8000-000000001${String(number).padStart(3, "0")}`;

let old: OldDatabase;
let context: Context;
let app: App;
let dataDir: string;
let before: Awaited<ReturnType<typeof readOld>>;
let get: (path: string) => Promise<unknown>;
beforeAll(async () => {
  old = await createDatabaseBefore(migration);
  for (const statement of planting) await old.query(statement);
  before = await readOld();
  dataDir = mkdtempSync(join(tmpdir(), "parley-ledger-"));
  const env = { NODE_ENV: "test", DATABASE_URL: old.url, DATA_DIR: dataDir, APP_SECRET: appSecret };
  const config = loadConfig(env);
  context = await createContext(config, { log: createLog(config, { write: () => undefined }) });
  app = await buildApp(context);
  const actor = { kind: "agent", companyId: ids.company, id: ids.admin, role: "admin" } as const;
  const admin = { actor: { ...actor, departmentid: ids.department, name: "Ada Admin" } };
  const browser = openBrowser(context, app, admin as Parameters<typeof openBrowser>[2]);
  get = async (path) => {
    const answer = await browser.get(path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
});
afterAll(async () => {
  await app.close();
  await context.close();
  await old.drop();
  rmSync(dataDir, { recursive: true });
});

/** The calls' answers before, read from the tables of that version. */
async function readOld() {
  const action = `select id::int as id, type as action_type, time as action_time, ticket_id as ticketid, rating from action
    where company_id = '${ids.company}'`;
  const figures = `select sum(tickets)::int as tickets, sum(closed)::int as closed, sum(pending)::int as pending from (
    select tickets, closed, pending from ticket_total where company_id = '${ids.company}' union all
    select tickets, closed, pending from ticket_total_change where company_id = '${ids.company}') counted`;
  return {
    ofAgent: await old.query(`${action} and agent_id = '${ids.agent}' order by id desc limit 50`),
    ofClient: await old.query(`${action} and client_id = '${ids.client}' order by id desc limit 50`),
    audit:
      await old.query(`select id::int as id, time, actor_name, verb, subject_type, subject_id, subject_name, changes
      from audit_entry where company_id = '${ids.company}' order by id desc`),
    figures: await old.query(figures),
    counts: await old.query<{ rows: number }>(
      "select (select count(*) from action)::int + (select count(*) from audit_entry)::int as rows",
    ),
  };
}
const onTheWire = (rows: unknown) => JSON.parse(JSON.stringify(rows));

describe("after the migration", () => {
  test("the old version had rows to carry over", () => {
    expect(before.ofAgent.length).toBeGreaterThan(10);
    expect(before.ofClient.length).toBeGreaterThan(10);
    expect(before.audit.length).toBeGreaterThan(10);
  });

  test("actions, audit log and figures answer after the migration as before", async () => {
    expect(await get(`/admin/${ids.agent}/user-actions`)).toEqual(
      onTheWire(before.ofAgent).slice(0, limits.actionsPage),
    );
    expect(await get(`/admin/${ids.client}/client-actions`)).toEqual(
      onTheWire(before.ofClient).slice(0, limits.actionsPage),
    );
    expect(await get("/admin/audit-log")).toEqual(onTheWire(before.audit));
    const [figures] = before.figures as { tickets: number; closed: number; pending: number }[];
    expect(await get("/get-tickets")).toMatchObject({
      widgetData: {
        totalTickets: figures?.tickets,
        closedTickets: figures?.closed,
        pendingTickets: figures?.pending,
      },
    });
  });

  test("the migrated ledger has each row once, in order of time, with a number in its subject and a position", async () => {
    const events = await old.query<Event>("select * from event order by place");
    expect(events).toHaveLength(before.counts[0]?.rows ?? -1);
    expect(events.map(({ place }) => Number(place))).toEqual(events.map((_, index) => index + 1));
    const times = events.map(({ time }) => time.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const own of Map.groupBy(events, (event) => `${event.subject_type} ${event.subject_id}`).values())
      expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
    expect(events.filter(({ kind }) => kind === "ticket_message")).toEqual([]);
  });

  test("each migrated event has the facts of its kind, and no text", async () => {
    const events = await old.query<Event>("select * from event");
    expect(events.flatMap(faultsOf)).toEqual([]);
    expect(JSON.stringify(events)).not.toMatch(/Ada|Bea|Ana|Harbour/);
    const merge = events.find(({ kind }) => kind === "client_merge");
    expect(merge).toMatchObject({ facts: { merged: ids.merged }, actor_kind: "agent", actor_id: ids.admin });
    const rated = events.find(({ kind }) => kind === "ticket_rating");
    expect(rated).toMatchObject({ actor_kind: "client", actor_id: ids.client, facts: { agent: ids.agent } });
  });

  test("new events come after the migrated ones, and nothing old is pushed", async () => {
    await relayEvents(context);
    const [{ last } = { last: 0 }] = await old.query<{ last: number }>(
      "select max(place)::int as last from event",
    );
    expect(await old.query("select distinct place::int as place from event_cursor")).toEqual([
      { place: last },
    ]);
    const channel = { id: ids.channel, platform: "telegram" } as const;
    const opened = await inCompany(context, { kind: "desk", companyId: ids.company }, (scope) =>
      openTicket(scope, {
        channel,
        departmentId: ids.department,
        client: { id: ids.client },
        externalId: "1",
        thread: "1",
      }),
    );
    await relayEvents(context);
    expect(
      await old.query("select subject_id, number, place::int as place from event where place > $1", [last]),
    ).toEqual([{ subject_id: opened.id, number: 1, place: last + 1 }]);
  });
});

type Event = {
  subject_type: string;
  subject_id: string;
  number: number;
  kind: EventKind;
  actor_kind: string;
  actor_id: string | null;
  time: Date;
  facts: Record<string, unknown>;
  place: string;
};

const inCompany1 = `'${ids.company}'`;
const audits: [verb: string, type: string, subject: string | null, changes: object][] = [
  ["department_create", "department", ids.department, {}],
  ["department_rename", "department", ids.department, { name: { from: "Harbor", to: "Harbour" } }],
  ["channel_connect", "channel", ids.channel, {}],
  ["agent_register", "agent", ids.agent, { role: { from: null, to: "moderator" } }],
  [
    "agent_update",
    "agent",
    ids.agent,
    { first_name: { from: "Bee", to: "Bea" }, email: { from: "a", to: "b" } },
  ],
  ["agent_disable", "agent", ids.agent, {}],
  ["agent_enable", "agent", ids.agent, {}],
  ["agent_invite", "agent", ids.invitation, { email: { from: null, to: "ana@harbour.example" } }],
  ["agent_accept_invitation", "agent", ids.agent, {}],
  ["client_block", "client", ids.client, {}],
  [
    "client_update",
    "client",
    ids.client,
    { name: { from: "An", to: "Ana" }, note: { from: null, to: "Ana" } },
  ],
  ["client_merge", "client", ids.client, { merged: { from: "Ana B", to: "Ana" } }],
  ["client_unmerge", "client", ids.client, { merged: { from: "Ana", to: "Ana B" } }],
  ["company_update", "company", ids.company, { time_zone: { from: "UTC", to: "Europe/Sofia" } }],
];
const minute = (number: number) => `timestamptz '2026-05-01 10:00Z' + interval '${number} minutes'`;

const planting = [
  "set role parley_system",
  `insert into company (company_id, name) values (${inCompany1}, 'Harbour'), ('${ids.other}', 'Empty')`,
  `insert into department (company_id, id, name) values (${inCompany1}, '${ids.department}', 'Harbour')`,
  `insert into agent (company_id, id, department_id, username, first_name, last_name, email, password_hash, role,
      email_confirmed_on) values
    (${inCompany1}, '${ids.admin}', '${ids.department}', 'ada', 'Ada', 'Admin', 'ada@harbour.example', '', 'admin', now()),
    (${inCompany1}, '${ids.agent}', '${ids.department}', 'bea', 'Bea', 'Agent', 'bea@harbour.example', '', null, now())`,
  `insert into channel (company_id, id, platform, external_id, name, credentials)
    values (${inCompany1}, '${ids.channel}', 'telegram', '1', 'Harbour', '\\x00')`,
  `insert into client (company_id, id, name) values
    (${inCompany1}, '${ids.client}', 'Ana'), (${inCompany1}, '${ids.merged}', 'Ana B')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id)
    select ${inCompany1}, '${ids.channel}', n::text, '${ids.client}' from generate_series(1, 40) n`,
  ...Array.from({ length: 40 }, (_, index) => plantTicket(index + 1)).flat(),
  `insert into action (company_id, type, time, agent_id) values
    (${inCompany1}, 'user_login', ${minute(0)}, '${ids.agent}'),
    (${inCompany1}, 'user_logout', ${minute(900)}, '${ids.agent}')`,
  `insert into client_merge (company_id, kept_id, merged_id, identities, merged_on, merged_by, undone_on)
    values (${inCompany1}, '${ids.client}', '${ids.merged}', '[]', ${minute(11)}, '${ids.admin}', ${minute(12)})`,
  `insert into invitation (company_id, id, email, first_name, last_name, department_id, token_hash, invited_by, sent_on,
      expires_on, created_on, accepted_on, agent_id)
    values (${inCompany1}, '${ids.invitation}', 'bea@harbour.example', 'Bea', 'Agent', '${ids.department}', '\\x00',
      '${ids.admin}', ${minute(7)}, ${minute(9000)}, ${minute(7)}, ${minute(8)}, '${ids.agent}')`,
  ...audits.map(
    (
      [verb, type, subject, changes],
      index,
    ) => `insert into audit_entry (company_id, time, actor_id, actor_name, verb,
      subject_type, subject_id, subject_name, changes) values (${inCompany1}, ${minute(index)}, '${ids.admin}', 'Ada Admin',
      '${verb}', '${type}', ${subject ? `'${subject}'` : "null"}, 'Ana', '${JSON.stringify(changes)}')`,
  ),
  "reset role",
];

/**
 * Plants a ticket that is opened, accepted, closed and rated; every third is reopened by the client, every fifth still
 * open.
 */
function plantTicket(number: number): string[] {
  const open = number % 5 === 0;
  const reopened = number % 3 === 0;
  const about = (type: string, at: number, agent: string | null, rating: number | null = null) =>
    `insert into action (company_id, type, time, client_id, ticket_id, agent_id, rating) values (${inCompany1}, '${type}',
      ${minute(number * 20 + at)}, '${ids.client}', '${ticket(number)}', ${agent ? `'${agent}'` : "null"}, ${rating})`;
  return [
    `insert into ticket (company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on,
        accepted_on, accepted_by, closed_on, handler_id, rating, updated_on, last_seq)
      values (${inCompany1}, '${ticket(number)}', '${ids.client}', '${ids.channel}', '${number}', '${number}', 'telegram',
        '${ids.department}', ${minute(number * 20)}, ${minute(number * 20 + 1)}, '${ids.agent}',
        ${open ? "null" : minute(number * 20 + 5)}, '${ids.agent}', ${open ? "null" : "3"}, ${minute(number * 20 + 5)}, 1)`,
    `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
      values (${inCompany1}, '${ticket(number)}', 1, '${ids.channel}', ${minute(number * 20)}, 'text', 'Ana writes', false,
        '${ids.client}', 1)`,
    about("ticket_create", 0, null),
    about("ticket_accept", 1, ids.agent),
    ...(open ? [] : [about("ticket_close", 5, ids.agent), about("ticket_rating", 6, ids.agent, 3)]),
    ...(reopened ? [about("ticket_reopen", 8, null)] : []),
  ];
}
