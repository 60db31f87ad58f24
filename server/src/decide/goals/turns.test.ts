/** The stretches in which a client is to write, from rows of messages. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Desk = { department: "bookings" | "general"; agent: "mira" | "freya" };
const harbour: Desk = { department: "bookings", agent: "mira" };
type Line = [time: string, from: "client" | "agent" | "desk", type?: "rating" | "close"];

/** Writes messages to a new ticket. */
async function write(lines: Line[], { department, agent }: Desk = harbour): Promise<string> {
  const { id } = await world.ticket({ department });
  for (const [at, [time, from, type]] of lines.entries()) {
    const changes = {
      ...{ id: crypto.randomUUID(), seq: 100 + at, external_id: null, created_on: `2031-03-02T${time}:00Z` },
      ...{ is_agent: from !== "client", agent_id: from === "agent" ? world.agents[agent].id : null },
      ...(from === "desk" && { purpose: "automatic" }),
      ...(type && { type, content: type === "rating" ? "3" : "" }),
    };
    await world.context.pool.query(
      `insert into message select r.* from message m
        cross join lateral jsonb_populate_record(null::message, to_jsonb(m) || $2::jsonb) r
        where m.ticket_id = $1 and m.seq < 100 order by m.seq limit 1`,
      [id, JSON.stringify(changes)],
    );
  }
  return id;
}

/** Reads the turns of tickets of Harbour since ten. */
async function turns(...tickets: string[]) {
  const { rows } = await world.context.pool.query<{ from_on: Date; to_on: Date | null }>(
    "select * from client_turns($1, $2, '2031-03-02T10:00Z') order by from_on",
    [world.companies.harbour.id, tickets],
  );
  const shown = (time: Date | null) => time?.toISOString().slice(11, 16) ?? null;
  return rows.map(({ from_on, to_on }) => [shown(from_on), shown(to_on)]);
}

test("a turn lasts from the first of an agent's messages until the client's next one", async () => {
  expect(
    await turns(
      await write([
        ["09:50", "agent"],
        ["10:00", "client"],
        ["10:05", "agent"],
        ["10:10", "agent"],
        ["10:20", "client"],
        ["10:30", "agent"],
      ]),
    ),
  ).toEqual([
    ["10:05", "10:20"],
    ["10:30", null],
  ]);
});

test("stars, closings and what the desk sends neither begin nor end a turn", async () => {
  expect(
    await turns(
      await write([
        ["10:00", "client"],
        ["10:01", "desk"],
        ["10:02", "agent", "close"],
        ["10:05", "agent"],
        ["10:07", "client", "rating"],
        ["10:20", "client"],
      ]),
    ),
  ).toEqual([["10:05", "10:20"]]);
});

test("other tickets and other companies say nothing", async () => {
  const lines: Line[] = [
    ["10:03", "client"],
    ["10:04", "agent"],
    ["10:06", "client"],
  ];
  await write(lines);
  const theirs = await write(lines, { department: "general", agent: "freya" });
  const ours = await write([
    ["10:05", "agent"],
    ["10:20", "client"],
  ]);
  expect(await turns(ours, theirs)).toEqual([["10:05", "10:20"]]);
});
