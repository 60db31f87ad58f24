import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessMail, accessMessage } from "./access.ts";

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
