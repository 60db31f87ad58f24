/** Read marks at the provider's wire, by its simulator. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { type ConnectedNumber, openNumbers } from "../../../../test/world/numbers.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { markSeen } from "../../support/tickets/seen.ts";
import { markReadAtProvider } from "../outbound/read-marks.ts";

let world: World;
let numbers: ReturnType<typeof openNumbers>;
let own: ConnectedNumber;
beforeAll(async () => {
  world = await createWorld();
  numbers = openNumbers(world);
  own = await numbers.connect("ingrid");
  const departmentid = world.departments.bookings.id;
  const answer = await world.as("ingrid").post(`/channels/${own.channelid}/update`, { departmentid });
  expect(answer.statusCode, answer.body).toBe(200);
});
afterAll(() => world.close());
beforeEach(() => {
  // The pause after a failure is over.
  world.clock.advance(60_000);
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
});

async function written(...texts: string[]) {
  const person = numbers.control.createPerson({ name: "Olena" });
  const phone = numbers.control.phone(own.id, person);
  const ids = texts.map((text) => phone.write(text).id);
  await numbers.control.drained(own.id);
  const ticket = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", person.userId)
      .executeTakeFirstOrThrow(),
  );
  return { phone, ids, ticket };
}

async function see(agent: AgentName, { id }: { id: string }, seq: number) {
  const seen = await world.work(agent, (scope) => markSeen(scope, id, seq));
  for (const one of seen) await markReadAtProvider(world.context, one);
}

const onMessages = () => ({ bot: Number(own.id), method: "messages" });
const marks = () =>
  world.telegram.control
    .requests(onMessages())
    .filter(({ params }) => params.status === "read")
    .map(({ params }) => params.message_id);
const failures = () => world.logged.filter((line) => line.includes("A read mark could not be sent"));

test("when a console has seen the newest message, it and those before are marked read on the phone", async () => {
  const { phone, ids, ticket } = await written("one", "two");
  const live = await startLive(world);
  const { consoleOrigin } = world.context.config;
  const line = await connectSocket(live.url, {
    origin: consoleOrigin,
    cookie: await world.as("mira").cookie(),
  });
  expect(await line.emit("seen", { ticketid: ticket.id, seq: 2 })).toEqual({ ok: true });
  await world.telegram.control.waitForRequest(onMessages());
  expect(marks()).toEqual([ids[1]]);
  await expect.poll(() => phone.messages().map(({ seen }) => seen)).toEqual([true, true]);
  expect(phone.typed).toBe(false);
  await live.close();
});

test("a message that the agent has not seen stays unread", async () => {
  const { ids, ticket } = await written("one", "two", "three");
  await see("mira", ticket, 2);
  expect(marks()).toEqual([ids[1]]);
});

test("a second view, a colleague's and a view of our own answer mark nothing again", async () => {
  const { ids, ticket } = await written("one");
  await see("mira", ticket, 1);
  await see("mira", ticket, 1);
  await see("jonas", ticket, 1);
  await world.message(ticket, { agent: world.agents.mira });
  await see("mira", ticket, 2);
  await see("jonas", ticket, 2);
  expect(marks()).toEqual([ids[0]]);
});

test("an account that refuses is left alone for a minute, and the log says so once", async () => {
  const chats = [await written("one"), await written("one"), await written("one")];
  const [first, second, third] = chats.map(({ ticket }) => ticket);
  if (!first || !second || !third) throw new Error("The tickets are not there");
  world.telegram.control.addFault({ kind: "error", code: 131_000, times: 0, ...onMessages() });
  await Promise.all([see("mira", first, 1), see("mira", second, 1)]);
  const tried = marks().length;
  await see("mira", third, 1);
  expect(marks()).toHaveLength(tried);
  expect(failures()).toHaveLength(1);
  expect(failures()[0]).not.toContain(own.token);
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
  world.clock.advance(60_000);
  const next = chats[2]?.phone.write("two");
  await numbers.control.drained(own.id);
  await see("mira", third, 2);
  expect(marks()).toEqual([next?.id]);
  expect(chats[2]?.phone.messages().map(({ seen }) => seen)).toEqual([true, true]);
});
