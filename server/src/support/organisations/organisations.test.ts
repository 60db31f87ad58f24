import { randomUUID } from "node:crypto";
import type { ClientList, ClientProfile, ClientRow } from "@parley/contract/client-profiles";
import type { ClientDetails } from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import type { Organisation, OrganisationList } from "@parley/contract/organisations";
import type { TicketTable } from "@parley/contract/ticket-table";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", async ({ db, now }) => {
    await db.updateTable("client").set({ organisation_id: null }).execute();
    await db.deleteFrom("organisation_domain").execute();
    await db.updateTable("organisation").set({ deleted_on: now }).execute();
  });
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const post = (path: string, body: object, agent: Agent = "ingrid") => world.as(agent).post(path, body);
const make = (body: object, agent: Agent = "ingrid") =>
  post("/admin/create-organisation", { name: "Pier Foods", ...body }, agent);
const made = async (body: object = {}, agent: Agent = "ingrid") =>
  (await make(body, agent)).json<Organisation>();
const choose = (clientids: string[], organisationid: string | null, agent: Agent = "ingrid") =>
  post("/admin/choose-organisation", { clientids, organisationid }, agent);
const list = async (query = "", agent: Agent = "ingrid") =>
  (await world.as(agent).get(`/organisations${query}`)).json<OrganisationList>();
const names = async (query = "", agent: Agent = "ingrid") =>
  (await list(query, agent)).organisations.map(({ name }) => name);
const one = (id: string, agent: Agent = "ingrid") => world.as(agent).get(`/organisations/${id}`);
const ofClient = async (id: string) =>
  (await world.as("ingrid").get(`/admin/${id}/get-client`)).json<ClientProfile>().client.organisation;
const reason = (answer: { json: () => { reason?: { code: string } } }) => answer.json().reason?.code;

test("a caller who is signed out reads no organisation, and an agent makes, changes and deletes none", async () => {
  const { organisationid } = await made();
  const { client_id } = await world.ticket();
  expect((await world.stranger.get("/organisations")).statusCode).toBe(401);
  for (const agent of ["mira", "tomas"] as const) {
    expect((await make({ name: "Mine" }, agent)).statusCode).toBe(403);
    expect((await choose([client_id], organisationid, agent)).statusCode).toBe(403);
    for (const path of ["/admin/update-organisation", "/admin/delete-organisation"])
      expect((await post(path, { organisationid, name: "Mine" }, agent)).statusCode).toBe(403);
  }
  expect(await names()).toEqual(["Pier Foods"]);
});

test("another company's organisation is neither listed, found, changed, deleted nor filled", async () => {
  const { organisationid } = await made();
  const { client_id: theirs } = await world.ticket({ department: "general" });
  const { client_id: own } = await world.ticket();
  expect(await names("", "freya")).toEqual([]);
  expect(reason(await one(organisationid, "freya"))).toBe("organisation_unknown");
  for (const path of ["/admin/update-organisation", "/admin/delete-organisation"])
    expect((await post(path, { organisationid }, "freya")).statusCode).toBe(404);
  expect((await choose([theirs], organisationid, "freya")).statusCode).toBe(404);
  expect((await choose([own, theirs], organisationid)).statusCode).toBe(404);
  expect(await ofClient(own)).toBeUndefined();
});

test("an agent reads the organisations of clients whom they see, and no others", async () => {
  const [mine, others] = [await made(), await made({ name: "Quay Lines" })];
  const seen = await world.ticket();
  const hidden = await world.ticket({ department: "refunds" });
  await choose([seen.client_id, hidden.client_id], mine.organisationid);
  const { client_id } = await world.ticket({ department: "refunds" });
  await choose([client_id], others.organisationid);
  expect((await list("", "mira")).organisations).toMatchObject([{ name: "Pier Foods", clients: 1 }]);
  expect((await list("", "mira")).total).toBe(1);
  expect((await list()).organisations.map(({ clients }) => clients)).toEqual([2, 1]);
  expect((await one(others.organisationid, "mira")).statusCode).toBe(404);
  const tickets = await world.as("mira").get(`/organisations/${mine.organisationid}/tickets`);
  expect(tickets.json<SharedTicket[]>().map(({ ticketid }) => ticketid)).toEqual([seen.id]);
  const clients = await world.as("mira").get(`/admin/get-all-clients?organisation=${mine.organisationid}`);
  expect(clients.json<ClientList>()).toMatchObject({
    totalClients: 1,
    clients: [{ clientid: seen.client_id }],
  });
  const details = await world.as("mira").get(`/${seen.id}/client-details`);
  const organisation = { organisationid: mine.organisationid, name: "Pier Foods" };
  expect(details.json<ClientDetails>()).toEqual({ clientid: seen.client_id, organisation });
});

test.each([
  [{ name: " " }, 400],
  [{ name: "x".repeat(limits.organisationName + 1) }, 400],
  [{ note: "x".repeat(limits.organisationNote + 1) }, 400],
  [{ domains: ["pier"] }, 400],
  [{ domains: ["pier foods.example"] }, 400],
  [{ domains: ["-pier.example"] }, 400],
  [{ domains: ["192.168.0.1"] }, 400],
  [{ domains: ["https://pier.example"] }, 400],
  [{ domains: ["olena@pier.example"] }, 400],
  [{ domains: ["pier.example\0"] }, 400],
  [{ domains: Array.from({ length: limits.organisationDomains + 1 }, (_, at) => `d${at}.example`) }, 400],
])("an organisation %.60j is refused", async (body, status) => {
  expect((await make(body)).statusCode).toBe(status);
  expect(await names()).toEqual([]);
});

test.each(["gmail.com", "GMail.com", "yahoo.co.uk", "hotmail.fr", "web.de", "mail.ru", "abv.bg", "qq.com"])(
  "%s is no organisation's domain, since anyone can have an address there",
  async (domain) => {
    expect(reason(await make({ domains: [domain] }))).toBe("organisation_domain_public");
    expect(await names()).toEqual([]);
  },
);

test("a domain is one organisation's alone, whatever its letters' case and script", async () => {
  const first = await made({ domains: ["@Pier.Example", "bücher.example", "pier.example."] });
  expect(first.domains).toEqual(["pier.example", "bücher.example"]);
  for (const domain of ["PIER.example", "BÜCHER.example", "xn--bcher-kva.example"])
    expect(reason(await make({ name: "Other", domains: [domain] }))).toBe("organisation_domain_taken");
  expect(await names()).toEqual(["Pier Foods"]);
  const update = { organisationid: first.organisationid, domains: ["bücher.example", "yahoo.example"] };
  const changed = (await post("/admin/update-organisation", update)).json<Organisation>();
  expect(changed.domains.toSorted()).toEqual(["bücher.example", "yahoo.example"]);
  expect((await made({ name: "Other", domains: ["pier.example"] })).domains).toEqual(["pier.example"]);
});

test("a name is taken once, without case and accents, also at once", async () => {
  await made({ name: "Café Quay" });
  expect(reason(await make({ name: "CAFE QUAY" }))).toBe("organisation_exists");
  const answers = await Promise.all([make({ name: "Twice" }), make({ name: "Twice" })]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("an organisation is changed in the fields that are given, which the audit log keeps and consoles hear of", async () => {
  const { organisationid } = await made({ note: "Pays late", domains: ["pier.example"] });
  world.published.length = 0;
  const update = (body: object) => post("/admin/update-organisation", { organisationid, ...body });
  expect((await update({ name: "Pier" })).json()).toMatchObject({
    ...{ name: "Pier", note: "Pays late", domains: ["pier.example"] },
  });
  expect((await update({ note: "" })).json()).toMatchObject({ name: "Pier", note: null });
  await update({ note: "" });
  const company = [rooms.company(world.companies.harbour.id)];
  const heard = { event: "organisationsChanged", payload: {}, rooms: company };
  expect(world.published).toEqual([heard, heard]);
  const entries = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("audit_entry")
      .select("changes")
      .where("verb", "=", "organisation_update")
      .orderBy("id", "desc")
      .limit(2)
      .execute(),
  );
  expect(entries.map(({ changes }) => changes)).toEqual([
    { note: { from: "Pays late", to: null } },
    { name: { from: "Pier Foods", to: "Pier" } },
  ]);
});

test("clients are put into an organisation, moved and taken out together, and those who see them get an event", async () => {
  const [one, other] = [await made(), await made({ name: "Quay Lines" })];
  const clients = [
    (await world.ticket()).client_id,
    (await world.ticket({ department: "refunds" })).client_id,
  ];
  world.published.length = 0;
  expect((await choose([...clients, ...clients], one.organisationid)).json()).toEqual({});
  const harbour = world.companies.harbour.id;
  const { bookings, refunds } = world.departments;
  expect(world.published.map(({ event, payload, rooms: to }) => [event, payload, to]).toSorted()).toEqual(
    clients
      .map((clientid, at) => {
        const department = rooms.department(harbour, at === 0 ? bookings.id : refunds.id);
        const payload = { clientid, organisation: { organisationid: one.organisationid } };
        return ["clientChanged", payload, [rooms.everyDepartment(harbour), department]];
      })
      .toSorted(),
  );
  world.published.length = 0;
  await choose(clients, one.organisationid);
  expect(world.published).toEqual([]);
  await choose([clients[0] as string], other.organisationid);
  expect(await ofClient(clients[0] as string)).toEqual({
    organisationid: other.organisationid,
    name: "Quay Lines",
  });
  await choose(clients, null);
  for (const id of clients) expect(await ofClient(id)).toBeUndefined();
});

test("a ticket shows the organisation of its client with its values, in every list and by itself", async () => {
  const define = { owner: "organisation", name: "Plan", type: "text" };
  const { fieldid } = (await post("/admin/create-field", define)).json<{ fieldid: string }>();
  const [gold, silver] = [await made(), await made({ name: "Quay Lines" })];
  const set = (organisationid: string, value: string) =>
    post("/admin/set-organisation-field", { organisationid, fieldid, value });
  await set(gold.organisationid, "Gold");
  await set(silver.organisationid, "Silver");
  const { id, client_id } = await world.ticket();
  const shown = async () => {
    const listed = (await world.as("mira").get("/tickets")).json<Ticket[]>();
    const tickets = [
      listed.find(({ ticketid }) => ticketid === id),
      (await world.as("mira").get(`/tickets/${id}`)).json<Ticket>(),
    ];
    return tickets.map((ticket) => [ticket?.organisation, ticket?.organisation_fields]);
  };
  const twice = <Value>(value: Value) => [value, value];
  expect(await shown()).toEqual(twice([undefined, undefined]));
  await choose([client_id], gold.organisationid);
  expect(world.published.at(-1)?.payload).toEqual({
    clientid: client_id,
    organisation: { organisationid: gold.organisationid, fields: { [fieldid]: "Gold" } },
  });
  expect(await shown()).toEqual(twice([gold.organisationid, { [fieldid]: "Gold" }]));
  await set(gold.organisationid, "Platinum");
  const heard = { event: "organisationsChanged", payload: { organisationid: gold.organisationid } };
  expect(world.published.at(-1)).toMatchObject(heard);
  expect(await shown()).toEqual(twice([gold.organisationid, { [fieldid]: "Platinum" }]));
  await post("/admin/delete-organisation", { organisationid: gold.organisationid });
  expect(world.published.at(-1)).toMatchObject(heard);
  expect(await shown()).toEqual(twice([undefined, undefined]));
  await post("/admin/delete-field", { fieldid });
});

test("more clients than a call takes, and none, are refused", async () => {
  const { organisationid } = await made();
  const many = Array.from({ length: limits.clientsChanged + 1 }, () => randomUUID());
  expect((await choose(many, organisationid)).statusCode).toBe(400);
  expect((await choose([], organisationid)).statusCode).toBe(400);
});

test("merged clients are in the kept one's organisation, else in the other's, until the merge is undone", async () => {
  const { organisationid } = await made();
  const [kept, merged] = [(await world.ticket()).client_id, (await world.ticket()).client_id];
  await choose([merged], organisationid);
  await post(`/admin/${kept}/merge-client`, { clientid: merged });
  expect((await ofClient(kept))?.organisationid).toBe(organisationid);
  expect((await list()).organisations[0]?.clients).toBe(1);
  const { client } = (await world.as("ingrid").get(`/admin/${kept}/get-client`)).json<ClientProfile>();
  await post(`/admin/${client.merged[0]?.mergeid}/unmerge-client`, {});
  expect(await ofClient(kept)).toBeUndefined();
  expect((await ofClient(merged))?.organisationid).toBe(organisationid);
});

test("a deleted organisation is gone with its domains, and its clients stay", async () => {
  const { organisationid } = await made({ domains: ["pier.example"] });
  const { client_id } = await world.ticket();
  await choose([client_id], organisationid);
  expect((await post("/admin/delete-organisation", { organisationid })).json()).toEqual({});
  expect(await ofClient(client_id)).toBeUndefined();
  expect((await one(organisationid)).statusCode).toBe(404);
  expect((await choose([client_id], organisationid)).statusCode).toBe(404);
  expect((await post("/admin/delete-organisation", { organisationid })).statusCode).toBe(404);
  expect((await make({ domains: ["pier.example"] })).statusCode).toBe(200);
});

test("organisations are listed in pages, in each order, and found by a part of the name or a domain", async () => {
  const alphabet = Array.from(
    { length: limits.organisationsPage + 3 },
    (_, at) => `Org ${String(at).padStart(3, "0")}`,
  );
  for (const [at, name] of alphabet.toReversed().entries()) {
    await made({ name, ...(at === 5 && { domains: ["münchen.example"] }) });
    world.clock.advance(1);
  }
  const orders = {
    name: alphabet,
    "-name": alphabet.toReversed(),
    created_on: alphabet.toReversed(),
    "-created_on": alphabet,
  };
  for (const [sort, expected] of Object.entries(orders)) {
    const first = await list(`?sort=${sort}`);
    expect(first.total).toBe(alphabet.length);
    const last = first.organisations.at(-1)?.organisationid;
    const rest = await list(`?sort=${sort}&after=${last}`);
    expect(rest.total).toBeUndefined();
    expect([...first.organisations, ...rest.organisations].map(({ name }) => name)).toEqual(expected);
  }
  expect(await names("?search=ÓRG 00")).toHaveLength(10);
  expect(await names("?search=MÜNCHEN.example")).toEqual([alphabet.at(-6)]);
  expect(await names("?search=nchen")).toEqual([]);
  expect((await world.as("ingrid").get("/organisations?sort=size")).statusCode).toBe(400);
});

test("the table of clients and its file show the organisation", async () => {
  const { organisationid } = await made();
  const { client_id } = await world.ticket();
  await choose([client_id], organisationid);
  const { clients } = (await world.as("ingrid").get("/admin/get-all-clients")).json<ClientList>();
  const shown = clients.find(({ clientid }) => clientid === client_id) as ClientRow;
  expect(shown.organisation).toEqual({ organisationid, name: "Pier Foods" });
  const [titles, ...rows] = (await world.as("ingrid").get("/export-clients")).body.split("\r\n");
  expect(titles).toContain(",organisation,");
  expect(rows.filter((row) => row.includes(",Pier Foods,"))).toHaveLength(1);
});

test("an organisation's fields are set by administrators, shown, filtered by, and in the file; its figures equal a recount", async () => {
  const define = { owner: "organisation", name: "Contract", type: "text" };
  const { fieldid } = (await post("/admin/create-field", define)).json<{ fieldid: string }>();
  const { fieldid: ofClients } = (await post("/admin/create-field", { ...define, owner: "client" })).json<{
    fieldid: string;
  }>();
  const [gold, other] = [await made({ domains: ["pier.example"] }), await made({ name: "Quay Lines" })];
  const set = (field: string, value: unknown, agent: Agent = "ingrid") =>
    post(
      "/admin/set-organisation-field",
      { organisationid: gold.organisationid, fieldid: field, value },
      agent,
    );
  expect((await set(fieldid, "Gold", "mira")).statusCode).toBe(403);
  expect((await set(fieldid, "Gold", "freya")).statusCode).toBe(404);
  expect(reason(await set(ofClients, "Gold"))).toBe("field_unknown");
  expect((await set(fieldid, "Gold")).json<Organisation>().fields).toEqual({ [fieldid]: "Gold" });
  expect(await names(`?field=${fieldid}&value=Gold`)).toEqual(["Pier Foods"]);
  expect(await names(`?field=${fieldid}&value=Silver`)).toEqual([]);
  const [titles, ...rows] = (await world.as("ingrid").get("/export-organisations")).body.split("\r\n");
  expect(titles).toMatch(/^\uFEFF?organisation,domains,clients,created on \(.*\),note,Contract$/);
  expect(rows.filter(Boolean)).toHaveLength(2);
  expect(rows.some((row) => /^Pier Foods,pier.example,0,.*,Gold$/.test(row))).toBe(true);
  expect((await post("/admin/delete-field", { fieldid })).statusCode).toBe(200);
  expect((await one(gold.organisationid)).json<Organisation>().fields).toBeUndefined();

  const clients = [await world.ticket(), await world.ticket({ department: "refunds", closed: true })];
  await choose(
    clients.map(({ client_id }) => client_id),
    gold.organisationid,
  );
  const table = async (query: string, agent: Agent = "ingrid") =>
    (await world.as(agent).get(`/get-tickets?${query}`)).json<TicketTable>();
  const figures = await table(`organisation=${gold.organisationid}`);
  expect(figures.tickets.map(({ ticketid }) => ticketid).toSorted()).toEqual(
    clients.map(({ id }) => id).toSorted(),
  );
  expect(figures.widgetData).toMatchObject({ totalTickets: 2, closedTickets: 1, pendingTickets: 1 });
  expect((await table(`organisation=${gold.organisationid}`, "mira")).widgetData.totalTickets).toBe(1);
  expect((await table(`organisation=${other.organisationid}`)).widgetData.totalTickets).toBe(0);
  expect((await table("")).widgetData.totalTickets).toBeGreaterThan(2);
});
