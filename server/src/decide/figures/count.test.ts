/** The figures count each thing once, and a recount of all tickets gives the same. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { giveTo } from "../../../../test/world/merged-pair.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { purgeDeleted } from "../../support/tickets/purge.ts";
import { rateTicket } from "../../support/tickets/rate.ts";
import { sweepGoals } from "../goals/warn.ts";
import { countAll, figuresOfSpans, keptFigures, recountFigures } from "./figures.fixture.ts";

const minute = 60_000;
let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const { id, companyId, externalId, token } = world.channels.harbour;
  // A subscriber of the ledger begins with what happens after it was added.
  await countAll(world);
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => pass(1));

/** Lets so many minutes pass; who is signed in stays so. */
async function pass(minutes: number) {
  world.clock.advance(minutes * minute);
  const later = new Date(world.clock.now().getTime() + 24 * 60 * minute);
  await query("update session set created_on = $1, expires_on = $2", [world.clock.now(), later]);
}
type Agent = Parameters<World["as"]>[0];
const query = async (text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows;
const write = (thread: string, content = "Where is it?") =>
  receive(world.context, channel, [
    {
      kind: "message",
      ...{ externalId: `${thread}:${randomUUID()}`, sentOn: world.clock.now(), type: "text", content },
      ...{ from: { externalId: thread, name: "Olena Koval", username: null, lang: "en" } },
      ...{ caption: null, media: null, album: null, replyToExternalId: null },
    },
  ]);
const post = (agent: Agent, path: string, body: object) => world.as(agent).post(path, body);
const must = async (agent: Agent, path: string, body: object) => {
  const answer = await post(agent, path, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
const send = (agent: Agent, ticketid: string) => post(agent, "/send-message", { ticketid, content: "Here" });
const rate = (id: string, thread: string, stars: number, words?: string) =>
  world.desk("harbour", (scope) => rateTicket(scope, id, stars, thread, channel.id, { words, again: true }));
let last = 600_000_000;
const begin = async (facts: object = {}) => {
  const thread = String(++last);
  const { id } = await world.ticket({ externalId: thread, ...facts });
  return { id, thread };
};
const names: Record<number, string> = {
  ...{ 1: "opened", 2: "reopened", 3: "received", 4: "sent", 5: "closed", 6: "rated", 7: "accepted" },
  ...{
    8: "accepted open",
    9: "answered",
    10: "answered open",
    11: "solved",
    12: "solved open",
    13: "met",
    14: "missed",
  },
};
/** Lists the facts of a ticket by span: each measure with its bucket and whose it is, without hours of the day and of waiting. */
async function countedOf(id: string): Promise<string[][]> {
  await countAll(world);
  const rows = await query(
    `select s.span, x.measure, x.bucket, x.count, a.first_name from figure_span s cross join unnest(s.facts) x
      left join agent a on a.id = x.agent_id where s.ticket_id = $1 and x.measure < 15 order by s.span, x.measure, x.bucket`,
    [id],
  );
  const spans: string[][] = [];
  for (const { span, measure, bucket, count, first_name } of rows) {
    spans[span - 1] ??= [];
    const shown = measure <= 5 ? "" : ` ${bucket}`;
    spans[span - 1]?.push(`${count} ${names[measure]}${shown} ${first_name ?? "–"}`);
  }
  return spans;
}
/** The bucket of so many minutes. */
const bucket = (minutes: number) => Math.floor(Math.log(minutes * 60) / Math.log(1.1));

async function expectRecount() {
  await countAll(world);
  const kept = await keptFigures(world);
  expect(kept).toEqual(await recountFigures(world));
  expect(kept).toEqual(await figuresOfSpans(world));
}

const noTarget = { low: null, normal: null, high: null, urgent: null };
/** A ticket that a client opens by writing. */
async function written(): Promise<string> {
  const thread = String(++last);
  await write(thread);
  const [row] = await query("select id from ticket where thread = $1", [thread]);
  return row.id;
}

describe("what counts", () => {
  test("a ticket that is accepted, answered, closed and rated counts each once, by who did it", async () => {
    const { id, thread } = await begin();
    await pass(3);
    await must("mira", "/acceptTicket", { ticketid: id });
    await pass(4);
    await must("mira", "/send-message", { ticketid: id, content: "Here" });
    await must("mira", "/send-message", { ticketid: id, content: "Here" });
    await pass(20);
    await must("mira", "/close-ticket", { ticketid: id });
    await rate(id, thread, 3, "Fast");
    expect(await countedOf(id)).toEqual([
      [
        ...["1 opened Mira", "1 received Mira", "2 sent Mira", "1 closed Mira", "1 rated 7 Mira"],
        ...[`1 accepted ${bucket(3)} Mira`, `1 accepted open ${bucket(3)} Mira`],
        ...[`1 answered ${bucket(7)} Mira`, `1 answered open ${bucket(7)} Mira`],
        ...[`1 solved ${bucket(27)} Mira`, `1 solved open ${bucket(27)} Mira`],
      ],
    ]);
  });

  test("a reopened ticket has a second span with times of its own, and stars that change count once", async () => {
    const { id, thread } = await begin({ handler: "mira" });
    await pass(5);
    await must("mira", "/send-message", { ticketid: id, content: "Here" });
    await must("mira", "/close-ticket", { ticketid: id });
    await rate(id, thread, 1);
    await rate(id, thread, 2);
    await pass(10 * 60);
    await write(thread);
    await pass(10);
    await must("mira", "/send-message", { ticketid: id, content: "Here" });
    const [first, second] = await countedOf(id);
    expect(first).toContain("1 rated 4 Mira");
    expect(first).toContain(`1 solved ${bucket(5)} Mira`);
    expect(second).toEqual([
      ...["1 reopened Mira", "1 received Mira", "1 sent Mira"],
      ...[`1 answered ${bucket(10)} Mira`, `1 answered open ${bucket(10)} Mira`],
    ]);
  });

  test("an earlier span has nothing of a later one, also not the words with stars", async () => {
    const { id, thread } = await begin();
    await pass(5);
    await must("ingrid", "/close-ticket", { ticketid: id });
    await rate(id, thread, 1);
    await pass(5);
    await write(thread);
    await pass(3);
    await must("mira", "/acceptTicket", { ticketid: id });
    await must("mira", "/send-message", { ticketid: id, content: "Here" });
    await must("mira", "/close-ticket", { ticketid: id });
    await rate(id, thread, 2, "Slow");
    const [first, second] = await countedOf(id);
    expect(first?.filter((fact) => /accepted|answered/.test(fact))).toEqual([]);
    expect(first).toContain("1 rated 2 Ingrid");
    expect(second).toContain(`1 accepted ${bucket(3)} Mira`);
    expect(second).toContain(`1 answered ${bucket(3)} Mira`);
    expect(second).toContain("1 rated 5 Mira");
  });

  test("a picture's caption is not among the words with stars", async () => {
    const { id, thread } = await begin({ handler: "mira" });
    const picture = { type: "image", content: "", caption: "It looks like this" } as const;
    await world.message({ id, company_id: channel.companyId }, picture);
    await must("mira", "/close-ticket", { ticketid: id });
    await rate(id, thread, 3);
    expect((await countedOf(id))[0]).toContain("1 rated 6 Mira");
  });

  test("an agent's text of before the conversation began is no answer in it", async () => {
    const { id } = await begin();
    const ticket = { id, company_id: channel.companyId };
    const early = await world.message(ticket, { agent: world.agents.jonas, content: "Good morning" });
    await query("update message set created_on = created_on - interval '1 hour' where id = $1", [early.id]);
    expect((await countedOf(id))[0]?.filter((fact) => fact.includes("answered"))).toEqual([]);
    await pass(5);
    await world.message(ticket, { agent: world.agents.mira, content: "Here" });
    expect((await countedOf(id))[0]).toContain(`1 answered ${bucket(5)} Mira`);
  });

  test("a closing and stars without an event count by the ticket, beside those of others and of before", async () => {
    const plain = await begin();
    await must("mira", "/acceptTicket", { ticketid: plain.id });
    const twice = await begin({ handler: "mira" });
    await pass(5);
    await must("mira", "/close-ticket", { ticketid: twice.id });
    await rate(twice.id, twice.thread, 3);
    await pass(5);
    await write(twice.thread);
    await pass(5);
    const now = world.clock.now();
    for (const { id } of [plain, twice])
      await query("update ticket set closed_on = $1, closed_by = handler_id where id = $2", [now, id]);
    await query("update ticket set rated_on = $1, rating = 1 where id = $2", [now, plain.id]);
    await query("insert into figure_due select company_id, id, 'epoch' from ticket where id = $1", [
      plain.id,
    ]);
    const [only] = await countedOf(plain.id);
    expect(only).toContain("1 closed Mira");
    expect(only).toContain("1 rated 2 Mira");
    const spans = await countedOf(twice.id);
    expect(spans.map((facts) => facts.includes("1 closed Mira"))).toEqual([true, true]);
    expect(spans[0]).toContain("1 rated 6 Mira");
  });

  test("programs, rules and the desk send no answers, and a conversation that an agent began waits for none", async () => {
    const { id } = await begin({ handler: "mira" });
    await world.message(
      { id, company_id: channel.companyId },
      { is_agent: true, content: "We are open at nine" },
    );
    await world.message(
      { id, company_id: channel.companyId },
      { is_agent: true, agent: world.agents.mira, purpose: "automatic", content: "Thanks" },
    );
    expect(await countedOf(id)).toEqual([
      ["1 opened Mira", "1 received Mira", "1 accepted 0 Mira", "1 accepted open 0 Mira"],
    ]);
    const begun = await begin({ handler: "mira", begun: true, messages: [] });
    await must("mira", "/send-message", { ticketid: begun.id, content: "Here" });
    expect(await countedOf(begun.id)).toEqual([["1 opened Mira", "1 sent Mira"]]);
  });

  test("tags count as they were at the closing", async () => {
    const tag = async (name: string) =>
      (await post("ingrid", "/create-tag", { name })).json<{ tagid: string }>().tagid;
    const [refund, late] = [await tag("Refund"), await tag("Late")];
    const { id, thread } = await begin({ handler: "mira" });
    const other = await begin({ handler: "mira" });
    await must("mira", "/ticket/change-tags", { ticketid: id, add: [refund] });
    await pass(1);
    await must("mira", "/close-ticket", { ticketid: id });
    await pass(1);
    // It is counted together with the first.
    await must("mira", "/ticket/change-tags", { ticketid: other.id, add: [refund] });
    await write(thread);
    await pass(1);
    await must("mira", "/ticket/change-tags", { ticketid: id, add: [late], remove: [refund] });
    await countAll(world);
    expect(await query("select tags from figure_span where ticket_id = $1 order by span", [id])).toEqual([
      { tags: [refund] },
      { tags: [late] },
    ]);
    await expectRecount();
    await must("ingrid", "/admin/delete-tag", { tagid: refund });
    await countAll(world);
    expect(await query("select from figure_day where tag_id = $1 and count <> 0", [refund])).toEqual([]);
  });

  test("a time in opening hours leaves out the night", async () => {
    const day = [{ from: "09:00", to: "18:00", next_day: false }];
    const hours = { time_zone: "UTC", days: Array.from({ length: 7 }, () => day), exceptions: [] };
    await must("ingrid", "/opening-hours", { hours });
    const evening = Math.ceil(world.clock.now().getTime() / 86_400_000) * 86_400_000 + 17.5 * 60 * minute;
    await pass((evening - world.clock.now().getTime()) / minute);
    const { id } = await begin();
    await pass(16 * 60);
    await must("mira", "/acceptTicket", { ticketid: id });
    const [span] = await countedOf(id);
    expect(span).toContain(`1 accepted ${bucket(16 * 60)} Mira`);
    expect(span).toContain(`1 accepted open ${bucket(60)} Mira`);
    await must("ingrid", "/opening-hours", { hours: null });
    expect((await countedOf(id))[0]).toContain(`1 accepted open ${bucket(16 * 60)} Mira`);
  });

  test("a time that began before the opening hours are written is not measured by them, whatever another department has", async () => {
    const day = [{ from: "09:00", to: "18:00", next_day: false }];
    const hours = { time_zone: "UTC", days: Array.from({ length: 7 }, () => day), exceptions: [] };
    await must("ingrid", "/opening-hours", { hours });
    const { id } = await begin({ handler: "mira" });
    const accepted = async () => (await countedOf(id))[0]?.filter((fact) => fact.includes("accepted open"));
    expect(await accepted()).toHaveLength(1);
    const first = "(select min(from_on) from open_span where company_id = $1)";
    const values = [channel.companyId, world.departments.groups.id];
    await query(
      `update ticket set created_on = ${first} - interval '1 day' where company_id = $1 and id = $2`,
      [...[channel.companyId, id]],
    );
    await query(
      `insert into open_span (company_id, owner_id, from_on, to_on, before)
        values ($1, $2, ${first} - interval '9 days', ${first} - interval '8 days', 0)`,
      values,
    );
    await query("insert into figure_due select company_id, id, 'epoch' from ticket where id = $1", [id]);
    expect(await accepted()).toEqual([]);
    await query("delete from open_span where company_id = $1 and owner_id = $2", values);
    await must("ingrid", "/opening-hours", { hours: null });
  });

  test("goals count as met where they end in time, and as missed once their time is over", async () => {
    const minutes = { low: 60, normal: 60, high: 60, urgent: 60 };
    await must("ingrid", "/create-goal-policy", {
      ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
      targets: { first: minutes, next: noTarget, solved: noTarget },
    });
    const answered = await written();
    const late = await written();
    await must("ingrid", "/acceptTicket", { ticketid: answered });
    await must("ingrid", "/send-message", { ticketid: answered, content: "Here" });
    await pass(61);
    await sweepGoals(world.context);
    expect((await countedOf(answered))[0]).toContain("1 met 1 Ingrid");
    expect((await countedOf(late))[0]).toContain("1 missed 1 –");
    await expectRecount();
  });

  test("a merged ticket counts nowhere, and again once that is undone", async () => {
    const [into, merged] = [await begin(), await begin()];
    const row = async (id: string) => (await query("select * from ticket where id = $1", [id]))[0];
    await giveTo(world, await row(merged.id), (await row(into.id)).client_id);
    expect(await countedOf(merged.id)).toHaveLength(1);
    await must("ingrid", "/merge-tickets", { ticketid: merged.id, into: into.id });
    expect(await countedOf(merged.id)).toEqual([]);
    expect(await countedOf(into.id)).toHaveLength(1);
    await must("ingrid", "/unmerge-ticket", { ticketid: merged.id });
    expect(await countedOf(merged.id)).toHaveLength(1);
  });

  test("spam and deleted tickets count nowhere, and again once they are none", async () => {
    const { id } = await begin({ handler: "mira" });
    expect(await countedOf(id)).toHaveLength(1);
    await must("mira", "/mark-spam", { ticketid: id });
    expect(await countedOf(id)).toEqual([]);
    await must("mira", "/unmark-spam", { ticketid: id });
    expect(await countedOf(id)).toHaveLength(1);
    await must("ingrid", "/admin/delete-ticket", { ticketid: id });
    expect(await countedOf(id)).toEqual([]);
    await must("ingrid", "/admin/restore-ticket", { ticketid: id });
    expect(await countedOf(id)).toHaveLength(1);
    await expectRecount();
  });
});

test("a closing by nobody counts for the company and for no person", async () => {
  const closed = async (grain: string) => {
    const counts =
      "select sum(count)::integer as count from figure_day where measure = 5 and agent_id is null and grain = $1";
    return (await query(counts, [grain]))[0].count;
  };
  const before = await closed("agent");
  const { id } = await begin({ closed: true });
  expect(await countedOf(id)).toEqual([expect.arrayContaining(["1 closed –"])]);
  expect(await closed("agent")).toBe(before + 1);
  expect(await closed("person")).toBeNull();
});

test("the figures of a person have what a table of agents shows, those of the company have all", async () => {
  const { id, thread } = await begin();
  await must("mira", "/acceptTicket", { ticketid: id });
  await must("mira", "/send-message", { ticketid: id, content: "Here" });
  await must("mira", "/close-ticket", { ticketid: id });
  await rate(id, thread, 3);
  await pass(1);
  await write(thread);
  await countAll(world);
  const measuresOf = async (grain: string) => {
    const measures = "select distinct measure from figure_day where grain = $1 and count <> 0 order by 1";
    return (await query(measures, [grain])).map(({ measure }) => measure);
  };
  const ofTicket = Array.from({ length: 12 }, (_, at) => at + 1);
  const ofGoals = [13, 14];
  expect(await measuresOf("company")).toEqual(expect.arrayContaining(ofTicket));
  const person = await measuresOf("person");
  expect(person.filter((measure) => !ofGoals.includes(measure))).toEqual([4, 5, 6, 7, 9, 10]);
});

test("a bucket's middle is within five per cent of each length in it", async () => {
  const lengths = fc.integer({ min: 1_000, max: 2 ** 31 - 1 });
  const many = fc.sample(lengths, 2_000);
  const rows = await query("select ms, figure_bucket(ms) as bucket from unnest($1::bigint[]) ms", [many]);
  for (const row of rows) {
    const middle = 1.1 ** (row.bucket + 0.5) * 1_000;
    expect(Math.abs(middle - Number(row.ms)) / Number(row.ms)).toBeLessThan(0.05);
  }
});

test("tickets of before the figures were kept are counted in steps, and a new zone moves it to other days", async () => {
  await countAll(world);
  const before = await keptFigures(world);
  await query("delete from figure_day");
  await query("delete from figure_span");
  await query(
    "insert into figure_fill select company_id, 1, '00000000-0000-0000-0000-000000000000' from company",
  );
  await countAll(world);
  expect(await keptFigures(world)).toEqual(before);
  expect(await query("select from figure_fill")).toEqual([]);
  await world.as("ingrid").put("/admin/settings", { time_zone: "Pacific/Kiritimati" });
  await countAll(world);
  expect(await keptFigures(world)).not.toEqual(before);
  await expectRecount();
});

test("random histories count as a recount of all tickets does, wherever counting is interrupted", async () => {
  const tags = await Promise.all(
    ["One", "Two"].map(
      async (name) => (await post("ingrid", "/create-tag", { name })).json<{ tagid: string }>().tagid,
    ),
  );
  const agents = ["mira", "jonas", "ingrid"] as const;
  const step = fc.record({
    what: fc.constantFrom(
      ...([
        "open",
        "open",
        "write",
        "write",
        "accept",
        "accept",
        "send",
        "send",
        "robot",
        "close",
        "close",
        "rate",
      ] as const),
      ...([
        "tag",
        "untag",
        "move",
        "reassign",
        "merge",
        "unmerge",
        "split",
        "unsplit",
        "spam",
        "delete",
        "restore",
      ] as const),
      ...(["purge", "count", "count", "again"] as const),
    ),
    which: fc.nat(),
    minutes: fc.integer({ min: 0, max: 3_000 }),
  });
  const tickets: { id: string; thread: string }[] = [];
  const splits: string[] = [];
  const of = (which: number) => tickets[which % Math.max(1, tickets.length)];
  const act: Record<string, (ticketid: string, thread: string, which: number) => unknown> = {
    write: (_, thread) => write(thread),
    accept: (ticketid, _, which) => post(agents[which % 3] ?? "mira", "/acceptTicket", { ticketid }),
    send: (ticketid, _, which) => send(agents[which % 3] ?? "mira", ticketid),
    robot: async (id) => {
      const [there] = await query("select from ticket where id = $1 and deleted_on is null", [id]);
      if (there)
        await world.message({ id, company_id: channel.companyId }, { is_agent: true, content: "Soon" });
    },
    close: (ticketid) => post("ingrid", "/close-ticket", { ticketid }),
    rate: (id, thread, which) => rate(id, thread, 1 + (which % 3), which % 2 ? "Good" : undefined),
    tag: (ticketid, _, which) => post("ingrid", "/ticket/change-tags", { ticketid, add: [tags[which % 2]] }),
    untag: (ticketid, _, which) =>
      post("ingrid", "/ticket/change-tags", { ticketid, remove: [tags[which % 2]] }),
    move: (ticketid, _, which) =>
      post("ingrid", "/ticket/change-department", {
        ticketid,
        departmentid: which % 2 ? world.departments.refunds.id : world.departments.bookings.id,
      }),
    reassign: (ticketid, _, which) =>
      post("ingrid", "/ticket/reassign-user", {
        ticketid,
        userid: world.agents[agents[which % 3] ?? "mira"].id,
      }),
    merge: async (ticketid, _, which) => {
      const into = of(which + 1);
      if (!into || into.id === ticketid) return;
      const [target] = await query("select client_id from ticket where id = $1", [into.id]);
      const [row] = await query("select * from ticket where id = $1", [ticketid]);
      if (!row || !target) return;
      await giveTo(world, row, target.client_id);
      await post("ingrid", "/merge-tickets", { ticketid, into: into.id });
    },
    unmerge: (ticketid) => post("ingrid", "/unmerge-ticket", { ticketid }),
    split: async (ticketid) => {
      const rows = await query(
        "select id from message where ticket_id = $1 and type = 'text' order by seq limit 1",
        [ticketid],
      );
      const body = { ticketid, messageids: rows.map(({ id }) => id), subject: "More" };
      const made = await post("ingrid", "/split-ticket", body);
      if (made.statusCode === 200) splits.push(made.json<{ ticketid: string }>().ticketid);
    },
    unsplit: () => post("ingrid", "/unsplit-ticket", { ticketid: splits.pop() }),
    spam: (ticketid) => post("ingrid", "/mark-spam", { ticketid }),
    delete: (ticketid) => post("ingrid", "/admin/delete-ticket", { ticketid }),
    restore: (ticketid) => post("ingrid", "/admin/restore-ticket", { ticketid }),
    purge: async (ticketid) => {
      await query("update ticket set deleted_on = deleted_on - interval '31 days' where id = $1", [ticketid]);
      await purgeDeleted(world.context);
    },
    count: () => countAll(world),
    again: () =>
      query(
        "insert into figure_due select company_id, id, 'epoch' from ticket where company_id = $1 on conflict do nothing",
        [channel.companyId],
      ),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
      for (const { what, which, minutes } of steps) {
        await pass(minutes);
        if (what === "open") tickets.push(await begin(which % 3 === 0 ? { handler: "mira" } : {}));
        const ticket = of(which);
        if (ticket) await act[what]?.(ticket.id, ticket.thread, which);
      }
      await expectRecount();
    }),
    { numRuns: 10 },
  );
  // One more has each measure: random ones may lack some.
  const whole = await begin();
  await post("mira", "/acceptTicket", { ticketid: whole.id });
  await pass(5);
  await send("mira", whole.id);
  await post("mira", "/close-ticket", { ticketid: whole.id });
  await rate(whole.id, whole.thread, 3, "Good");
  await pass(1);
  await write(whole.thread);
  await countAll(world);
  const measures = await query("select distinct measure from figure_day where count <> 0 order by 1");
  expect(measures.map(({ measure }) => measure)).toEqual(
    expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  );
}, 240_000);
