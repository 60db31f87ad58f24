import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { cell } from "../../floor/csv/lines.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { lines } from "./export.ts";
import { listFirstTickets, listMoreTickets } from "./table.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (let n = 1; n <= 33; n++) {
    world.clock.advance(60_000);
    await world.ticket({
      client: `Client ${n}`,
      externalId: `t${n}`,
      messages: [],
      ...(n % 3 === 0 && { handler: "mira", closed: true, rating: 3 }),
      ...(n % 3 === 1 && { handler: "jonas" }),
    });
  }
  await world.ticket({ client: "=HYPERLINK(1)", externalId: "r1", department: "refunds", messages: [] });
  await world.ticket({ department: "general" });
});
afterAll(() => world.close());

type Row = { ticketid: string; client_name: string; stage: string };
const table = async (agent: AgentName, query = "") =>
  (await world.as(agent).get(`/get-tickets?${query}`)).json() as {
    tickets: Row[];
    widgetData: Record<string, number>;
  };
const more = async (agent: AgentName, offset: number, query = "") =>
  (await world.as(agent).get(`/${offset}/get-tickets?${query}`)).json();
const names = (rows: Row[]) => rows.map(({ client_name }) => client_name);

test("an agent counts and lists their department, a moderator the company", async () => {
  expect((await table("naledi")).widgetData).toMatchObject({
    totalTickets: 1,
    pendingTickets: 1,
    closedTickets: 0,
  });
  expect((await table("mira")).widgetData).toMatchObject({
    totalTickets: 33,
    pendingTickets: 11,
    closedTickets: 11,
  });
  expect((await table("tomas")).widgetData).toMatchObject({
    totalTickets: 34,
    telegramTickets: 34,
    telegramClosed: 11,
  });
  expect(names((await table("naledi", `department=${world.departments.bookings.id}`)).tickets)).toEqual([]);
});

test.each(["stage=other", "department=bookings", "platform=fax", "from=yesterday", "after=7"])(
  "the value %s is no filter of the table",
  async (query) => {
    expect((await world.as("mira").get(`/20/get-tickets?${query}`)).statusCode).toBe(400);
  },
);

test("the table has twenty, then ten by ten to the end, the same by offset and after the last one", async () => {
  const { tickets } = await table("mira");
  expect(names(tickets)).toEqual(Array.from({ length: 20 }, (_, n) => `Client ${33 - n}`));
  const byOffset = await more("mira", 20);
  expect(names(byOffset)).toEqual(Array.from({ length: 10 }, (_, n) => `Client ${13 - n}`));
  expect(await more("mira", 20, `after=${tickets.at(-1)?.ticketid}`)).toEqual(byOffset);
  expect(names(await more("mira", 30))).toHaveLength(3);
  expect(await more("mira", 40)).toBe("Table end reached!");
  expect((await world.as("naledi").get(`/20/get-tickets?after=${tickets[0]?.ticketid}`)).statusCode).toBe(
    404,
  );
});

describe("by due", () => {
  let desk: World;
  let soon: string[];
  const moment = (minutes: number) => new Date(desk.clock.now().getTime() + minutes * 60_000);
  type Due = Row & { due?: { on: string }; created_on: string };
  const get = async (path: string) => (await desk.as("mira").get(path)).json();
  const first = async (query = "") => (await get(`/get-tickets?sort=due${query}`)).tickets as Due[];
  const following = async ({ ticketid, due }: Due, seen: number): Promise<Due[]> => {
    const more = await get(
      `/${seen}/get-tickets?sort=due&after=${ticketid}&after_due=${encodeURIComponent(due?.on ?? "none")}`,
    );
    return more === "Table end reached!" ? [] : more;
  };
  const walk = async (between: (seen: Due[]) => Promise<unknown> = async () => null) => {
    const seen = await first();
    for (let last = seen.at(-1); last; ) {
      await between(seen);
      const more = await following(last, seen.length);
      seen.push(...more);
      last = more.at(-1);
    }
    return seen;
  };
  beforeAll(async () => {
    desk = await createWorld();
    const { harbour } = desk.companies;
    soon = [];
    for (let n = 0; n < 60; n++) {
      desk.clock.advance(1000);
      const { id } = await desk.ticket({ messages: [] });
      // Some are due at one moment, and some are overdue.
      if (n % 3 > 0) soon.push(id);
    }
    for (const [at, id] of soon.entries())
      await desk.context.pool.query(
        "update ticket set goal_due = 'first', goal_due_on = $3 where company_id = $1 and id = $2",
        [harbour.id, id, moment(((at * 7) % 10) - 3)],
      );
  });
  afterAll(() => desk.close());

  test("the ticket that is due first comes first, and tickets without a due moment follow, the newest first", async () => {
    const seen = await walk();
    expect(new Set(seen.map(({ ticketid }) => ticketid)).size).toBe(seen.length);
    const all = await desk.context.pool.query(
      `select id from ticket where company_id = $1 and department_id = $2
        order by goal_due_on, case when goal_due_on is not null then id end, created_on desc, id desc`,
      [desk.companies.harbour.id, desk.departments.bookings.id],
    );
    expect(seen.map(({ ticketid }) => ticketid)).toEqual(all.rows.map(({ id }) => id));
    expect(seen.findIndex(({ due }) => !due)).toBe(soon.length);
  });

  test("the page after an offset is the same as the one after the last ticket", async () => {
    const seen = await walk();
    for (const offset of [20, 30, 40, 50, seen.length]) {
      const rows = await get(`/${offset}/get-tickets?sort=due`);
      const expected = seen.slice(offset, offset + 10).map(({ ticketid }) => ticketid);
      expect(rows === "Table end reached!" ? [] : rows.map(({ ticketid }: Row) => ticketid)).toEqual(
        expected,
      );
    }
  });

  test("a moment that moves between two pages skips no other ticket", async () => {
    const before = await walk();
    const moved = before[19] as Due;
    const seen = await walk(async (rows) => {
      if (rows.length === 20)
        await desk.context.pool.query("update ticket set goal_due_on = $2 where id = $1", [
          moved.ticketid,
          moment(60 * 24),
        ]);
    });
    const ids = new Set(seen.map(({ ticketid }) => ticketid));
    expect(before.filter(({ ticketid }) => !ids.has(ticketid))).toEqual([]);
  });

  test("a page is read by the index of due moments, whatever the number of tickets", async () => {
    await desk.context.pool.query(
      `insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on,
        updated_on, goal_due, goal_due_on)
      select company_id, client_id, channel_id, client_external_id, 'many ' || n, platform, department_id,
        created_on - n * interval '1 second', updated_on, case when n % 4 = 0 then 'first' end,
        case when n % 4 = 0 then created_on + n * interval '1 minute' end
      from ticket, generate_series(1, 8000) n where id = $1`,
      [soon[0]],
    );
    await desk.context.pool.query("vacuum analyze ticket");
    const readBy = (page: (scope: Scope) => Promise<unknown[]>) =>
      desk.work("mira", async (scope) => {
        const read = async () => {
          const { rows } = await sql<{
            tickets: number;
          }>`select (seq_tup_read + idx_tup_fetch)::integer as tickets
            from pg_stat_xact_user_tables where relname = 'ticket'`.execute(scope.db);
          return rows[0]?.tickets ?? 0;
        };
        const before = await read();
        expect((await page(scope)).length).toBeGreaterThanOrEqual(10);
        return (await read()) - before;
      });
    const last = { offset: 20, after: soon[0] };
    const newest = await readBy((scope) => listFirstTickets(scope, {}));
    expect(await readBy((scope) => listFirstTickets(scope, { sort: "due" }))).toBeLessThan(newest + 20);
    const further = await readBy((scope) => listMoreTickets(scope, last));
    const byDue = { ...last, sort: "due" as const, after_due: moment(60).toISOString() };
    expect(await readBy((scope) => listMoreTickets(scope, byDue))).toBeLessThan(further + 20);
  });
});

test.each([
  ["pending", 11],
  ["accepted", 11],
  ["closed", 11],
  ["reopened", 0],
  ["open", 22],
  ["waiting", 11],
  ["taken", 22],
])("the filter selects tickets of stage %s", async (stage, count) => {
  const { tickets, widgetData } = await table("mira", `stage=${stage}`);
  expect(widgetData.totalTickets).toBe(count);
  const several = ["open", "waiting", "taken"].includes(stage);
  if (!several) expect(new Set(tickets.map((one) => one.stage)).size).toBeLessThanOrEqual(1);
});

test("every figure equals the number of its tickets, also of those that wait after a reopening", async () => {
  const desk = await createWorld();
  try {
    const as = desk.as("ingrid");
    const open = (externalId: string, more: object = {}) =>
      desk.ticket({ externalId, messages: [], ...more });
    await open("never accepted");
    await open("accepted", { handler: "mira" });
    await open("closed", { handler: "mira", closed: true });
    await desk.desk("harbour", async ({ db, now }) => {
      const waits = { closed_on: null, reopened_on: now, handler_id: null, accepted_on: null };
      const { id } = await open("reopened", { handler: "jonas", closed: true });
      await db.updateTable("ticket").set(waits).where("id", "=", id).execute();
    });
    for (const agent of ["", `&agent=${desk.agents.mira.id}`]) {
      const look = async (stage: string) => (await as.get(`/get-tickets?${stage}${agent}`)).json();
      const all = (await look("")).widgetData;
      const behind = async (stage: string) => (await look(`stage=${stage}`)).tickets.length;
      expect(await behind("waiting")).toBe(all.pendingTickets);
      expect(await behind("closed")).toBe(all.closedTickets);
      const taken = await look("stage=taken");
      expect([taken.tickets.length, taken.widgetData.totalTickets]).toEqual([2, 2]);
      expect(taken.widgetData.averageAcceptanceTime).toBe(all.averageAcceptanceTime);
      const days = (await as.get(`/tickets-by-day?stage=taken${agent}`)).json();
      expect(days).toMatchObject([{ tickets: 2, closed: 1 }]);
    }
  } finally {
    await desk.close();
  }
});

test("a conversation that an agent began has no acceptance time", async () => {
  const desk = await createWorld();
  try {
    const as = desk.as("ingrid");
    const { id: ticketid } = await desk.ticket({ externalId: "waited", messages: [] });
    desk.clock.advance(10 * 60_000);
    await as.post("/acceptTicket", { ticketid });
    await desk.ticket({ externalId: "begun", handler: "ingrid", begun: true, messages: [] });
    const released = await desk.ticket({
      externalId: "released",
      handler: "ingrid",
      begun: true,
      messages: [],
    });
    desk.clock.advance(60 * 60_000);
    await desk.desk("harbour", async ({ db, now }) => {
      await db.updateTable("ticket").set({ accepted_on: now }).where("id", "=", released.id).execute();
    });
    for (const filter of ["", "stage=taken", `agent=${desk.agents.ingrid.id}`]) {
      const { widgetData } = (await as.get(`/get-tickets?${filter}`)).json();
      expect([widgetData.totalTickets, widgetData.averageAcceptanceTime]).toEqual([3, 10]);
      expect((await as.get(`/tickets-by-day?${filter}`)).json()).toMatchObject([{ acceptanceTime: 10 }]);
    }
  } finally {
    await desk.close();
  }
});

test("the table filters by handler and by the company's days", async () => {
  expect((await table("mira", `agent=${world.agents.jonas.id}`)).widgetData.totalTickets).toBe(11);
  const today = world.clock.now().toISOString().slice(0, 10);
  expect((await table("mira", `from=${today}&to=${today}`)).widgetData.totalTickets).toBe(33);
  expect((await table("mira", "to=2001-01-01")).widgetData.totalTickets).toBe(0);
  const days = (await world.as("mira").get("/tickets-by-day")).json();
  expect(days).toMatchObject([
    { day: today, tickets: 33, closed: 11, platforms: { telegram: 33 }, acceptanceTime: 0 },
  ]);
});

test.each([
  // 01:00 summer time becomes 00:00: the first hour of the 25th comes twice.
  ["Atlantic/Azores", "2026-10-25", "2026-10-24T23:59:00Z", "2026-10-25T00:30:00Z", "2026-10-26T00:59:00Z"],
  // 00:30 on the 24th does not exist.
  ["Africa/Cairo", "2026-04-24", "2026-04-23T21:59:00Z", "2026-04-23T22:00:00Z", "2026-04-24T20:59:00Z"],
  ["Asia/Kathmandu", "2026-05-01", "2026-04-30T18:14:00Z", "2026-04-30T18:15:00Z", "2026-05-01T18:14:00Z"],
])("the bar of a day in %s counts the tickets of %s", async (time_zone, day, before, first, last) => {
  const desk = await createWorld();
  try {
    await desk.as("ingrid").put("/admin/settings", { time_zone });
    for (const time of [before, first, last]) {
      desk.clock.advance(new Date(time).getTime() - desk.clock.now().getTime());
      await desk.ticket({ externalId: time, messages: [] });
    }
    const [bar] = (await desk.as("ingrid").get(`/tickets-by-day?from=${day}&to=${day}`)).json();
    const looked = (await desk.as("ingrid").get(`/get-tickets?from=${day}&to=${day}&stage=pending`)).json();
    expect([bar.tickets, looked.widgetData.totalTickets, looked.tickets.length]).toEqual([2, 2, 2]);
    const previous = new Date(Date.parse(day) - 24 * 3_600_000).toISOString().slice(0, 10);
    const { tickets } = (await desk.as("ingrid").get(`/get-tickets?to=${previous}`)).json();
    expect(tickets).toHaveLength(1);
  } finally {
    await desk.close();
  }
});

test("an offset is no time zone, since its sign is read both ways", async () => {
  const answer = await world.as("ingrid").put("/admin/settings", { time_zone: "+05:30" });
  expect(answer.statusCode).toBe(400);
});

test("the export has the filtered tickets, formulas as text", async () => {
  const answer = await world.as("tomas").get("/export-tickets?stage=pending");
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="tickets.csv"');
  const lines = answer.body.trim().split("\r\n");
  expect(lines).toHaveLength(1 + 12);
  expect(answer.body).toContain(",'=HYPERLINK(1),");
  expect((await world.as("naledi").get("/export-tickets")).body.trim().split("\r\n")).toHaveLength(2);
});

test("the file's times are in the company's zone, as its titles and the figures say", async () => {
  await world.context.database
    .updateTable("company")
    .set({ time_zone: "Asia/Tokyo", figures_zone: "Asia/Tokyo" })
    .where("company_id", "=", world.companies.harbour.id)
    .execute();
  const [titles = "", first = ""] = (await world.as("ingrid").get("/export-tickets")).body.split("\r\n");
  expect(titles).toContain("created on (Asia/Tokyo),accepted on (Asia/Tokyo)");
  expect(first).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  const { widgetData, tickets } = (await world.as("ingrid").get("/get-tickets")).json();
  expect(widgetData.timeZone).toBe("Asia/Tokyo");
  const [{ ticketid, created_on }] = tickets;
  const inTokyo = new Date(Date.parse(created_on) + 9 * 3_600_000).toISOString();
  expect(first).toContain(ticketid);
  expect(first).toContain(inTokyo.slice(0, 19).replace("T", " "));
});

test("an export ends when the agent's rights end", async () => {
  const { actor } = world.agents.naledi;
  const set = (department: "refunds" | "groups") =>
    world.desk("harbour", ({ db }) =>
      db
        .updateTable("agent")
        .set({ department_id: world.departments[department].id })
        .where("id", "=", actor.id)
        .execute(),
    );
  const rest = lines(world.context, await world.as("naledi").caller(), {});
  expect((await rest.next()).value).toContain("ticket id");
  await set("groups");
  await expect(rest.next()).rejects.toMatchObject({ code: "forbidden" });
  await set("refunds");
});

test.each([
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ['say "hi", you', '"say ""hi"", you"'],
  ["two\nlines", '"two\nlines"'],
  // In locales whose list separator is a semicolon, a spreadsheet begins a cell after it.
  ["Rosa;=1+1", "Rosa;'=1+1"],
  ["Rosa\n=1+1", '"Rosa\n\'=1+1"'],
  ["＝1+1", "'＝1+1"],
  [" =1+1", "' =1+1"],
  ["Anna-Maria; x", "Anna-Maria; x"],
  ["plain", "plain"],
  [3, "3"],
  [null, ""],
])("%j is written %j", (value, written) => {
  expect(cell(value)).toBe(written);
});

test("the number of statements does not grow with the tickets", async () => {
  const count = async (agent: AgentName) =>
    (await countStatements(world, () => table(agent))).statements.length;
  expect(await count("tomas")).toBe(await count("naledi"));
});

test("spam is in the table, also by offset, and in no figure, until it is none", async () => {
  const desk = await createWorld();
  onTestFinished(() => desk.close());
  const ingrid = desk.as("ingrid");
  for (let n = 1; n <= 33; n++) {
    desk.clock.advance(4 * 3_600_000);
    await desk.ticket({ externalId: `s${n}`, messages: [], ...(n % 3 === 0 && { closed: true }) });
  }
  const first = async (query = "") =>
    (await ingrid.get(`/get-tickets?${query}`)).json<Awaited<ReturnType<typeof table>>>();
  const byOffset = async (query: string) => {
    const rows: Row[] = [];
    for (let next: Row[] | string = []; typeof next !== "string"; ) {
      rows.push(...next);
      next = (await ingrid.get(`/${rows.length}/get-tickets?${query}`)).json<Row[] | string>();
    }
    return rows.map(({ ticketid }) => ticketid);
  };
  const queries = ["", `department=${desk.departments.bookings.id}`, "from=2020-01-01"];
  const listed = await Promise.all(queries.map(byOffset));
  expect(listed[0]).toHaveLength(33);
  const before = (await first()).widgetData;
  const marked = listed[0]?.filter((_, at) => at % 2 === 0) ?? [];
  for (const ticketid of marked) await ingrid.post("/mark-spam", { ticketid });
  for (const [at, query] of queries.entries()) expect(await byOffset(query), query).toEqual(listed[at]);
  const closed = await byOffset("stage=closed");
  expect(closed).toEqual(expect.arrayContaining(marked));
  for (const query of ["", `channel=${desk.channels.harbour.id}`])
    expect((await first(query)).widgetData.totalTickets).toBe(33 - marked.length);
  for (const ticketid of marked) await ingrid.post("/unmark-spam", { ticketid });
  const after = (await first()).widgetData;
  expect([after.totalTickets, after.closedTickets]).toEqual([before.totalTickets, closed.length]);
});

test("the table, its figures and its file are filtered by priority, tag and field", async () => {
  const desk = await createWorld({ manyCalls: true });
  onTestFinished(() => desk.close());
  const admin = desk.as("ingrid");
  const wanted = await desk.ticket({ client: "Wanted", externalId: "w", handler: "ingrid", messages: [] });
  await desk.ticket({ client: "Other", externalId: "o", handler: "ingrid", messages: [] });
  const ticketid = wanted.id;
  const { tagid } = (await admin.post("/create-tag", { name: "Late" })).json();
  const define = async (type: string) =>
    (await admin.post("/admin/create-field", { owner: "ticket", name: type, type })).json().fieldid;
  const [number, text, yes] = [await define("number"), await define("text"), await define("yes_no")];
  await admin.post("/ticket/set-priority", { ticketid, priority: "urgent" });
  await admin.post("/ticket/change-tags", { ticketid, add: [tagid] });
  for (const [fieldid, value] of [
    [number, 7.5],
    [text, "7.5"],
    [yes, false],
  ])
    await admin.post("/ticket/set-field", { ticketid, fieldid, value });
  const found = async (query: string) => {
    const { tickets, widgetData } = (await admin.get(`/get-tickets?${query}`)).json();
    const file = (await admin.get(`/export-tickets?${query}`)).body.trim().split("\r\n");
    expect([widgetData.totalTickets, file.length - 1], query).toEqual([tickets.length, tickets.length]);
    return names(tickets);
  };
  for (const query of [
    ...["priority=urgent", `tag=${tagid}`, `field=${number}`, `field=${number}&value=7.5`],
    ...[`field=${text}&value=7.5`, `field=${yes}&value=false`, `priority=urgent&tag=${tagid}&field=${text}`],
  ])
    expect(await found(query), query).toEqual(["Wanted"]);
  for (const query of [
    ...[`field=${number}&value=8`, `field=${yes}&value=true`, `field=${text}&value=2026-02-30`],
    ...["priority=high", `tag=${ticketid}`, `field=${ticketid}`],
  ])
    expect(await found(query), query).toEqual([]);
  expect(await found("priority=normal")).toEqual(["Other"]);
  expect((await admin.get("/20/get-tickets?priority=top")).statusCode).toBe(400);
});
