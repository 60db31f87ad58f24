/** Each change raises one version of a ticket, which its event and each answer tell. */
import type { ServerEvents } from "@parley/contract/events";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let tagid: string;
let fieldid: string;
beforeAll(async () => {
  world = await createWorld();
  const admin = world.as("ingrid");
  const tag = await admin.post("/create-tag", { name: "Ferry" });
  ({ tagid } = tag.json<{ tagid: string }>());
  const field = await admin.post("/admin/create-field", { owner: "ticket", name: "Booking", type: "text" });
  ({ fieldid } = field.json<{ fieldid: string }>());
});
afterAll(() => world.close());

type Numbers = Pick<Ticket, "version" | "stage_version">;
const numbersOf = ({ version, stage_version }: Numbers) => ({ version, stage_version });

const stage: [path: string, body: () => object, event: keyof ServerEvents][] = [
  ["/acceptTicket", () => ({}), "acceptTicket"],
  ["/snooze-ticket", () => ({ until: "tomorrow" }), "updateTicket"],
  ["/unsnooze-ticket", () => ({}), "updateTicket"],
  [
    "/ticket/reassign-user",
    () => ({ newDepartment: world.departments.bookings.id, newUser: world.agents.mira.id }),
    "newHandler",
  ],
  ["/close-ticket", () => ({ silently: true }), "closeTicket"],
];
const other: typeof stage = [
  ["/ticket/set-priority", () => ({ priority: "high" }), "updateTicket"],
  ["/ticket/change-tags", () => ({ add: [tagid] }), "updateTicket"],
  ["/ticket/set-field", () => ({ fieldid, value: "7" }), "updateTicket"],
];

test.each([
  ...stage.map(([path, body, event]) => ({ path, body, event, rises: "stage_version" as const })),
  ...other.map(([path, body, event]) => ({ path, body, event, rises: "version" as const })),
])("$path raises $rises by one, in its event and in every answer", async ({ path, body, event, rises }) => {
  const agent = path === "/ticket/reassign-user" ? "jonas" : "mira";
  const accepted = path !== "/acceptTicket";
  const { id } = await world.ticket(accepted ? { handler: agent } : {});
  const read = async () => (await world.as("mira").get(`/tickets/${id}`)).json<Ticket>();
  if (path === "/unsnooze-ticket")
    await world.as(agent).post("/snooze-ticket", { ticketid: id, until: "tomorrow" });
  const before = numbersOf(await read());
  world.published.length = 0;
  const answer = await world.as(agent).post(path, { ticketid: id, ...body() });
  expect(answer.statusCode, answer.body).toBe(200);
  const after = { ...before, [rises]: before[rises] + 1 };
  expect(numbersOf(await read())).toEqual(after);
  const told = world.published.find((one) => one.event === event)?.payload as Partial<Numbers>;
  expect(after).toMatchObject(
    told.version === undefined ? { stage_version: told.stage_version } : numbersOf(told as Numbers),
  );
});

test("a change of the client raises the version of each of their tickets", async () => {
  const { id, client_id: clientid } = await world.ticket({ handler: "mira" });
  const read = async () => numbersOf((await world.as("mira").get(`/tickets/${id}`)).json<Ticket>());
  const before = await read();
  const body = { ticketid: id, clientid, client_number: "HT-7" };
  expect((await world.as("mira").post("/auth/update-client-number", body)).statusCode).toBe(200);
  expect(await read()).toEqual({ ...before, version: before.version + 1 });
});

test("a message raises neither, also one that ends a snooze", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.as("mira").post("/snooze-ticket", { ticketid: ticket.id, until: "tomorrow" });
  const read = async () => (await world.as("mira").get(`/tickets/${ticket.id}`)).json<Ticket>();
  const before = await read();
  await world.message(ticket, { type: "text", is_agent: false, content: "One more thing" });
  const after = await read();
  expect(after).toMatchObject({ back: "client", last_seq: before.last_seq + 1 });
  expect(numbersOf(after)).toEqual(numbersOf(before));
});
