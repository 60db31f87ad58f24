import type { ErrorAnswer } from "@parley/contract/errors";
import type { Message } from "@parley/contract/messages";
import type { FilledVariable } from "@parley/contract/templates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declare } from "../../../../test/world/declare.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { plantTemplate } from "../../../../test/world/templates.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { deliver } from "../../channels/outbound/deliver.ts";
import type { Outgoing } from "../../channels/seam/adapter.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = world.channels.harbour;
  await world.desk("harbour", async (scope) => {
    await plantTemplate(scope, id);
    await plantTemplate(scope, id, {
      name: "order_ready",
      components: {
        header: "Order {{1}}",
        body: "Hello {{1}}, it waits at {{2}}.",
        footer: "Harbour Travel",
        buttons: [],
        variables: [
          { part: "header", name: "1", sample: "7" },
          { part: "body", name: "1", sample: "Olena" },
          { part: "body", name: "2", sample: "pier 4" },
        ],
        other: false,
      },
    });
    await plantTemplate(scope, id, { name: "greeting", language: "bg", status: "rejected" });
    await plantTemplate(scope, id, {
      name: "picture",
      components: { header: null, body: "Look", footer: null, buttons: [], variables: [], other: true },
    });
  });
  await world.desk("northwind", (scope) =>
    plantTemplate(scope, world.channels.northwind.id, { name: "elsewhere" }),
  );
  declare(world.context, { replyWindow: 3_600_000 });
});
afterAll(() => world.close());

const client: FilledVariable = { part: "body", name: "client", value: "Olena" };
const greeting = { name: "greeting", language: "en", variables: [client] };
const mine = (facts = {}) => world.ticket({ handler: "mira", ...facts });
const send = (ticketid: string, body: object = greeting, agent: AgentName = "mira") =>
  world.as(agent).post("/send-template", { ticketid, ...body });
const close = ({ id }: { id: string }) =>
  world.desk("harbour", ({ db, now }) =>
    db.updateTable("ticket").set({ reply_window_until: now }).where("id", "=", id).execute(),
  );
const lastSeq = async ({ id }: { id: string }) =>
  (
    await world.desk("harbour", ({ db }) =>
      db.selectFrom("ticket").select("last_seq").where("id", "=", id).executeTakeFirstOrThrow(),
    )
  ).last_seq;

test("a template is refused signed out, for a colleague's ticket, another company's and a closed one", async () => {
  const ticket = await mine();
  expect((await world.stranger.post("/send-template", { ticketid: ticket.id, ...greeting })).statusCode).toBe(
    401,
  );
  expect((await send(ticket.id, greeting, "jonas")).statusCode).toBe(403);
  expect((await send(ticket.id, greeting, "omar")).statusCode).toBe(404);
  expect((await send((await mine({ closed: true })).id)).json<ErrorAnswer>().code).toBe("ticket_closed");
  expect(await lastSeq(ticket)).toBe(1);
});

test.each([
  ["an unknown name", { ...greeting, name: "goodbye" }, 400, "template_unknown"],
  ["another company's", { ...greeting, name: "elsewhere" }, 400, "template_unknown"],
  ["a language without it", { ...greeting, language: "fr" }, 400, "template_unknown"],
  ["one that is not approved", { ...greeting, language: "bg" }, 409, "template_not_approved"],
  ["one with a picture", { ...greeting, name: "picture", variables: [] }, 409, "template_not_sendable"],
  ["a variable missing", { ...greeting, variables: [] }, 400, "template_variables"],
  ["one twice", { ...greeting, variables: [client, client] }, 400, "template_variables"],
  [
    "one of another part",
    { ...greeting, variables: [{ ...client, part: "header" }] },
    400,
    "template_variables",
  ],
  [
    "two lines",
    { ...greeting, variables: [{ ...client, value: "Olena\nK" }] },
    400,
    "template_variable_text",
  ],
  [
    "five spaces",
    { ...greeting, variables: [{ ...client, value: "O     K" }] },
    400,
    "template_variable_text",
  ],
])(
  "a template with %s is refused with its reason, and nothing is queued",
  async (_what, body, status, code) => {
    const ticket = await mine();
    const answer = await send(ticket.id, body);
    expect([answer.statusCode, answer.json<ErrorAnswer>().reason?.code]).toEqual([status, code]);
    expect(await lastSeq(ticket)).toBe(1);
  },
);

test("a template after the window is queued, shown with its text, and marked as a template", async () => {
  const ticket = await mine();
  await close(ticket);
  const variables = [
    { part: "header", name: "1", value: "A-7" },
    { part: "body", name: "2", value: "pier 4" },
    { part: "body", name: "1", value: "Olena" },
  ];
  const answer = await send(ticket.id, { name: "order_ready", language: "en", variables });
  expect([answer.statusCode, answer.json<Message>()]).toEqual([
    200,
    expect.objectContaining({
      type: "text",
      content: "Order A-7\n\nHello Olena, it waits at pier 4.\n\nHarbour Travel",
      template: { name: "order_ready", language: "en" },
      status: "queued",
    }),
  ]);
  const chat = await world.as("mira").get(`/get-chat-slice?ticketid=${ticket.id}&before=9`);
  expect(chat.body).toContain('"template":{"name":"order_ready","language":"en"}');
});

test("a repeat of the id is the same row, even after the template is rejected", async () => {
  const ticket = await mine();
  const body = { ...greeting, messageid: crypto.randomUUID() };
  const first = await send(ticket.id, body);
  await status("rejected");
  const repeat = await send(ticket.id, body);
  await status("approved");
  expect([repeat.statusCode, repeat.body]).toEqual([200, first.body]);
  expect(await lastSeq(ticket)).toBe(2);

  function status(now: string) {
    return world.desk("harbour", ({ db }) =>
      db
        .updateTable("message_template")
        .set({ status: now })
        .where("name", "=", "greeting")
        .where("language", "=", "en")
        .execute(),
    );
  }
});

test("the adapter gets name, language and variables, after the window and on a retry, too", async () => {
  const ticket = await mine();
  const { messageid } = (await send(ticket.id)).json<Message>();
  await close(ticket);
  const sent: Outgoing[] = [];
  const { adapters } = world.context;
  world.context.adapters = {
    of: (platform) => ({
      ...adapters.of(platform),
      send: async (_channel, message) => {
        sent.push(message);
        return { outcome: "refused", reason: { code: "text", facts: { says: "Paused" } } };
      },
    }),
  };
  try {
    await deliverNow();
    expect(
      (await world.as("mira").post("/retry-message", { ticketid: ticket.id, messageid })).statusCode,
    ).toBe(200);
    await deliverNow();
  } finally {
    world.context.adapters = adapters;
  }
  expect(sent.map(({ template, content }) => [template, content])).toEqual([
    [greeting, "Hello Olena, how can we help?"],
    [greeting, "Hello Olena, how can we help?"],
  ]);

  function deliverNow() {
    return deliver(
      world.context,
      { companyId: ticket.company_id, ticketId: ticket.id },
      new AbortController().signal,
    );
  }
});
