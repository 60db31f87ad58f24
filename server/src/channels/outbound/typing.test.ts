import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { showTyping } from "./typing.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.telegram.control.clearFaults();
  world.telegram.control.clearRequests();
});

/** A ticket of mira's whose client has a phone. */
async function newChat(): Promise<TicketRow> {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar" });
  await control.phone({ bot: Number(world.channels.harbour.externalId), person }).start();
  return world.ticket({ handler: "mira", externalId: String(person) });
}

const asked = () => world.telegram.control.requests({ method: "sendChatAction" }).map(({ params }) => params);

test("the client sees the typing sign on their phone, renewed before it fades while the agent types", async () => {
  const ticket = await newChat();
  const sign = { chat_id: Number(ticket.client_external_id), action: "typing" };
  for (let times = 0; times < 3; times++) await showTyping(world.context, ticket);
  world.clock.advance(1999);
  await showTyping(world.context, ticket);
  expect(asked()).toEqual([sign]);
  world.clock.advance(1);
  await showTyping(world.context, ticket);
  expect(asked()).toEqual([sign, sign]);
});

test("one ticket's typing sign holds back no other's", async () => {
  const tickets = [await newChat(), await newChat()];
  for (const ticket of tickets) await showTyping(world.context, ticket);
  expect(asked()).toHaveLength(2);
});

test("a provider that refuses typing signs is not called for a minute, and only the log reports it", async () => {
  const ticket = await newChat();
  world.telegram.control.addFault({ kind: "error", code: 429, retryAfter: 7, method: "sendChatAction" });
  await showTyping(world.context, ticket);
  expect(world.logged.at(-1)).toContain("A typing sign could not be sent");
  expect(world.logged.at(-1)).not.toContain(world.channels.harbour.token);
  world.clock.advance(59_000);
  await showTyping(world.context, ticket);
  expect(asked()).toHaveLength(1);
  world.clock.advance(1_000);
  await showTyping(world.context, ticket);
  expect(asked()).toHaveLength(2);
});

test("eight typing signs of an account are under way at most; another account has its own", async () => {
  const tickets = await Promise.all(Array.from({ length: 10 }, newChat));
  const { adapters } = world.context;
  const hung = Promise.withResolvers<void>();
  const shown: string[] = [];
  const show = (channel: { id: string }) => {
    shown.push(channel.id);
    return hung.promise;
  };
  world.context.adapters = {
    of: (platform) => ({ ...adapters.of(platform), typing: { show, lasts: 5000 } }),
  };
  try {
    const signs = tickets.map((ticket) => showTyping(world.context, ticket));
    const other = await world.ticket({ department: "general" });
    signs.push(showTyping(world.context, other));
    await vi.waitFor(() => expect(shown).toHaveLength(9));
    hung.resolve();
    await Promise.all(signs);
    expect(shown.filter((id) => id === other.channel_id)).toHaveLength(1);
    await showTyping(world.context, tickets[9] as TicketRow);
    expect(shown).toHaveLength(10);
  } finally {
    world.context.adapters = adapters;
  }
});

test("a typing sign of the live connection reaches the phone; one from an agent who may not reply does not", async () => {
  const live = await startLive(world);
  const ticket = await newChat();
  const line = async (agent: "mira" | "jonas") =>
    connectSocket(live.url, {
      origin: world.context.config.consoleOrigin,
      cookie: await world.as(agent).cookie(),
    });
  expect(await (await line("jonas")).emit("typing", { ticketid: ticket.id })).toMatchObject({ ok: false });
  expect(await (await line("mira")).emit("typing", { ticketid: ticket.id })).toEqual({ ok: true });
  await world.telegram.control.waitForRequest({ method: "sendChatAction" });
  expect(asked()).toHaveLength(1);
  await live.close();
});
