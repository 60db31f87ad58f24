/** The reply window and templates at the provider's HTTP edge, played by its simulator. */
import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WhatsAppControl } from "../../../../simulator/src/whatsapp/control.ts";
import { driveWhatsApp } from "../../../../simulator/src/whatsapp/driver.ts";
import { officeOf } from "../../../../simulator/src/whatsapp/office.ts";
import { stateOf } from "../../../../simulator/src/whatsapp/state.ts";
import { plantTemplate as plantAtProvider } from "../../../../simulator/src/whatsapp/templates.ts";
import { plantTemplate } from "../../../../test/world/templates.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receiveReceipt } from "../inbound/receive-receipt.ts";
import { deliver } from "../outbound/deliver.ts";

const day = 24 * 3_600_000;

let world: World;
let driver: ReturnType<typeof driveWhatsApp>;
let account: string;
let channelid: string;
let wabaId: string;
beforeAll(async () => {
  world = await createWorld();
  driver = driveWhatsApp(world.telegram, async (url, headers, payload) => {
    const all = { "content-type": "application/json", ...headers };
    return (await world.app.inject({ method: "POST", url, headers: all, payload })).statusCode;
  });
  const made = driver.newAccount();
  account = made.externalId;
  const body = { ...made.body, departmentid: world.departments.bookings.id };
  const answer = await world.as("ingrid").post("/channels/whatsapp/connect", body);
  expect(answer.statusCode, answer.body).toBe(200);
  ({ channelid } = answer.json<{ channelid: string }>());
  await world.desk("harbour", (scope) => plantTemplate(scope, channelid));
  wabaId = (made.body as { waba_id: string }).waba_id;
  plantAtProvider(world.telegram.network, wabaId, { components: [greetingBody, thanks] });
});
afterAll(() => world.close());

const greetingBody = { type: "BODY", text: "Hello {{client}}, how can we help?" };
const thanks = { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Thanks" }] };
const variables = [{ part: "body", name: "client", value: "Olena" }];
const greeting = { name: "greeting", language: "en", variables };

async function conversation() {
  const client = await driver.newClient(account);
  await client.write("Where is order 7?");
  await driver.delivered(account);
  const ticket = await ticketOf(client);
  await world.as("mira").post("/acceptTicket", { ticketid: ticket.id });
  return { client, ticket };
}
const ticketOf = ({ externalId }: { externalId: string }) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .selectAll()
      .where("client_external_id", "=", externalId)
      .executeTakeFirstOrThrow(),
  );
const send = async (path: string, body: object) =>
  (await world.as("mira").post(path, body)).json<Message>().messageid;
const deliverNow = ({ id: ticketId, company_id: companyId }: { id: string; company_id: string }) =>
  deliver(world.context, { companyId, ticketId }, new AbortController().signal);
const outcome = (id: string) =>
  world.desk("harbour", async ({ db }) => {
    const row = await db
      .selectFrom("message")
      .select(["status", "status_reason"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [row.status, row.status_reason?.code];
  });

test("the window is a day from the client's message, in the provider's whole seconds", async () => {
  const { ticket } = await conversation();
  const until = ticket.reply_window_until?.getTime() ?? 0;
  expect(until % 1000).toBe(0);
  expect(Math.abs(until - day - Date.now())).toBeLessThan(120_000);
});

test("the provider's own refusal of a closed window gives the same reason", async () => {
  const { ticket } = await conversation();
  const messageid = await send("/send-message", { ticketid: ticket.id, content: "It is on its way." });
  world.telegram.control.addFault({ kind: "error", code: 131_047, bot: Number(account), method: "messages" });
  await deliverNow(ticket);
  expect(await outcome(messageid)).toEqual(["failed", "reply_window_closed"]);
});

test("a refusal for a closed window closes the desk's own window at once, until the client writes", async () => {
  const { client, ticket } = await conversation();
  await send("/send-message", { ticketid: ticket.id, content: "It is on its way." });
  world.telegram.control.addFault({ kind: "error", code: 131_047, bot: Number(account), method: "messages" });
  world.published.length = 0;
  await deliverNow(ticket);
  const shown = world.published.find(({ event }) => event === "updateTicket")?.payload;
  expect(shown).toMatchObject({ ticketid: ticket.id });
  expect(Date.parse((shown as { reply_window_until: string }).reply_window_until)).toBeLessThanOrEqual(
    world.clock.now().getTime(),
  );
  const body = { ticketid: ticket.id, content: "Once more" };
  expect((await world.as("mira").post("/send-message", body)).json()).toMatchObject({
    code: "reply_window_closed",
  });
  world.clock.advance(2000);
  await client.write("Still here");
  await driver.delivered(account);
  expect((await world.as("mira").post("/send-message", body)).statusCode).toBe(200);
});

test("a refusal that is reported after the client wrote again closes nothing", async () => {
  const { client, ticket } = await conversation();
  const messageid = await send("/send-message", { ticketid: ticket.id, content: "It is on its way." });
  await deliverNow(ticket);
  await client.write("Still here");
  await driver.delivered(account);
  const before = (await ticketOf(client)).reply_window_until;
  await world.desk("harbour", (scope) =>
    receiveReceipt(
      { scope, channel: { id: channelid } },
      {
        externalId: client.received()[0]?.id ?? "",
        status: "failed",
        reason: reasonOf("reply_window_closed"),
      },
    ),
  );
  expect(await outcome(messageid)).toEqual(["failed", "reply_window_closed"]);
  expect((await ticketOf(client)).reply_window_until).toEqual(before);
});

test("a template reaches the client by name, language and variables", async () => {
  const { client, ticket } = await conversation();
  const messageid = await send("/send-template", { ticketid: ticket.id, ...greeting });
  await deliverNow(ticket);
  expect(await outcome(messageid)).toEqual(["sent", undefined]);
  const kept = stateOf(world.telegram.network).find(account, client.received()[0]?.id ?? "");
  expect(kept?.kept.content).toMatchObject({
    type: "template",
    template: {
      name: "greeting",
      language: { code: "en" },
      components: [{ type: "body", parameters: [{ type: "text", parameter_name: "client", text: "Olena" }] }],
    },
  });
});

test("a press on a template's quick reply arrives as a message that quotes it", async () => {
  const { client, ticket } = await conversation();
  const messageid = await send("/send-template", { ticketid: ticket.id, ...greeting });
  await deliverNow(ticket);
  const { network } = world.telegram;
  const person = stateOf(network).people.get(client.externalId);
  if (!person) throw new Error("The client is not there");
  new WhatsAppControl(network).phone(account, person).press(client.received()[0]?.id ?? "", "Thanks");
  await driver.delivered(account);
  const pressed = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select(["type", "is_agent", "original_id"])
      .where("ticket_id", "=", ticket.id)
      .where("content", "=", "Thanks")
      .executeTakeFirst(),
  );
  expect(pressed).toEqual({ type: "text", is_agent: false, original_id: messageid });
});

test.each<[string, Parameters<typeof plantAtProvider>[2], string]>([
  [
    "other variables",
    { components: [{ ...greetingBody, text: "Hello {{client}}, order {{order}}." }] },
    "template_variables",
  ],
  [
    "another name for its variable",
    { components: [{ ...greetingBody, text: "Hello {{name}}, hi." }] },
    "template_variables",
  ],
  ["another language only", { language: "bg" }, "template_unknown"],
  [
    "a text that becomes too long",
    { components: [{ ...greetingBody, text: `Hello {{client}}, ${"o".repeat(1020)}` }] },
    "template_too_long",
  ],
  ["a pause", { status: "PAUSED" }, "template_not_approved"],
  ["an end", { status: "DISABLED" }, "template_not_approved"],
])("a template that has %s at the provider fails with the reason", async (_case, facts, reason) => {
  const { network } = world.telegram;
  for (const [id, one] of officeOf(network).templates)
    if (one.wabaId === wabaId) officeOf(network).templates.delete(id);
  plantAtProvider(network, wabaId, facts);
  const { ticket } = await conversation();
  const messageid = await send("/send-template", { ticketid: ticket.id, ...greeting });
  await deliverNow(ticket);
  expect(await outcome(messageid)).toEqual(["failed", reason]);
});
