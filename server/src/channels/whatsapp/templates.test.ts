/** Templates from their submission to the provider's verdict. */
import type { MessageTemplate } from "@parley/contract/templates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { review } from "../../../../simulator/src/whatsapp/templates.ts";
import { type ConnectedNumber, openNumbers } from "../../../../test/world/numbers.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let numbers: ReturnType<typeof openNumbers>;
let own: ConnectedNumber;
beforeAll(async () => {
  world = await createWorld();
  numbers = openNumbers(world);
});
afterAll(() => world.close());

const submit = (agent: AgentName, body: object) => world.as(agent).post("/submit-whatsapp-template", body);
const list = async (channelid = own.channelid) =>
  (await world.as("ingrid").get(`/channels/${channelid}/templates`)).json<MessageTemplate[]>();
const find = async (name: string) => (await list()).find((template) => template.name === name);
const texts = { template_title: "We are back", template_text: "We are open again." };
const atProvider = (name: string) => {
  const template = [...numbers.office.templates.values()].find((one) => one.name === name);
  if (!template) throw new Error(`The provider has no template ${name}`);
  return template;
};

test("no template can be submitted without a number", async () => {
  const answer = await submit("freya", texts);
  expect([answer.statusCode, answer.json().reason.code]).toEqual([400, "no_number_connected"]);
  own = await numbers.connect("ingrid", { name: "Harbour Travel" });
});

test("only an administrator submits, and for a number of their company", async () => {
  expect((await world.stranger.post("/submit-whatsapp-template", texts)).statusCode).toBe(401);
  for (const agent of ["mira", "tomas"] as const) expect((await submit(agent, texts)).statusCode).toBe(403);
  expect((await submit("freya", { ...texts, channelid: own.channelid })).statusCode).toBe(404);
  expect(numbers.office.templates.size).toBe(0);
});

test("title and text are both required, and blanks do not count", async () => {
  for (const body of [{}, { ...texts, template_title: "  " }, { ...texts, template_text: "\n" }])
    expect((await submit("ingrid", body)).statusCode).toBe(400);
});

test("a title and a text alone are submitted in lowercase, pending, with the title kept", async () => {
  const answer = await submit("ingrid", {
    template_title: " We are back! ",
    template_text: " We are open. ",
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    title: "We are back!",
    name: "we_are_back",
    language: "en",
    category: "utility",
    status: "pending",
    reason: null,
    components: {
      header: null,
      body: "We are open.",
      footer: null,
      buttons: [],
      variables: [],
      other: false,
    },
  });
  expect(await list()).toEqual([answer.json()]);
});

test("a template with all its parts is sent in the provider's form, and comes back the same", async () => {
  const answer = await submit("ingrid", {
    template_title: "Booking changed",
    template_text: "Hello {{client}}, your booking {{booking}} was changed.",
    category: "marketing",
    language: "bg",
    header: "News for {{client}}",
    footer: "Harbour Travel",
    buttons: [
      { type: "quick_reply", text: "Thanks" },
      { type: "url", text: "Details", url: "https://harbour.example/bookings" },
    ],
    samples: { client: "Aylin", booking: "HT-20874" },
  });
  expect(answer.statusCode).toBe(200);
  expect(atProvider("booking_changed").components).toEqual([
    {
      type: "HEADER",
      format: "TEXT",
      text: "News for {{client}}",
      example: { header_text_named_params: [{ param_name: "client", example: "Aylin" }] },
    },
    {
      type: "BODY",
      text: "Hello {{client}}, your booking {{booking}} was changed.",
      example: {
        body_text_named_params: [
          { param_name: "client", example: "Aylin" },
          { param_name: "booking", example: "HT-20874" },
        ],
      },
    },
    { type: "FOOTER", text: "Harbour Travel" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "URL", text: "Details", url: "https://harbour.example/bookings" },
      ],
    },
  ]);
  world.clock.advance(2 * 60_000);
  await world.drain();
  expect(await find("booking_changed")).toMatchObject({
    title: "Booking changed",
    components: answer.json().components,
  });
});

test("a template that the provider would refuse without a review is refused here, with its reason", async () => {
  const cases: [string, object][] = [
    ["template_variable_at_edge", { template_text: "{{client}}, hello" }],
    ["template_variables_adjacent", { template_text: "Hello {{a}} {{b}} there" }],
    ["template_variables_mixed", { template_text: "Hello {{1}} and {{name}}, dear" }],
    ["template_variables_unordered", { template_text: "Hello {{2}}, dear" }],
    ["template_header_variables", { header: "{{a}} and {{b}}" }],
    ["template_sample_missing", { template_text: "Hello {{client}}, dear", samples: { client: " " } }],
  ];
  for (const [code, body] of cases) {
    const answer = await submit("ingrid", { ...texts, template_title: "Wrong", ...body });
    expect([answer.statusCode, answer.json().reason.code]).toEqual([400, code]);
  }
});

test("a provider's refusal is shown in its own words, and nothing is kept", async () => {
  const before = await list();
  const answer = await submit("ingrid", texts);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: "provider_refused",
    reason: { code: "provider", facts: { says: expect.stringContaining("already content in en") } },
  });
  expect(await list()).toEqual(before);
});

test("a title without any of the provider's letters still has a name", async () => {
  const names = [];
  for (const template_title of ["Добър ден", "こんにちは"])
    names.push((await submit("ingrid", { ...texts, template_title })).json<MessageTemplate>().name);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^template_[0-9a-f]{10}$/);
});

test("the verdict comes by the webhook at once, with the reviewer's reason", async () => {
  const app = numbers.control.createApp();
  const other = await numbers.connect("ingrid", { name: "Own app", app });
  app.callbackUrl = `https://desk.example/webhooks/whatsapp/${other.channelid}`;
  await submit("ingrid", { ...texts, template_title: "Autumn offer", channelid: other.channelid });
  const { id } = atProvider("autumn_offer");
  world.published.length = 0;
  await review(numbers.network, id, { status: "REJECTED", reason: "PROMOTIONAL" });
  expect((await list(other.channelid))[0]).toMatchObject({
    status: "rejected",
    reason: { code: "template_promotional" },
  });
  expect(world.published).toContainEqual(
    expect.objectContaining({
      event: "channelUpdate",
      payload: { channelid: other.channelid, tickets: false },
    }),
  );
  await review(numbers.network, id, { status: "REJECTED", reason: "SCAM", says: "It promises a prize." });
  expect((await list(other.channelid))[0]?.reason).toEqual({
    code: "provider",
    facts: { provider: "WhatsApp", says: "It promises a prize." },
  });
  await review(numbers.network, id, { status: "APPROVED", category: "MARKETING" });
  expect((await list(other.channelid))[0]).toMatchObject({
    status: "approved",
    category: "marketing",
    reason: null,
  });
});

test("a verdict that another company's app signed changes nothing", async () => {
  const app = numbers.control.createApp();
  const theirs = await numbers.connect("freya", { name: "Northwind", app });
  app.callbackUrl = `https://desk.example/webhooks/whatsapp/${theirs.channelid}`;
  const { id } = atProvider("we_are_back");
  const waba = numbers.subscribe(own.wabaId, app.id);
  await review(numbers.network, id, { status: "DISABLED" });
  waba.undo();
  expect((await find("we_are_back"))?.status).toBe("pending");
  await review(numbers.network, id, { status: "PENDING" }, { silently: true });
});

test("templates made at the provider are there after connecting; those deleted there are gone", async () => {
  const { wabaId } = own;
  await submit("ingrid", { ...texts, template_title: "Deleted there" });
  const headers = { type: "HEADER", format: "IMAGE" };
  const body = { type: "BODY", text: "Look." };
  numbers.office.templates.set("77", {
    ...{ id: "77", wabaId, name: "with_picture", language: "en", category: "MARKETING", status: "APPROVED" },
    components: [headers, body],
    rejectedReason: "NONE",
  });
  numbers.office.templates.delete(atProvider("deleted_there").id);
  const second = await numbers.connect("ingrid", { name: "Harbour Boats", wabaId });
  await world.drain();
  const names = (await list(second.channelid)).map(({ name, components }) => [name, components.other]);
  expect(names).toContainEqual(["with_picture", true]);
  expect(names).toContainEqual(["we_are_back", false]);
  expect(names.map(([name]) => name)).not.toContain("deleted_there");
});

test("a further submission does not delay the poll of the one before", async () => {
  await submit("ingrid", { ...texts, template_title: "Spring offer" });
  await review(numbers.network, atProvider("spring_offer").id, { status: "APPROVED" }, { silently: true });
  world.clock.advance(90_000);
  await submit("ingrid", { ...texts, template_title: "Summer offer" });
  world.clock.advance(30_000);
  await world.drain();
  expect((await find("spring_offer"))?.status).toBe("approved");
  for (const name of ["spring_offer", "summer_offer"]) {
    const { id } = atProvider(name);
    numbers.office.templates.delete(id);
  }
  world.clock.advance(120_000);
  await world.drain();
});

test("a verdict that no webhook reported is polled, less and less often and for two days at most", async () => {
  await review(numbers.network, atProvider("we_are_back").id, { status: "APPROVED" }, { silently: true });
  let asked = 0;
  for (let quarter = 0; quarter < 4 * 72; quarter += 1) {
    const before = world.clock.now();
    world.clock.advance(15 * 60_000);
    const job = await nextFetch();
    if (job && job > before && job <= world.clock.now()) asked += 1;
    await world.drain();
  }
  expect(await statuses()).toEqual({ booking_changed: "pending", we_are_back: "approved" });
  expect(asked).toBeGreaterThan(4);
  expect(asked).toBeLessThanOrEqual(9);
  expect(await nextFetch()).toBeNull();
});

const statuses = () =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db
      .selectFrom("message_template")
      .select(["name", "status"])
      .where("channel_id", "=", own.channelid)
      .where("name", "in", ["we_are_back", "booking_changed"])
      .execute();
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  });

async function nextFetch(): Promise<Date | null> {
  const { rows } = await world.context.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where task_identifier = 'fetch_templates' and key = $1",
    [`fetch_templates:${own.channelid}`],
  );
  return rows[0]?.run_at ?? null;
}
