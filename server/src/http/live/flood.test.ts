/** Floods by strangers and hostile agents on the agents' sockets, and their effect on other companies. */
import { randomBytes, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type WebSocket from "ws";
import { connectRaw, connectSocket, startLive } from "../../../../test/world/live.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { startSession } from "../../sign-in/session/session.ts";
import { handshakePace, limitHandshakes } from "./handshake-limit.ts";

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
const forged = () => ({ origin: origin(), cookie: `parley=${randomBytes(32).toString("base64url")}` });

async function ofMira() {
  const token = await world.work("mira", (scope) => startSession(scope, { userAgent: "", address: "" }));
  return { origin: origin(), cookie: `parley=${token}` };
}

/** Opens a TCP connection that asks for a WebSocket. */
async function ask(headers: Record<string, string>, path = "/socket.io/?EIO=4&transport=websocket") {
  const { hostname, port, host } = new URL(live.url);
  const raw = connect(Number(port), hostname);
  onTestFinished(() => void raw.destroy());
  raw.on("error", () => undefined);
  const all = {
    host,
    ...headers,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
  };
  const lines = Object.entries({ ...all, "sec-websocket-key": randomBytes(16).toString("base64") });
  raw.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  return raw;
}

const over = (socket: Socket | WebSocket) =>
  new Promise<void>((resolve) => {
    if ("destroyed" in socket && socket.destroyed) return resolve();
    socket.on("error", () => undefined);
    (socket as Socket).once("close", () => resolve());
  });

/** A text frame as a client sends it: masked, here with zeroes. */
const frame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

const connections = () => world.context.live.server.engine.clientsCount;
const lookUps = (statements: string[]) => statements.filter((sql) => sql.includes("from find_open_sessions"));

/** Returns the slowest answer to another company's agent while `attack` runs, and the memory it took. */
async function meanwhile(attack: () => Promise<unknown>) {
  const freya = world.as("freya");
  await freya.get("/tickets");
  const before = process.memoryUsage().rss;
  let going = true;
  const attacking = attack().finally(() => {
    going = false;
  });
  let longest = 0;
  do {
    const startedAt = performance.now();
    expect((await freya.get("/tickets")).statusCode).toBe(200);
    longest = Math.max(longest, performance.now() - startedAt);
  } while (going);
  await attacking;
  return { longest, memory: process.memoryUsage().rss - before };
}

describe("50 000 CONNECTs on one connection", () => {
  const flood = Buffer.concat(Array.from({ length: 50_000 }, () => frame("40")));

  test.each([
    ["without a session", async () => forged()],
    ["with one", ofMira],
  ])(
    "a connection of 50 000 CONNECTs %s is closed, the others notice nothing, and nothing is kept",
    async (_whose, headers) => {
      const own = await headers();
      const { statements, answer } = await countStatements(world, () =>
        meanwhile(async () => {
          const raw = await ask(own);
          raw.write(flood);
          raw.resume();
          await over(raw);
        }),
      );
      // The statements of its own session, one for each of freya's calls, and the watch's.
      const calls = statements.filter((sql) => sql.includes('from "ticket"')).length;
      expect(lookUps(statements).length).toBeLessThan(2 * calls + 10);
      expect(answer.longest).toBeLessThan(2000);
      expect(answer.memory).toBeLessThan(150 * 2 ** 20);
      await vi.waitFor(() => expect(connections()).toBe(0));
    },
    60_000,
  );
});

describe("without a session no connection is opened", () => {
  const poll = (headers: Record<string, string>) =>
    fetch(`${live.url}/socket.io/?EIO=4&transport=polling`, { headers });

  test.each([
    ["no cookie", () => ({ origin: origin() })],
    ["a cookie of no token", () => ({ origin: origin(), cookie: "parley=x" })],
    ["a forged cookie", forged],
  ])(
    "a handshake with %s opens no connection, neither by polling, which gets the reason, nor by WebSocket",
    async (_what, headers) => {
      const opened = vi.fn();
      world.context.live.server.engine.on("connection", opened);
      const answer = await poll(headers());
      expect([answer.status, await answer.json()]).toEqual([403, { code: 4, message: "signed_out" }]);
      await expect(connectRaw(live.url, headers())).rejects.toThrow("Unexpected server response: 400");
      world.context.live.server.engine.off("connection", opened);
      expect(opened).not.toHaveBeenCalled();
    },
  );

  test("a missing second step and an unavailable database have different errors", async () => {
    const headers = await ofMira();
    const required = (on: Date | null) =>
      world.context.pool.query("update company set two_step_required_on = $2 where company_id = $1", [
        world.companies.harbour.id,
        on,
      ]);
    await required(world.clock.now());
    expect(await (await poll(headers)).json()).toMatchObject({ message: "two_step_required" });
    await required(null);
    const away = vi.spyOn(world.context.database, "getExecutor").mockImplementation(() => {
      throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
    });
    expect(await (await poll(headers)).json()).toMatchObject({ message: "not_ready" });
    away.mockRestore();
    await expect(connectSocket(live.url, headers)).resolves.toBeDefined();
  });

  test("a session that was found is not looked up again for its CONNECT", async () => {
    const headers = await ofMira();
    const { statements } = await countStatements(world, async () => {
      await (await connectSocket(live.url, headers, { transports: ["websocket"] })).emit("closeView", {
        ticketid: randomUUID(),
      });
    });
    // The look-ups of the handshake, and of the watch that begins once the socket is in its rooms.
    expect(lookUps(statements).length).toBeLessThanOrEqual(2);
  });

  test("500 handshakes at once are looked up together", async () => {
    const [cookie] = world.context.authenticators;
    if (!cookie) throw new Error("There is a way in");
    const arrive = vi.spyOn(cookie, "keyOf");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const presented = () => new Set(arrive.mock.results.map(({ value }) => value));
    const original = cookie.find;
    let lookUps = 0;
    // Sockets of other tests are looked up meanwhile.
    vi.spyOn(cookie, "find").mockImplementation(async (keys) => {
      if (!keys.some((key) => presented().has(key))) return original(keys);
      lookUps += 1;
      if (lookUps === 1) await held;
      return [];
    });
    const answers = Array.from({ length: 500 }, () => poll(forged()));
    await vi.waitFor(() => expect(arrive).toHaveBeenCalledTimes(500), 20_000);
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(lookUps).toBe(2);
    vi.restoreAllMocks();
  });
});

describe("a connection is closed", () => {
  const opens = async () => {
    const socket = await connectRaw(live.url, await ofMira());
    return { socket, closed: over(socket) };
  };

  test.each([
    ["at a second CONNECT", ["40", "40"]],
    ["at a second CONNECT to another namespace", ["40", "40/admin,"]],
    ["at an unknown namespace", ["40/admin,"]],
    ["at an event before its CONNECT", ['42["openTicket"]']],
    ["at a binary event", ["40", "451-[]"]],
    ["at a binary frame", ["40", Buffer.alloc(10)]],
    ["at a frame of more than 8 KB", ["40", `42["openTicket","${"x".repeat(9000)}"]`]],
  ])("a connection is closed %s", async (_when, frames) => {
    const { socket, closed } = await opens();
    for (const each of frames) socket.send(each);
    await closed;
    await vi.waitFor(() => expect(connections()).toBe(0));
  });

  test.each([
    ["events", '42["closeView",{}]'],
    ["acknowledgements", "43[]"],
    ["pongs", "3"],
    ["noops", "6"],
  ])("a connection is closed at too many %s", async (_what, text) => {
    const { socket, closed } = await opens();
    socket.send("40");
    for (let count = 0; count < 200; count++) socket.send(text);
    await closed;
  });

  test("a connection is closed at too many packets in one POST of polling", async () => {
    const headers = await ofMira();
    const address = `${live.url}/socket.io/?EIO=4&transport=polling`;
    const opened = await (await fetch(address, { headers })).text();
    const { sid } = JSON.parse(opened.slice(1));
    const post = (body: string) => fetch(`${address}&sid=${sid}`, { method: "POST", headers, body });
    expect((await post("40")).status).toBe(200);
    const { statements } = await countStatements(world, () =>
      post(Array.from({ length: 500 }, () => '42["typing",{}]').join("\u001e")).catch(() => undefined),
    );
    expect((await post("3")).status).toBe(400);
    expect(connections()).toBe(0);
    expect(lookUps(statements).length).toBeLessThan(5);
  });

  test("a connection is closed at too many probes for a change of transport", async () => {
    const headers = await ofMira();
    const opened = await (await fetch(`${live.url}/socket.io/?EIO=4&transport=polling`, { headers })).text();
    const { sid } = JSON.parse(opened.slice(1));
    const raw = await ask(headers, `/socket.io/?EIO=4&transport=websocket&sid=${sid}`);
    raw.write(Buffer.concat(Array.from({ length: 200 }, () => frame("2probe"))));
    raw.resume();
    await vi.waitFor(() => expect(connections()).toBe(0));
  });

  test("a connection is closed within two seconds when no CONNECT comes", async () => {
    const { socket, closed } = await opens();
    socket.send("3");
    await closed;
  }, 4000);

  test("a connection is closed when its agent has a hundred already", async () => {
    const headers = await ofMira();
    const sockets: WebSocket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.terminate();
    });
    for (let count = 0; count < 100; count++) {
      const socket = await connectRaw(live.url, headers);
      socket.send("40");
      sockets.push(socket);
    }
    await over(await connectRaw(live.url, headers));
    expect(connections()).toBe(100);
    const jonas = { origin: origin(), cookie: await world.as("jonas").cookie() };
    await expect(connectSocket(live.url, jonas)).resolves.toBeDefined();
  });
});

test("a ping of the WebSocket protocol is not answered", async () => {
  const socket = await connectRaw(live.url, await ofMira());
  onTestFinished(() => socket.terminate());
  const answered = vi.fn();
  socket.on("pong", answered);
  const acknowledged = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      if (String(data).startsWith("40")) socket.send('427["closeView",{}]');
      if (String(data).startsWith("437")) resolve();
    });
  });
  socket.ping();
  socket.send("40");
  await acknowledged;
  expect(answered).not.toHaveBeenCalled();
});

test.each(["/socket.io/?EIO=4&transport=websocket", "/elsewhere"])(
  "a reset right after the request for an upgrade of %s does not end the process",
  async (path) => {
    for (let count = 0; count < 20; count++) {
      const raw = await ask(forged(), path);
      await new Promise((resolve) => raw.once("connect", resolve));
      await new Promise((resolve) => raw.write("", resolve));
      await new Promise((resolve) => setImmediate(resolve));
      raw.resetAndDestroy();
    }
    expect((await world.as("freya").get("/tickets")).statusCode).toBe(200);
  },
);

describe("handshakes of one network address", () => {
  test("one network address may make 4 000 handshakes at once, then 100 a second", () => {
    let time = 0;
    const limit = limitHandshakes(handshakePace, () => time);
    for (let count = 0; count < 5000; count++) expect(limit.consume("192.0.2.1")).toBe(true);
    expect(limit.consume("192.0.2.1")).toBe(false);
    expect(limit.consume("192.0.2.2")).toBe(true);
    time += 1000;
    let taken = 0;
    while (limit.consume("192.0.2.1")) taken++;
    expect(taken).toBe(100);
  });

  test("the network addresses of handshakes are bounded in number in memory", () => {
    const limit = limitHandshakes(handshakePace, () => 0);
    for (let count = 0; count < 60_000; count++) limit.consume(`2001:db8:${count.toString(16)}::/64`);
    expect(limit.size).toBeLessThanOrEqual(50_000);
  });
});
