import { randomBytes, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { type ServerEventName, serverEvents } from "@parley/contract/events";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectRaw, connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { audienceOf, type Room, rooms } from "../../floor/actors/rooms.ts";
import type { Publication } from "../../floor/database/scope.ts";
import { endSessions, hashOf, startSession } from "../../sign-in/session/session.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const origin = () => world.context.config.consoleOrigin;
const line = async (name: AgentName) =>
  connectSocket(live.url, { origin: origin(), cookie: await world.as(name).cookie() });

/** A new session, which a test may end. */
async function newSession(name: AgentName) {
  const token = await world.work(name, (scope) => startSession(scope, { userAgent: "", address: "" }));
  return { hash: hashOf(token), headers: { origin: origin(), cookie: `parley=${token}` } };
}

/** The world's clock stands still, so periodic work is excluded as a cause. */
const within = async (milliseconds: number, work: Promise<unknown>) => {
  const startedAt = performance.now();
  await work;
  expect(performance.now() - startedAt).toBeLessThan(milliseconds);
};

const publish = (event: ServerEventName, to: Room[], payload: object = {}) =>
  world.context.live.publish([{ event, payload, rooms: to } as unknown as Publication]);

describe("the handshake is refused", () => {
  test("a handshake without a session, with an unknown one, or with an expired one is refused", async () => {
    await expect(connectSocket(live.url, { origin: origin() })).rejects.toThrow("signed_out");
    const made = randomBytes(32).toString("base64url");
    await expect(connectSocket(live.url, { origin: origin(), cookie: `parley=${made}` })).rejects.toThrow(
      "signed_out",
    );
    const { hash, headers } = await newSession("mira");
    await world.work("mira", (scope) => endSessions(world.context, scope, { tokenHash: hash }));
    await expect(connectSocket(live.url, headers)).rejects.toThrow("signed_out");
  });

  test("a handshake from another site, from a look-alike, or without an origin is refused", async () => {
    const { headers } = await newSession("mira");
    const strange = ["https://evil.example", `${origin()}.evil.example`, "null", "http://localhost:1"];
    for (const other of strange) {
      await expect(connectSocket(live.url, { ...headers, origin: other })).rejects.toThrow();
    }
    await expect(connectSocket(live.url, { cookie: headers.cookie })).rejects.toThrow();
    const answer = await fetch(`${live.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: headers.cookie, "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(403);
  });
});

test("a browser's polling, which carries no origin, is accepted from our own pages", async () => {
  const { headers } = await newSession("mira");
  const own = { cookie: headers.cookie, "sec-fetch-site": "same-origin" };
  const { socket } = await connectSocket(live.url, own, { transports: ["polling"] });
  expect(socket.connected).toBe(true);
});

test("a connection keeps nothing of its opening request, least of all the cookie", async () => {
  const { headers } = await newSession("mira");
  const { id = "" } = (await connectSocket(live.url, headers)).socket;
  const socket = world.context.live.server.sockets.sockets.get(id);
  expect(socket?.rooms.size).toBeGreaterThan(1);
  expect(socket?.request).toBe(null);
  const { headers: kept, auth, query } = socket?.handshake ?? {};
  expect([kept, auth, query]).toEqual([{}, {}, {}]);
  expect(JSON.stringify(socket?.handshake)).not.toContain(headers.cookie);
});

test("a connection keeps no buffer of its session, and reads the agent's present name", async () => {
  const { headers } = await newSession("mira");
  const { id = "" } = (await connectSocket(live.url, headers)).socket;
  const kept = () => world.context.live.server.sockets.sockets.get(id)?.data.identity;
  const { name } = world.agents.mira.actor;
  const rename = (last: string) =>
    world.context.pool.query("update agent set last_name = $3 where company_id = $1 and id = $2", [
      world.companies.harbour.id,
      world.agents.mira.id,
      last,
    ]);
  expect(kept()?.actor.name).toBe(name);
  expect(Object.values(kept() ?? {}).filter(Buffer.isBuffer)).toEqual([]);
  await rename("Halvorsen-Quist");
  world.clock.advance(15_000);
  await vi.waitFor(() => expect(kept()?.actor.name).toBe("Mira Halvorsen-Quist"), { timeout: 15_000 });
  await rename("Halvorsen");
});

describe("a session that ends closes its sockets at once", () => {
  test("signing out in any tab closes the session's sockets, and no other session's", async () => {
    const { hash, headers } = await newSession("jonas");
    const tabs = [await connectSocket(live.url, headers), await connectSocket(live.url, headers)];
    const other = await line("jonas");
    await world.work("jonas", (scope) => endSessions(world.context, scope, { tokenHash: hash }));
    await within(5000, Promise.all(tabs.map((tab) => tab.receives("sessionEnded"))));
    await within(5000, Promise.all(tabs.map((tab) => tab.cut)));
    expect(other.socket.connected).toBe(true);
    await expect(connectSocket(live.url, headers)).rejects.toThrow("signed_out");
  });

  test("a session that another process ended closes its sockets when no event came", async () => {
    const { hash, headers } = await newSession("jonas");
    const tab = await connectSocket(live.url, headers);
    await tab.emit("closeView", { ticketid: randomUUID() });
    await world.context.pool.query("delete from session where token_hash = $1", [hash]);
    world.clock.advance(15_000);
    await within(5000, tab.receives("sessionEnded"));
    await tab.cut;
  });

  test("a session that expires closes its sockets, though not while the console is used", async () => {
    const { hash, headers } = await newSession("jonas");
    const soon = new Date(world.clock.now().getTime() + 10_000);
    await world.context.pool.query("update session set expires_on = $2 where token_hash = $1", [hash, soon]);
    const tab = await connectSocket(live.url, headers);
    const later = new Date(soon.getTime() + 10_000);
    await world.context.pool.query("update session set expires_on = $2 where token_hash = $1", [hash, later]);
    world.clock.advance(10_001);
    const asked = tab.emit("closeView", { ticketid: randomUUID() });
    await expect(asked).resolves.toEqual({ ok: true });
    world.clock.advance(10_001);
    await within(5000, tab.cut);
  });

  test("a disabled agent's sockets are closed", async () => {
    const { headers } = await newSession("naledi");
    const tab = await connectSocket(live.url, headers);
    const { id, actor } = world.agents.naledi;
    const disable = (on: Date | null) =>
      world.context.pool.query("update agent set disabled_on = $3 where company_id = $1 and id = $2", [
        actor.companyId,
        id,
        on,
      ]);
    await disable(world.clock.now());
    world.clock.advance(15_000);
    await within(5000, tab.cut);
    await expect(connectSocket(live.url, headers)).rejects.toThrow("signed_out");
    await disable(null);
  });
});

test("a change of department or role gives a socket other rooms, with an event of the change or without", async () => {
  const { headers } = await newSession("jonas");
  const { id, actor } = world.agents.jonas;
  const move = (department: string) =>
    world.context.pool.query("update agent set department_id = $3 where company_id = $1 and id = $2", [
      actor.companyId,
      id,
      department,
    ]);
  const before = await connectSocket(live.url, headers);
  await move(world.departments.refunds.id);
  world.context.live.refreshRooms(actor.companyId, id);
  await within(5000, before.cut);
  const after = await connectSocket(live.url, headers);
  publish("removeTicket", audienceOf(actor.companyId, world.departments.bookings.id, "bookings"), {
    ticketid: "bookings",
  });
  publish("removeTicket", audienceOf(actor.companyId, world.departments.refunds.id, "refunds"), {
    ticketid: "refunds",
  });
  await after.receives("removeTicket", ({ ticketid }) => ticketid === "refunds");
  expect(after.received).toHaveLength(1);
  await move(actor.departmentid);
  world.clock.advance(15_000);
  await within(5000, after.cut);
});

test("all sockets of a company reconnect after a department is renamed, and no other company's", async () => {
  const [mira, naledi, omar] = await Promise.all([line("mira"), line("naledi"), line("omar")]);
  const { id } = world.departments.bookings;
  const rename = (department_name: string) =>
    world.as("ingrid").post("/admin/rename-department", { departmentid: id, department_name });
  expect((await rename("Bookings")).statusCode).toBe(200);
  expect(await mira.emit("closeView", { ticketid: randomUUID() })).toEqual({ ok: true });
  expect((await rename("Reservations")).statusCode).toBe(200);
  await Promise.all([mira.cut, naledi.cut]);
  expect(await omar.emit("closeView", { ticketid: randomUUID() })).toEqual({ ok: true });
  await rename("Bookings");
});

describe("an event reaches only those who may see its subject", () => {
  const everyone: AgentName[] = ["mira", "jonas", "naledi", "tomas", "ingrid", "omar", "freya"];
  const harbour = () => world.companies.harbour.id;
  const bookings = () => audienceOf(harbour(), world.departments.bookings.id, randomUUID());
  const audiences: [string, () => Room[], AgentName[]][] = [
    ["of a department's ticket", bookings, ["mira", "jonas", "tomas", "ingrid"]],
    ["of the company", () => [rooms.company(harbour())], ["mira", "jonas", "naledi", "tomas", "ingrid"]],
    ["of one agent", () => [rooms.agent(harbour(), world.agents.mira.id)], ["mira"]],
    ["of the admins", () => [rooms.admins(harbour())], ["ingrid"]],
    [
      "of the same agent in a forged company",
      () => [rooms.agent(world.companies.northwind.id, world.agents.mira.id)],
      [],
    ],
  ];

  test.each(audiences)(
    "an event %s reaches only those who may see its subject, for each event of the contract",
    async (_name, audience, expected) => {
      const lines = await Promise.all(everyone.map(line));
      // Presence publishes these when connections open and close.
      const own = (name: string) => name === "userLogin" || name === "totalOnlineAgents";
      const events = Object.keys(serverEvents).filter((name) => !own(name)) as ServerEventName[];
      for (const event of events) publish(event, audience());
      const everybody = everyone.map((name) =>
        rooms.agent(world.agents[name].actor.companyId, world.agents[name].id),
      );
      publish("userLogin", everybody, { id: "the end" });
      await Promise.all(lines.map((one) => one.receives("userLogin", ({ id }) => id === "the end")));
      for (const [index, name] of everyone.entries()) {
        const seen = lines[index]?.received.map(({ event }) => event).filter((event) => !own(event));
        expect([name, seen]).toEqual([name, expected.includes(name) ? events : []]);
      }
    },
  );

  test("an event reaches every tab once, though a socket is in two of its rooms", async () => {
    const tabs = await Promise.all([line("ingrid"), line("ingrid")]);
    publish("removeTicket", [...bookings(), rooms.company(harbour()), rooms.admins(harbour())]);
    publish("userLogin", [rooms.company(harbour())], { id: "the end" });
    await Promise.all(tabs.map((tab) => tab.receives("userLogin", ({ id }) => id === "the end")));
    for (const tab of tabs) {
      expect(tab.received.filter(({ event }) => event === "removeTicket")).toHaveLength(1);
    }
  });
});

describe("a console's event", () => {
  test("a console's event about an unknown or invisible subject is refused, and adds no room", async () => {
    const ticket = await world.ticket({ department: "bookings", handler: "mira" });
    const known = await line("mira");
    await known.emit("openTicket", { ticketid: ticket.id });
    for (const name of ["omar", "naledi"] as const) {
      const stranger = await line(name);
      for (const event of ["openTicket", "typing", "seen"]) {
        expect(await stranger.emit(event, { ticketid: ticket.id, seq: 1 })).toEqual({
          ok: false,
          code: "not_found",
          message: "Not found.",
        });
        expect(await stranger.emit(event, { ticketid: randomUUID(), seq: 1 })).toMatchObject({
          code: "not_found",
        });
      }
      const jonas = await line("jonas");
      await jonas.emit("openTicket", { ticketid: ticket.id });
      await known.emit("typing", { ticketid: ticket.id });
      await jonas.receives("typing");
      await stranger.emit("closeView", { ticketid: ticket.id });
      const foreign = name === "omar" ? world.agents.mira.id : world.agents.freya.id;
      for (const userid of [foreign, world.agents[name].id, randomUUID()]) {
        expect(await stranger.emit("seenPrivate", { userid, seq: 1 })).toMatchObject({ code: "not_found" });
      }
      expect(stranger.received.filter(({ event }) => event === "typing")).toEqual([]);
    }
  });

  test("a console's event in a wrong shape is refused, and cannot name rooms", async () => {
    const mira = await line("mira");
    const wrong = [undefined, null, 7, "x", [], {}, { ticketid: 1 }, { ticketid: "x" }, { ticketid: ["a"] }];
    for (const event of ["openTicket", "closeView", "typing", "seen", "seenPrivate"]) {
      for (const payload of wrong) {
        expect(await mira.emit(event, payload)).toMatchObject({ ok: false, code: "invalid" });
      }
    }
    const room = rooms.company(world.companies.northwind.id);
    expect(await mira.emit("openTicket", { ticketid: room })).toMatchObject({ ok: false });
    mira.socket.emit("join", room);
    mira.socket.emit("joinRoom", { room });
    await mira.emit("closeView", { ticketid: randomUUID() });
    publish("removeTicket", [room]);
    publish("userLogin", [rooms.agent(world.companies.harbour.id, world.agents.mira.id)], { id: "the end" });
    await mira.receives("userLogin", ({ id }) => id === "the end");
    expect(mira.received.some(({ event }) => event === "removeTicket")).toBe(false);
  });

  test("a typing event is refused when the agent does not handle the ticket", async () => {
    const ticket = await world.ticket({ department: "bookings", handler: "jonas" });
    const mira = await line("mira");
    expect(await mira.emit("typing", { ticketid: ticket.id })).toMatchObject({
      ok: false,
      code: "not_handler",
    });
  });

  test("an event of typing reaches agents who have the ticket open, until they close it", async () => {
    const ticket = await world.ticket({ department: "bookings", handler: "mira" });
    const [mira, jonas, ingrid] = await Promise.all([line("mira"), line("jonas"), line("ingrid")]);
    for (const one of [mira, jonas, ingrid]) {
      expect(await one.emit("openTicket", { ticketid: ticket.id })).toEqual({ ok: true });
    }
    await ingrid.emit("closeView", { ticketid: ticket.id });
    expect(await mira.emit("typing", { ticketid: ticket.id })).toEqual({ ok: true });
    expect(await jonas.receives("typing")).toEqual({
      ticketid: ticket.id,
      who: "agent",
      name: "Mira Halvorsen",
    });
    await ingrid.emit("closeView", { ticketid: ticket.id });
    for (const one of [mira, ingrid])
      expect(one.received.some(({ event }) => event === "typing")).toBe(false);
  });

  test("a seen message is published to the agent's other tabs", async () => {
    const ticket = await world.ticket({ department: "bookings", messages: ["One", "Two"] });
    const [here, there] = await Promise.all([line("mira"), line("mira")]);
    expect(await here.emit("seen", { ticketid: ticket.id, seq: 2 })).toEqual({ ok: true });
    expect(await there.receives("ticketRead")).toEqual({ ticketid: ticket.id, client_messages: 2 });
  });
});

describe("a hostile client", () => {
  test("a client that floods is cut off", async () => {
    const mira = await line("mira");
    for (let count = 0; count < 400; count++) mira.socket.emit("closeView", { ticketid: randomUUID() });
    await mira.cut;
  });

  test("a client that sends too large a frame is cut off", async () => {
    const mira = await line("mira");
    mira.socket.emit("openTicket", { ticketid: "x".repeat(70_000) });
    await mira.cut;
  });

  test("a client cannot end the process with 10 000 random frames", async () => {
    const { headers } = await newSession("mira");
    let left = 10_000;
    while (left > 0) {
      const socket = await connectRaw(live.url, headers);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => undefined);
      socket.send("40");
      for (let count = 0; count < 100 && left > 0; count++, left--) socket.send(randomFrame(left));
      socket.close();
      await closed;
    }
    const mira = await line("mira");
    expect(await mira.emit("closeView", { ticketid: randomUUID() })).toEqual({ ok: true });
  });

  test("a client that stops reading is cut off, and the data waiting for it stays bounded", async () => {
    const { headers } = await newSession("ingrid");
    const { hostname, port } = new URL(live.url);
    const raw = connect(Number(port), hostname);
    raw.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${headers.origin}\r\n` +
        `Cookie: ${headers.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
    );
    await new Promise((resolve) => raw.once("data", resolve));
    raw.write(textFrame("40"));
    await new Promise((resolve) => raw.once("data", resolve));
    raw.pause();
    const others = await line("mira");
    const to = [rooms.agent(world.companies.harbour.id, world.agents.ingrid.id)];
    const content = "x".repeat(16_000);
    const sockets = () => world.context.live.server.in(to).fetchSockets();
    const before = (await sockets()).length;
    let published = 0;
    while ((await sockets()).length === before && published < 20_000) {
      publish("messageUpdate", to, { content });
      published++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await sockets()).length).toBe(before - 1);
    // A megabyte here, and the kernel's buffers at both ends.
    expect(published * content.length).toBeLessThan(16 * 2 ** 20);
    expect(others.socket.connected).toBe(true);
    raw.destroy();
  });
});

/** Half of the frames are nearly valid. */
function randomFrame(seed: number): string | Buffer {
  const kinds = ["42", "420", "451-", "43", "41", "40/", "2", "3", "6", "4", "52-", "42/x,"];
  const tails = [
    '["openTicket",',
    '["typing",{"ticketid":{}}]',
    '["seen",{"ticketid":"',
    "[]",
    '["__proto__"]',
  ];
  if (seed % 2) return randomBytes(1 + (seed % 200));
  const text = (kinds[seed % kinds.length] ?? "") + (tails[(seed >> 3) % tails.length] ?? "");
  return text + randomBytes(seed % 24).toString("latin1");
}

/** A short text as a WebSocket client sends it: masked, here with zeroes. */
function textFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
