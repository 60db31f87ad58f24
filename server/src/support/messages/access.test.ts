import { afterAll, beforeAll, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessMail, accessMessage, accessOnThread, accessSeen, ownMessage } from "./access.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const notFound = expect.objectContaining({ status: 404 });
const access = (ticket: TicketRow, which: { id: string } | { at: Date }) =>
  world.work("mira", async (scope) => (await accessMessage(scope, ticket, which)).id);

test("a message is found in its own ticket alone, by its id or its time", async () => {
  const [ticket, other] = [await world.ticket(), await world.ticket()];
  const message = await world.message(ticket, {});
  expect(await access(ticket, { id: message.id })).toBe(message.id);
  expect(await access(ticket, { at: message.created_on })).toBe(message.id);
  await expect(access(other, { id: message.id })).rejects.toEqual(notFound);
  await expect(access(ticket, { id: crypto.randomUUID() })).rejects.toEqual(notFound);
});

test("a mail is for those who see its ticket, and another message is none", async () => {
  const mail = await world.message(await world.ticket(), { has_mail: true });
  const text = await world.message(await world.ticket(), {});
  const open = (agent: "mira" | "naledi", id: string) => world.work(agent, (scope) => accessMail(scope, id));
  expect((await open("mira", mail.id)).message.id).toBe(mail.id);
  await expect(open("naledi", mail.id)).rejects.toEqual(notFound);
  await expect(open("mira", text.id)).rejects.toEqual(notFound);
  await expect(open("mira", crypto.randomUUID())).rejects.toEqual(notFound);
});

test("a message of a ticket that is merged no more has no thread in the ticket that was its target", async () => {
  const { rows, merged } = await plantPair(world);
  const message = await world.message(rows.merged, {});
  const stale = { ...rows.target, merged_tickets: [merged] };
  const access = (ticket: TicketRow) =>
    world.work("mira", async (scope) => (await accessOnThread(scope, ticket, message.id)).ticket.id);
  await expect(access(stale)).rejects.toEqual(notFound);
  expect(await access(rows.merged)).toBe(merged);
});

test("a message of any ticket is for those who see that ticket", async () => {
  const message = await world.message(await world.ticket(), {});
  const see = (agent: "mira" | "naledi", id: string) =>
    world.work(agent, async (scope) => (await accessSeen(scope, id)).id);
  expect(await see("mira", message.id)).toBe(message.id);
  await expect(see("naledi", message.id)).rejects.toEqual(notFound);
  await expect(see("mira", crypto.randomUUID())).rejects.toEqual(notFound);
});

test("a message that was to be there and is not is an error", async () => {
  const message = await world.message(await world.ticket(), {});
  const own = (id: string) => world.work("mira", async (scope) => (await ownMessage(scope, id)).id);
  expect(await own(message.id)).toBe(message.id);
  await expect(own(crypto.randomUUID())).rejects.toThrow("The message is appended");
});
