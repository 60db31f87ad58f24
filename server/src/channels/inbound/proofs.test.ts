import { randomUUID } from "node:crypto";
import type { ClientProfile } from "@parley/contract/client-profiles";
import type { MergeProposal, MergeProposals } from "@parley/contract/merge-proposals";
import type { Organisation } from "@parley/contract/organisations";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox, type MailAccount, type MailFacts } from "../../../../test/world/mail-account.ts";
import { signProof } from "../../../../test/world/proof.ts";
import { connectWebChat, openVisitorBrowser, type WebChat } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Proof } from "../../support/proofs/prove.ts";
import { prove } from "../../support/proofs/prove.ts";

let world: World;
let desk: MailAccount;
let shop: MailAccount;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld();
  const imap = { host: "imap.gmail.com", port: 993, secure: true, user: "desk", password: "x" };
  const credentials = { imap };
  desk = await connectMailbox(world, { credentials });
  shop = await connectMailbox(world, { address: "shop@harbour.example", credentials });
  chat = await connectWebChat(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.desk("harbour", async ({ db, now }) => {
    await db.deleteFrom("merge_proposal").execute();
    await db.deleteFrom("identity_proof").execute();
    await db.updateTable("client").set({ organisation_id: null, organisation_chosen_on: null }).execute();
    await db.deleteFrom("organisation_domain").execute();
    await db.updateTable("organisation").set({ deleted_on: now }).execute();
  });
  await settings(true);
});

type Agent = Parameters<World["as"]>[0];
const post = (path: string, body: object = {}, agent: Agent = "ingrid") => world.as(agent).post(path, body);
const settings = (organisations_join: boolean) =>
  world.as("ingrid").put("/admin/settings", { organisations_join });
const made = async (domain: string) =>
  (await post("/admin/create-organisation", { name: `At ${domain}`, domains: [domain] })).json<Organisation>()
    .organisationid;
/** Gmail's header below the line of its own server. */
const judged = (verdict: string) => [
  "Received: by 2002:a05:6512:3c9e:b0:5a1:77d2:1f0c with SMTP id h30csp1; Sun, 22 Nov 2026 08:00:00 +0000",
  "Received: from out.example by mx.google.com with ESMTPS id a1; Sun, 22 Nov 2026 08:00:00 +0000",
  `Authentication-Results: mx.google.com; ${verdict}`,
];
const mail = (account: MailAccount, from: string, facts: MailFacts = {}) =>
  account.receive({ from, headers: judged("dmarc=pass"), ...facts });
const clientOf = (account: MailAccount, address: string) =>
  world.desk("harbour", async ({ db }) => {
    const { client_id } = await db
      .selectFrom("client_identity")
      .select("client_id")
      .where("channel_id", "=", account.id)
      .where("external_id", "=", address)
      .executeTakeFirstOrThrow();
    return client_id;
  });
const profile = async (id: string) =>
  (await world.as("ingrid").get(`/admin/${id}/get-client`)).json<ClientProfile>().client;
const organisationOf = async (id: string) => (await profile(id)).organisation?.organisationid;
const proposals = async (query = "") =>
  (await world.as("ingrid").get(`/admin/merge-proposals${query}`)).json<MergeProposals>();
const pairOf = ({ client, other }: MergeProposal) => [client.clientid, other.clientid].toSorted();
const pairs = async () => (await proposals()).proposals.map(pairOf);
const address = () => `${randomUUID().slice(0, 8)}@pier.example`;

/** A ticket's client who has proved that. */
async function proven(...proofs: Proof[]): Promise<string> {
  const ticket = await world.ticket();
  const identity = { channelId: ticket.channel_id, externalId: ticket.client_external_id };
  await world.desk("harbour", (scope) => prove(scope, identity, proofs));
  return ticket.client_id;
}
const identityOf = (clientid: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("client_identity").selectAll().where("client_id", "=", clientid).executeTakeFirstOrThrow(),
  );
const number = (value: string): Proof => ({ kind: "number", value });

test("a client joins by the domain of a mail that passed, whatever its script, and those who see them hear of it", async () => {
  const organisation = await made("bücher.example");
  const from = `${randomUUID()}@xn--bcher-kva.example`;
  world.published.length = 0;
  await mail(desk, from);
  const clientid = await clientOf(desk, from);
  expect(await organisationOf(clientid)).toBe(organisation);
  const harbour = world.companies.harbour.id;
  const to = [rooms.everyDepartment(harbour), rooms.department(harbour, world.departments.bookings.id)];
  const payload = { clientid, organisation: { organisationid: organisation } };
  expect(world.published).toContainEqual({ event: "clientChanged", payload, rooms: to });
  const events = world.published.map(({ event }) => event);
  expect(events.indexOf("newTicket")).toBeLessThan(events.indexOf("clientChanged"));
});

test.each([
  ["failed", "dmarc=fail"],
  ["was not judged", "dmarc=none"],
  ["passed for another domain", "dmarc=pass header.from=other.example"],
])("a client whose mail %s joins nothing and is proposed with nobody", async (_what, verdict) => {
  await made("pier.example");
  const from = address();
  await mail(desk, from);
  await post("/admin/choose-organisation", { clientids: [await clientOf(desk, from)], organisationid: null });
  await mail(shop, from, { headers: judged(verdict) });
  expect(await organisationOf(await clientOf(shop, from))).toBeUndefined();
  expect(await pairs()).toEqual([]);
});

test("a client joins nothing where the company does not want it, and with their next mail once it does", async () => {
  const organisation = await made("pier.example");
  await settings(false);
  const from = address();
  await mail(desk, from);
  const id = await clientOf(desk, from);
  expect(await organisationOf(id)).toBeUndefined();
  await settings(true);
  await mail(desk, from);
  expect(await organisationOf(id)).toBe(organisation);
});

test("a client whom an administrator took out, or put elsewhere, stays where they are", async () => {
  await made("pier.example");
  const other = await made("quay.example");
  const from = address();
  await mail(desk, from);
  const id = await clientOf(desk, from);
  for (const organisationid of [null, other]) {
    await post("/admin/choose-organisation", { clientids: [id], organisationid });
    await mail(desk, from);
    expect(await organisationOf(id)).toBe(organisationid ?? undefined);
  }
});

test("a page's visitor joins by the address that it vouches for, and is proposed with who writes from there", async () => {
  const organisation = await made("pier.example");
  const exp = Math.floor(world.clock.now().getTime() / 1000) + 600;
  const sub = randomUUID();
  const jwt = signProof({ sub, name: "Rosa", email: "Rosa@Pier.Example", exp }, chat.identify_secret);
  expect((await openVisitorBrowser(world, chat).post("identify", { jwt })).statusCode).toBe(200);
  const identified = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("client_identity")
      .select("client_id")
      .where("external_id", "=", `sub:${sub}`)
      .executeTakeFirstOrThrow(),
  );
  expect(await organisationOf(identified.client_id)).toBe(organisation);
  await mail(desk, "rosa@pier.example");
  expect((await proposals()).proposals).toMatchObject([
    { reasons: [{ kind: "address", value: "rosa@pier.example" }] },
  ]);
});

test("the same address at two mailboxes proposes its clients, once, and merges nobody", async () => {
  const from = address();
  for (const account of [desk, shop, desk, shop]) {
    await mail(account, from);
    world.clock.advance(1);
  }
  const [one, other] = [await clientOf(desk, from), await clientOf(shop, from)];
  const { proposals: list, total } = await proposals();
  expect(total).toBe(1);
  expect(list).toMatchObject([
    { client: { clientid: one }, other: { clientid: other }, reasons: [{ kind: "address", value: from }] },
  ]);
  expect((await proposals(`?client=${one}`)).total).toBe(1);
  expect((await proposals(`?client=${await proven()}`)).total).toBe(0);
});

test("an agent sees no proposals and dismisses none, and another company has others", async () => {
  const [clientid, otherid] = [await proven(number("380501112233")), await proven(number("380501112233"))];
  for (const agent of ["mira", "tomas"] as const) {
    expect((await world.as(agent).get("/admin/merge-proposals")).statusCode).toBe(403);
    expect((await post("/admin/dismiss-merge-proposal", { clientid, otherid }, agent)).statusCode).toBe(403);
  }
  expect((await world.as("freya").get("/admin/merge-proposals")).json()).toEqual({ proposals: [], total: 0 });
  expect((await post("/admin/dismiss-merge-proposal", { clientid, otherid }, "freya")).statusCode).toBe(404);
  expect((await world.stranger.get("/admin/merge-proposals")).statusCode).toBe(401);
  expect(await pairs()).toHaveLength(1);
});

test("a dismissed pair stays dismissed, whatever they prove next, also after one was merged with a third", async () => {
  const [one, other] = [await proven(number("380501112244")), await proven(number("380501112244"))];
  expect((await post("/admin/dismiss-merge-proposal", { clientid: other, otherid: one })).json()).toEqual({});
  expect(await pairs()).toEqual([]);
  expect((await post("/admin/dismiss-merge-proposal", { clientid: one, otherid: other })).statusCode).toBe(
    404,
  );
  const proveAgain = async (clientid: string, value: string) => {
    const { channel_id: channelId, external_id: externalId } = await identityOf(clientid);
    await world.desk("harbour", (scope) => prove(scope, { channelId, externalId }, [number(value)]));
  };
  for (const value of ["380501112245", "380501112244"])
    for (const clientid of [one, other]) await proveAgain(clientid, value);
  expect(await pairs()).toEqual([]);
  const third = await proven({ kind: "subject", value: randomUUID() });
  await post(`/admin/${third}/merge-client`, { clientid: one });
  expect(await pairs()).toEqual([]);
  const { merged } = await profile(third);
  await post(`/admin/${merged[0]?.mergeid}/unmerge-client`);
  expect(await pairs()).toEqual([]);
});

test("a dismissed pair stays dismissed after either client is changed", async () => {
  const [one, other] = [await proven(number("380501112233")), await proven(number("380501112233"))];
  await post("/admin/dismiss-merge-proposal", { clientid: one, otherid: other });
  const noted = { account_number: "HT-1", address: "Quay 4", note: "Pays by invoice." };
  for (const clientid of [one, other]) {
    const changed = { clientid, client_name: "Olena Koval", ...noted };
    const answer = await world.as("ingrid").put("/auth/update-client", changed);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await post(`/admin/${clientid}/block`)).statusCode).toBe(200);
  }
  expect(await pairs()).toEqual([]);
});

test("an address that visitors enter, and a number that agents note, propose nobody", async () => {
  const email = address();
  for (const visitor of [openVisitorBrowser(world, chat), openVisitorBrowser(world, chat)])
    await visitor.write("Hello", { first: { name: "Rosa", language: "en", email } });
  await mail(desk, email);
  const tickets = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  for (const { id, client_id, created_on } of tickets) {
    const body = {
      client_number: "HT-7",
      clientid: client_id,
      ticketid: id,
      created_on: created_on.toISOString(),
    };
    const noted = await post(
      "/auth/update-client-number",
      { ...body, departmentId: world.departments.bookings.id },
      "mira",
    );
    expect(noted.statusCode, noted.body).toBe(200);
  }
  expect(await pairs()).toEqual([]);
});

test("administrators hear of proposals that are made, dismissed and settled, and of nothing when nothing changed", async () => {
  const admins = [rooms.admins(world.companies.harbour.id)];
  const heard = () => world.published.splice(0).filter(({ event }) => event === "mergeProposalsChanged");
  const shared = number("380501112299");
  world.published.length = 0;
  const one = await proven(shared);
  expect(heard()).toEqual([]);
  const [other, third] = [await proven(shared), await proven(shared)];
  const change = { event: "mergeProposalsChanged", payload: {}, rooms: admins };
  expect(heard()).toEqual([change, change]);
  await post("/admin/dismiss-merge-proposal", { clientid: one, otherid: third });
  expect(heard()).toEqual([change]);
  await post("/admin/dismiss-merge-proposal", { clientid: one, otherid: third });
  expect(heard()).toEqual([]);
  await post(`/admin/${one}/merge-client`, { clientid: other });
  expect(heard()).not.toEqual([]);
});

test("a merge settles its proposal and takes over those of the merged client; undoing it tells the two apart", async () => {
  const shared = number("380501112255");
  const [one, other, third] = [await proven(shared), await proven(shared), await proven(shared)];
  expect(await pairs()).toHaveLength(3);
  await post(`/admin/${one}/merge-client`, { clientid: other });
  expect(await pairs()).toEqual([[one, third].toSorted()]);
  const { merged } = await profile(one);
  await post(`/admin/${merged[0]?.mergeid}/unmerge-client`);
  expect((await pairs()).toSorted()).toEqual([[one, third].toSorted(), [other, third].toSorted()].toSorted());
});

test("a number that an identity has no longer proposes nobody", async () => {
  const ticket = await world.ticket();
  const identity = { channelId: ticket.channel_id, externalId: ticket.client_external_id };
  await world.desk("harbour", (scope) => prove(scope, identity, [number("380501112266")]));
  await proven(number("380501112266"));
  expect(await pairs()).toHaveLength(1);
  await world.desk("harbour", (scope) => prove(scope, identity, [number("380501112277")]));
  expect(await pairs()).toEqual([]);
});

test("a value that many share proposes a client with a few, and pages follow one another", async () => {
  const shared = number("380501112288");
  for (let at = 0; at < 15; at += 1) await proven(shared);
  const first = await proposals();
  // The first five find fewer than five others.
  expect(first.total).toBe(1 + 2 + 3 + 4 + 5 * 10);
  const [last] = first.proposals.slice(-1).map(pairOf);
  const rest = await proposals(`?after=${encodeURIComponent(last?.join(" ") ?? "")}`);
  const all = [...first.proposals, ...rest.proposals].map((one) => pairOf(one).join());
  expect(new Set(all).size).toBe(first.total);
  expect(all).toHaveLength(first.total);
  expect((await world.as("ingrid").get("/admin/merge-proposals?after=x")).statusCode).toBe(400);
});
