/** An identity that is no agent, from an authenticator that only this test registers. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ApiKey, plugInApiKeys } from "../../../test/world/api-keys.ts";
import { connectSocket, startLive } from "../../../test/world/live.ts";
import { countStatements, createWorld, type World } from "../../../test/world.ts";
import { inCompany } from "../floor/database/scope.ts";

let world: World;
let createKey: Awaited<ReturnType<typeof plugInApiKeys>>;
/** The key reads the tickets of Bookings. */
let key: ApiKey;
const tickets: Record<"own" | "otherDepartment" | "otherCompany", string> = {} as never;
beforeAll(async () => {
  world = await createWorld();
  createKey = await plugInApiKeys(world);
  key = await createKey({
    companyId: world.companies.harbour.id,
    abilities: ["readTickets"],
    departments: [world.departments.bookings.id],
  });
  for (const [name, department] of [
    ["own", "bookings"],
    ["otherDepartment", "refunds"],
    ["otherCompany", "general"],
  ] as const)
    tickets[name] = (await world.ticket({ department, messages: ["Where is my ferry?"] })).id;
});
afterAll(() => world.close());

const get = (url: string, { headers } = key) => world.app.inject({ method: "GET", url, headers });
const idsOf = (answer: { json(): unknown }) =>
  (answer.json() as { ticketid: string }[]).map(({ ticketid }) => ticketid);

describe("a call without a valid key", () => {
  test("a call with an unknown key, or a revoked one, is signed out", async () => {
    const unknown = { headers: { authorization: `Bearer ${"A".repeat(43)}` } } as ApiKey;
    expect((await get("/tickets", unknown)).statusCode).toBe(401);
    const revoked = await createKey({ companyId: world.companies.harbour.id, abilities: ["readTickets"] });
    expect((await get("/tickets", revoked)).statusCode).toBe(200);
    await revoked.revoke();
    expect((await get("/tickets", revoked)).statusCode).toBe(401);
  });

  test("a key that is revoked, or loses its ability, after the headers begins no work", async () => {
    const lost = await createKey({ companyId: world.companies.harbour.id, abilities: ["readTickets"] });
    const [caller, other] = [await lost.caller("readTickets"), await lost.caller("readClients")];
    const work = vi.fn(async () => undefined);
    await inCompany(world.context, caller, work);
    expect(work).toHaveBeenCalledOnce();
    await expect(inCompany(world.context, other, work)).rejects.toMatchObject({ code: "forbidden" });
    await lost.revoke();
    await expect(inCompany(world.context, caller, work)).rejects.toMatchObject({ code: "signed_out" });
    expect(work).toHaveBeenCalledOnce();
  });
});

test("a key gets no abilities of agents, even where it was given them", async () => {
  const greedy = await createKey({
    companyId: world.companies.harbour.id,
    abilities: ["account", "answerTickets", "manageAgents", "readTickets"],
  });
  for (const path of ["/auth/profile", "/drafts", "/admin/get-all-agents"]) {
    const answer = await get(path, greedy);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, "forbidden"]);
  }
  const accept = { method: "POST", url: "/acceptTicket", payload: { ticketid: tickets.own } } as const;
  expect((await world.app.inject({ ...accept, headers: greedy.headers })).statusCode).toBe(403);
});

test("a key finds neither another company's ticket nor another department's", async () => {
  const never = await get(`/tickets/${crypto.randomUUID()}`);
  for (const id of [tickets.otherCompany, tickets.otherDepartment])
    for (const path of [`/tickets/${id}`, `/${id}/1/chat`, `/${id}/get-pinned-msg`]) {
      const answer = await get(path);
      expect([path, answer.statusCode, answer.body]).toEqual([path, 404, never.body]);
    }
});

test("a key reads the tickets of its departments, without abilities on them", async () => {
  expect(idsOf(await get("/tickets"))).toEqual([tickets.own]);
  const ticket = await get(`/tickets/${tickets.own}`);
  expect(ticket.statusCode).toBe(200);
  expect(ticket.json().can).toEqual({
    accept: false,
    reply: false,
    close: false,
    reassign: false,
    spam: false,
    delete: false,
  });
  expect((await get(`/${tickets.own}/1/chat`)).body).toContain("Where is my ferry?");
  expect(idsOf(await get("/search-ticket/ferry/open"))).toEqual([tickets.own]);
});

test("a key of all departments reads those of its company", async () => {
  const wide = await createKey({
    companyId: world.companies.harbour.id,
    abilities: ["readTickets", "readReports"],
  });
  expect(idsOf(await get("/tickets", wide)).sort()).toEqual([tickets.own, tickets.otherDepartment].sort());
  expect((await get("/get-tickets", wide)).json().widgetData).toMatchObject({ totalTickets: 2 });
  const narrow = await createKey({
    companyId: world.companies.harbour.id,
    abilities: ["readReports"],
    departments: [world.departments.bookings.id, world.departments.groups.id],
  });
  expect((await get("/get-tickets", narrow)).json().widgetData).toMatchObject({ totalTickets: 1 });
});

test("a key's unit of work also begins in one round trip", async () => {
  const caller = await key.caller("readTickets");
  const { statements } = await countStatements(world, () =>
    inCompany(world.context, caller, async () => undefined),
  );
  expect(statements.map((statement) => statement.split(/[ ;]/)[0])).toEqual(["begin", "commit"]);
});

test("the sockets of agents are closed to a key", async () => {
  const live = await startLive(world);
  const headers = { origin: world.context.config.consoleOrigin, ...key.headers };
  await expect(connectSocket(live.url, headers)).rejects.toThrow("signed_out");
  await live.close();
});
