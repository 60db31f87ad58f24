import { gunzipSync } from "node:zlib";
import type { Field } from "@parley/contract/fields";
import type { Tag } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { findOpenTickets, shownTickets, theseIds } from "./queries.ts";
import { markSeen } from "./seen.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const list = async (agent: AgentName, path: string): Promise<Ticket[] | string> =>
  (await world.as(agent).get(path)).json();
const ids = async (agent: AgentName, path: string) => {
  const tickets = await list(agent, path);
  return typeof tickets === "string" ? [] : tickets.map((ticket) => ticket.ticketid);
};

test.each(["/tickets", "/0/closed-tickets", `/tickets/${crypto.randomUUID()}`])(
  "a caller who is signed out gets 401 for %s",
  async (path) => {
    expect((await world.stranger.get(path)).statusCode).toBe(401);
  },
);

test("the list's answer is a text when no ticket is open", async () => {
  expect((await world.as("freya").get("/tickets")).body).toBe('"no tickets"');
  expect((await world.as("freya").get("/tickets")).headers["content-type"]).toContain("application/json");
});

test("an offset that is no number is refused", async () => {
  for (const offset of ["-1", "x", "1.5"]) {
    expect((await world.as("mira").get(`/${offset}/closed-tickets`)).statusCode, offset).toBe(400);
  }
});

test("open tickets come by newest activity, and only those of the agent's department", async () => {
  const first = await world.ticket();
  world.clock.advance(1000);
  const second = await world.ticket();
  const refunds = await world.ticket({ department: "refunds" });
  const closed = await world.ticket({ closed: true });
  const theirs = await world.ticket({ department: "general" });
  world.clock.advance(1000);
  await world.message(first);
  expect(await ids("mira", "/tickets")).toEqual([first.id, second.id]);
  expect(await ids("naledi", "/tickets")).toEqual([refunds.id]);
  for (const agent of ["tomas", "ingrid"] as const) {
    const seen = await ids(agent, "/tickets");
    expect(seen).toEqual(expect.arrayContaining([first.id, second.id, refunds.id]));
    expect(seen).not.toContain(closed.id);
    expect(seen).not.toContain(theirs.id);
  }
  expect(await ids("omar", "/tickets")).toEqual([theirs.id]);
});

test("a ticket of the list has everything its card shows", async () => {
  const ticket = await world.ticket({
    department: "groups",
    client: "Olena Koval",
    messages: ["Hello", "Are you there?"],
  });
  const tickets = (await list("ingrid", "/tickets")) as Ticket[];
  expect(tickets.find(({ ticketid }) => ticketid === ticket.id)).toMatchObject({
    stage: "pending",
    platform: "telegram",
    client_name: "Olena Koval",
    short_id: expect.stringMatching(/^[0-9A-F]{8}$/),
    department_name: "Groups",
    userid: null,
    user_name: null,
    accepted: false,
    isagent: false,
    last_seq: 2,
    client_messages: 2,
    unread: 2,
    last_message: { type: "text", content: "Are you there?", isagent: false },
    can: { accept: true, reply: false, close: true, reassign: true, spam: true, delete: true },
  });
});

test("one ticket is answered by its whole id or its first eight characters, in the list's form", async () => {
  const { id } = await world.ticket({ department: "groups" });
  await world.work("ingrid", (scope) => markSeen(scope, id, 1));
  const tickets = (await list("ingrid", "/tickets")) as Ticket[];
  const listed = tickets.find(({ ticketid }) => ticketid === id);
  for (const path of [`/tickets/${id}`, `/tickets/${id.slice(0, 8)}`]) {
    expect((await world.as("ingrid").get(path)).json()).toEqual(listed);
    expect((await world.as("mira").get(path)).statusCode).toBe(404);
  }
});

test("the handler's id is a text or null, whatever readable time is given", async () => {
  const mine = await world.ticket({ handler: "mira" });
  const pending = await world.ticket();
  const handler = (id: string, time: string | number) => world.as("mira").get(`/${id}/${time}/ticketHandler`);
  expect((await handler(mine.id, mine.created_on.getTime())).json()).toBe(world.agents.mira.id);
  expect((await handler(pending.id, mine.created_on.toISOString())).body).toBe("null");
  expect((await handler(pending.id, "yesterday")).statusCode).toBe(400);
  const refunds = await world.ticket({ department: "refunds", handler: "naledi" });
  expect((await handler(refunds.id, 0)).statusCode).toBe(404);
});

test("closed tickets come ten by ten, newest first, to the end; by offset or after the last one", async () => {
  const closed: string[] = [];
  for (let count = 0; count < 23; count++) {
    // Some tickets are of the same millisecond.
    if (count % 4) world.clock.advance(10);
    closed.unshift((await world.ticket({ department: "refunds", closed: true, messages: [] })).id);
  }
  const byOffset = [0, 10, 20, 30].map((offset) => ids("naledi", `/${offset}/closed-tickets`));
  const pages = await Promise.all(byOffset);
  expect(pages.map((page) => page.length)).toEqual([10, 10, 3, 0]);
  expect(new Set(pages.flat())).toEqual(new Set(closed));
  const times = ((await list("naledi", "/0/closed-tickets")) as Ticket[]).map(
    ({ closed_on }) => closed_on ?? "",
  );
  expect(times).toEqual(times.toSorted().toReversed());
  for (const [page, next] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const) {
    expect(await ids("naledi", `/0/closed-tickets?before=${pages[page]?.at(-1)}`)).toEqual(pages[next]);
  }
  expect(await ids("mira", "/0/closed-tickets")).not.toContain(closed[0]);
});

test("an invisible ticket is no position to continue from", async () => {
  const theirs = await world.ticket({ department: "general", closed: true });
  const refunds = await world.ticket({ department: "refunds", closed: true });
  for (const before of [theirs.id, refunds.id, crypto.randomUUID()]) {
    expect((await world.as("mira").get(`/0/closed-tickets?before=${before}`)).statusCode).toBe(404);
  }
});

test("a list is the same number of statements, however long it is", async () => {
  const count = async (path: string) =>
    (await countStatements(world, () => world.as("ingrid").get(path))).statements.length;
  const paths = ["/tickets", "/0/closed-tickets", "/search-ticket/there/open"];
  const before = await inTurn(paths, count);
  for (let index = 0; index < 12; index++) {
    await world.ticket({ handler: "mira" });
    await world.ticket({ closed: true, handler: "jonas" });
  }
  expect(await inTurn(paths, count)).toEqual(before);
});

async function inTurn<Item, Answer>(items: Item[], ask: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}

describe("open tickets in pages", () => {
  const planted: string[] = [];
  beforeAll(async () => {
    for (let count = 0; count < 5; count++) {
      world.clock.advance(1000);
      planted.unshift((await world.ticket({ department: "general" })).id);
    }
    // Two tickets are of the same moment.
    planted.unshift(...[(await world.ticket({ department: "general" })).id, planted.shift() ?? ""].sort());
  });
  const page = async (query: string) => ids("omar", `/tickets?${query}`);

  test("open tickets come in pages: the first, those after one, and past the last none", async () => {
    const all = await ids("omar", "/tickets");
    expect(all.slice(0, planted.length)).toEqual(planted);
    expect(await page("limit=2")).toEqual(all.slice(0, 2));
    expect(await page(`limit=3&after=${all[0]}`)).toEqual(all.slice(1, 4));
    expect(await page(`after=${all[0]}`)).toEqual(all.slice(1));
    expect(await page(`after=${all.at(-1)}`)).toEqual([]);
    expect((await world.as("omar").get(`/tickets?after=${all.at(-1)}`)).json()).toEqual([]);
  });

  test("a page needs no statement for each ticket, and no more than the whole list", async () => {
    const count = async (path: string) =>
      (await countStatements(world, () => world.as("omar").get(path))).statements.length;
    expect(await count("/tickets?limit=2")).toBe(await count("/tickets"));
    expect(await count("/tickets?limit=5")).toBe(await count("/tickets"));
  });

  test("a limit out of bounds, or a ticket that the agent does not see, is refused", async () => {
    const theirs = await world.ticket({ department: "bookings" });
    for (const query of ["limit=0", "limit=1001", "limit=x", "after=x"])
      expect((await world.as("omar").get(`/tickets?${query}`)).statusCode, query).toBe(400);
    expect((await world.as("omar").get(`/tickets?after=${theirs.id}`)).statusCode).toBe(404);
  });
});

type Beside = { client_id: string; channel_id: string; department_id: string };

async function plantTickets({ db, companyId }: Scope, beside: Beside, count: number): Promise<void> {
  await sql`with known as (insert into client_identity (company_id, channel_id, external_id, client_id)
      select ${companyId}::uuid, ${beside.channel_id}::uuid, 'page ' || gen_random_uuid(), ${beside.client_id}::uuid
      from generate_series(1, ${count}::integer) returning *)
    insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on)
    select company_id, client_id, channel_id, external_id, external_id, 'telegram', ${beside.department_id}, now(), now()
    from known`.execute(db);
}

test("a page reads each of its tickets once, whatever PostgreSQL estimates for a new company", async () => {
  const { client_id, channel_id, department_id } = await world.ticket({ department: "groups" });
  const most = 30;
  const looks = await world.desk("harbour", async (scope) => {
    // The rows are not analysed, so statistics do not know them.
    await plantTickets(scope, { client_id, channel_id, department_id }, 200);
    const count = sql<{ read: number }>`select coalesce(sum(seq_scan + idx_scan), 0)::integer as read
      from pg_stat_xact_user_tables where relname = 'ticket'`;
    const read = async () => (await count.execute(scope.db)).rows[0]?.read ?? 0;
    const before = await read();
    const actor = { ...scope.actor, departments: [department_id] };
    expect(await findOpenTickets({ ...scope, actor }, { limit: most })).toHaveLength(most);
    return (await read()) - before;
  });
  expect(looks).toBeLessThanOrEqual(most + 1);
});

test("agents who ask at one moment each get the tickets they see, with their own unread counts", async () => {
  const ticket = await world.ticket({ department: "bookings", handler: "mira", messages: ["one", "two"] });
  const refund = await world.ticket({ department: "refunds", messages: ["three"] });
  await world.work("jonas", (scope) => markSeen(scope, ticket.id, 1));
  const agents: AgentName[] = ["mira", "jonas", "naledi", "ingrid", "freya"];
  const { statements, answer } = await countStatements(world, () =>
    Promise.all(agents.map((agent) => list(agent, "/tickets"))),
  );
  const seen = answer.map((tickets) =>
    (typeof tickets === "string" ? [] : tickets)
      .filter(({ ticketid }) => [ticket.id, refund.id].includes(ticketid))
      .map(({ ticketid, unread, can }) => ({
        is: ticketid === ticket.id ? "ticket" : "refund",
        unread,
        reply: can.reply,
      })),
  );
  expect(seen).toEqual([
    [{ is: "ticket", unread: 2, reply: true }],
    [{ is: "ticket", unread: 1, reply: false }],
    [{ is: "refund", unread: 1, reply: false }],
    expect.arrayContaining([
      { is: "ticket", unread: 2, reply: false },
      { is: "refund", unread: 1, reply: false },
    ]),
    [],
  ]);
  expect(statements.filter((one) => one.startsWith("begin")).length).toBeLessThan(agents.length);
});

test("compressed lists that are asked for at one moment hold the tickets of their reader's departments alone", async () => {
  for (const department of ["bookings", "refunds"] as const) {
    const ticket = await world.ticket({ department });
    await world.desk("harbour", (scope) => plantTickets(scope, ticket, 60));
  }
  const agents = ["mira", "naledi", "jonas", "ingrid", "mira", "naledi"] as const;
  const answers = await Promise.all(
    agents.map((agent) => world.as(agent).get("/tickets", { headers: { "accept-encoding": "gzip" } })),
  );
  const { bookings, refunds } = world.departments;
  const visible = { mira: [bookings.id], jonas: [bookings.id], naledi: [refunds.id], ingrid: null };
  for (const [at, agent] of agents.entries()) {
    expect([agent, answers[at]?.headers["content-encoding"]]).toEqual([agent, "gzip"]);
    const shown = JSON.parse(String(gunzipSync(answers[at]?.rawPayload ?? ""))) as Ticket[];
    const seen = visible[agent];
    const expected = await world.desk("harbour", ({ db, companyId }) =>
      db
        .selectFrom("ticket")
        .select("id")
        .where("company_id", "=", companyId)
        .where("closed_on", "is", null)
        .$if(seen !== null, (open) => open.where("department_id", "in", seen ?? []))
        .execute(),
    );
    expect(shown.map(({ ticketid }) => ticketid).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  }
});

test("each ticket of a page shows its own tags and values, and those of its own client", async () => {
  const post = async <Answer>(path: string, body: object) =>
    (await world.as("ingrid").post(path, body)).json<Answer>();
  const field = async (owner: "ticket" | "client") =>
    (await post<Field>("/admin/create-field", { owner, name: `Of a ${owner}`, type: "text" })).fieldid;
  const [ofTicket, ofClient] = [await field("ticket"), await field("client")];
  const expected = new Map<string, Partial<Ticket>>();
  for (const value of ["one", "other"]) {
    const { id: ticketid, client_id: clientid } = await world.ticket({ department: "refunds" });
    const { tagid } = await post<Tag>("/create-tag", { name: `Tag of ${value}` });
    const { tagid: clientTag } = await post<Tag>("/create-tag", { name: `Tag of ${value}'s client` });
    await post("/ticket/change-tags", { ticketid, add: [tagid] });
    await post("/client/change-tags", { clientid, add: [clientTag] });
    await post("/ticket/set-field", { ticketid, fieldid: ofTicket, value });
    await post("/client/set-field", { clientid, fieldid: ofClient, value });
    expected.set(ticketid, {
      ...{ tags: [tagid], client_tags: [clientTag] },
      ...{ fields: { [ofTicket]: value }, client_fields: { [ofClient]: value } },
    });
  }
  for (const path of ["/tickets?limit=60", "/tickets"]) {
    const tickets = (await list("ingrid", path)) as Ticket[];
    for (const [id, marks] of expected)
      expect(tickets.find(({ ticketid }) => ticketid === id)).toMatchObject(marks);
  }
});

test("the list of all open tickets, planned for itself, reads what the function of a few reads", async () => {
  const ticket = await world.ticket({ department: "bookings", handler: "mira", messages: ["one", "two"] });
  await world.work("mira", (scope) => markSeen(scope, ticket.id, 1));
  await world.as("mira").post("/send-message", { ticketid: ticket.id, content: "Good day", type: "text" });
  const [all, few] = await world.work("mira", async (scope) => {
    const all = await findOpenTickets(scope);
    const few = await shownTickets(scope, theseIds(all.map(({ id }) => id)));
    return [all, few];
  });
  const own = all.find(({ id }) => id === ticket.id);
  expect(own).toMatchObject({ seen: 1, handler_first_name: "Mira", writer_first_name: "Mira" });
  const byId = new Map(few.map((each) => [each.id, each]));
  expect(all.map(({ id }) => byId.get(id))).toEqual(all);
});
