/** Carries out each operation of `docs/openapi-v1.json` with its own example, in a world that is made for it. */
import { keyAbilities } from "@parley/contract/key-abilities";
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../test/world/form.ts";
import { makeKey, type Program } from "../../../test/world/keys.ts";
import { connectMailbox } from "../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { describeProgramCalls } from "./openapi.ts";
import { type ExampleId, exampleIds } from "./program-examples.ts";

type Parameter = { in: string; name: string; required?: boolean; example?: unknown };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
};
const operations = Object.entries(describeProgramCalls().paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(
    ([method, operation]) => [operation.operationId, method.toUpperCase(), path, operation] as const,
  ),
);

let world: World;
let crm: Program;
let own: Program;
const known: Partial<Record<ExampleId, string>> = {};
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: [...keyAbilities] });
  own = await makeKey(world, "mira", { own: true, abilities: ["readTickets", "answerTickets"] });
  const ingrid = world.as("ingrid");
  known.department = world.departments.bookings.id;
  known.agent = world.agents.jonas.id;
  known.channel = (await connectMailbox(world)).id;
  const { connect } = world.telegram.control.createAccount({ platform: "gateway", name: "SMS" });
  known.gateway = (await ingrid.post("/channels/gateway/connect", connect)).json().channelid;
  known.tag = (await ingrid.post("/create-tag", { name: "Refund" })).json().tagid;
  for (const owner of ["ticket", "client", "organisation"] as const) {
    const made = await ingrid.post("/admin/create-field", { owner, name: `Of a ${owner}`, type: "text" });
    known[`${owner}Field`] = made.json().fieldid;
  }
});
afterAll(() => world.close());

test("each operation has an example of its parameters and its body", () => {
  expect(operations.length).toBeGreaterThan(45);
  for (const [name, , , { parameters = [], requestBody }] of operations) {
    const lacking = parameters.filter(({ required, example }) => required && example === undefined);
    expect([name, lacking.map((one) => one.name)]).toEqual([name, []]);
    const body = requestBody?.content["application/json"];
    expect([name, body === undefined || body.example !== undefined]).toEqual([name, true]);
  }
});

test.each(operations)("%s is carried out with its example", async (name, method, path, operation) => {
  await plant(name);
  const by = name === "acceptTicket" ? own : crm;
  const { parameters = [], requestBody } = operation;
  const shownOf = (parameter: Parameter) => encodeURIComponent(real(String(parameter.example)));
  const given = parameters.filter(({ example }) => example !== undefined);
  const filled = given
    .filter((one) => one.in === "path")
    .reduce((url, one) => url.replace(`{${one.name}}`, shownOf(one)), path);
  const query = given.filter((one) => one.in === "query").map((one) => `${one.name}=${shownOf(one)}`);
  const url = `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const sent = requestBody?.content["multipart/form-data"]
    ? form({ caption: "The map" }, { name: "map.txt", content: "Quay 4" })
    : { payload: requestBody?.content["application/json"]?.example as object | undefined, headers: {} };
  const payload = Buffer.isBuffer(sent.payload)
    ? sent.payload
    : sent.payload && JSON.parse(real(JSON.stringify(sent.payload)));
  const answer = await world.app.inject({
    method: method as "GET",
    url,
    headers: { ...by.headers, ...sent.headers },
    ...(payload && { payload }),
  });
  expect([name, answer.statusCode, answer.statusCode < 300 ? "" : answer.body]).toEqual([
    ...[name, expect.toBeOneOf([200, 201]), ""],
  ]);
});

/** The text with the world's ids in place of the examples'. */
const real = (text: string): string =>
  Object.entries(exampleIds).reduce(
    (all, [of, id]) => all.replaceAll(id, known[of as ExampleId] ?? id),
    text,
  );

/** Plants what the operation is about. */
async function plant(name: string): Promise<void> {
  const handler = name === "acceptTicket" ? undefined : "mira";
  known.ticket = (await world.ticket({ department: "bookings", handler })).id;
  if (name === "reopenTicket") await crm.post(`/tickets/${known.ticket}/close`, { silently: true });
  known.client = await idOf(
    crm.post("/clients", {
      name: "Henrik",
      mail: { channel_id: known.channel, address: `henrik.${known.ticket}@aas.example` },
    }),
  );
  known.note = await idOf(crm.post(`/tickets/${known.ticket}/notes`, { text: "Paid" }));
  known.organisation = await idOf(crm.post("/organisations", { name: `Aas ${known.ticket}` }));
  if (/webhook|deliver|resend/i.test(name)) await plantWebhook();
  if (name === "getFile") await plantFile();
}

async function plantWebhook(): Promise<void> {
  const body = { name: "CRM", url: "https://crm.example.com/", types: ["ticket_close"] };
  for (const { id } of (await crm.get("/webhooks")).json().data) await crm.delete(`/webhooks/${id}`);
  known.webhook = await idOf(crm.post("/webhooks", body));
  await crm.post(`/webhooks/${known.webhook}/test`, { type: "ticket_close" });
  known.delivery = (await crm.get(`/webhooks/${known.webhook}/deliveries`)).json().data[0].id;
}

async function plantFile(): Promise<void> {
  const sent = form({}, { name: "map.txt", content: "Quay 4" });
  const url = `/api/v1/tickets/${known.ticket}/files`;
  const headers = { ...crm.headers, ...sent.headers };
  const answer = await world.app.inject({ method: "POST", url, headers, payload: sent.payload });
  known.file = answer.json().files[0].id;
}

const idOf = async (answer: ReturnType<Program["post"]>): Promise<string> => (await answer).json().id;
