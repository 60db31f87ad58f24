/** Limits against a flood of visitors, by HTTP and at /visitor.io. */
import { randomBytes, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import WebSocket from "ws";
import { startLive } from "../../../../../test/world/live.ts";
import {
  connectVisitor,
  connectWebChat,
  openVisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { createVisitorCalls } from "../../../http/visitor-calls.ts";
import { createFilePace, createMessagePace } from "../../../http/visitor-messages.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
  chat = await connectWebChat(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

test("a network makes three hundred new visitors in ten minutes; known ones go on writing", async () => {
  const remoteAddress = "10.99.0.1";
  const beginning = (token: string) =>
    world.stranger.post(
      `/visitor/${chat.key}/send`,
      {
        ...{ messageid: randomUUID(), conversation: null, type: "text", content: "Hello" },
        first: { language: "en" },
      },
      { headers: { authorization: `Visitor wv_${token.padEnd(43, "a")}` }, remoteAddress },
    );
  expect((await beginning("0")).statusCode).toBe(200);
  await world.context.pool.query("update rate_count set count = 300");
  const refused = await beginning("1");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.any(String)]);
  expect((await beginning("0")).statusCode).toBe(200);
  const { rows } = await world.context.pool.query("select count(*)::integer as count from visitor_session");
  expect(rows).toEqual([{ count: 1 }]);
});

test("a visitor's calls are limited, another's are not", async () => {
  const visitor = openVisitorBrowser(world, chat);
  // The calls run at once: on a slow machine some of the limit would be refilled meanwhile.
  const answers = await Promise.all(Array.from({ length: 160 }, () => visitor.get("me")));
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await openVisitorBrowser(world, chat).get("me")).statusCode).toBe(401);
});

test("a visitor has ten sockets, and a flood of packets closes one", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const auth = { key: chat.key, token: visitor.token };
  const sockets = [];
  for (let tab = 0; tab < 10; tab += 1) sockets.push(await connectVisitor(live.url, auth));
  const eleventh = await connectVisitor(live.url, auth);
  await eleventh.cut;
  const [first] = sockets;
  for (let packet = 0; packet < 60; packet += 1)
    first?.socket.emit("typing", { conversation: conversation.id }, () => undefined);
  await first?.cut;
  expect(sockets.slice(1).every(({ socket }) => socket.connected)).toBe(true);
});

test("a packet larger than any of a frame's closes its socket", async () => {
  const visitor = openVisitorBrowser(world, chat);
  await visitor.write("Hello");
  const tab = await connectVisitor(live.url, { key: chat.key, token: visitor.token });
  tab.socket.emit("typing", { conversation: "x".repeat(5000) }, () => undefined);
  await tab.cut;
});

test("a blocked client's socket ends at once, and no other is let in", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const tab = await connectVisitor(live.url, { key: chat.key, token: visitor.token });
  const other = openVisitorBrowser(world, chat);
  await other.write("Hello");
  const theirs = await connectVisitor(live.url, { key: chat.key, token: other.token });
  const { rows } = await world.context.pool.query("select client_id from ticket where id = $1", [
    conversation.id,
  ]);
  await world.as("ingrid").post(`/admin/${rows[0].client_id}/block`);
  const blockedAt = performance.now();
  await tab.cut;
  // The world's clock stands still, so periodic checks do not find it.
  expect(performance.now() - blockedAt).toBeLessThan(5000);
  expect(tab.received.map(({ event }) => event)).toContain("visitorEnded");
  expect(theirs.socket.connected).toBe(true);
  await expect(connectVisitor(live.url, { key: chat.key, token: visitor.token })).rejects.toThrow(
    "signed_out",
  );
});

test("sixty visitors of one network are live, beside two hundred connections that never ask to be let in", async () => {
  const open = async () => {
    const socket = new WebSocket(`${live.url.replace("http", "ws")}/visitor.io/?EIO=4&transport=websocket`, {
      headers: { origin: live.url },
    });
    onTestFinished(() => socket.terminate());
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("open", resolve).once("close", resolve));
  };
  await Promise.all(Array.from({ length: 200 }, open));
  const browsers = Array.from({ length: 60 }, () => openVisitorBrowser(world, chat));
  for (const browser of browsers) await browser.write("Hello");
  const all = await Promise.all(
    browsers.map(({ token }) => connectVisitor(live.url, { key: chat.key, token })),
  );
  expect(all.every(({ socket }) => socket.connected)).toBe(true);
});

test("a network's messages are limited, and so are a visitor's; another network's go on", async () => {
  const pace = createMessagePace(() => 0);
  const reply = { header: () => reply } as never;
  const write = (visitor: string, ip: string, company = "harbour") =>
    pace.consume({ visitorToken: Buffer.from(visitor), ip }, reply, company);
  const allowed = (tries: number, one: (at: number) => void) =>
    Array.from({ length: tries }, (_, at) => at).filter((at) => {
      try {
        one(at);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ status: 429 });
        return false;
      }
    }).length;
  expect(allowed(150, () => write("a", "10.0.0.1"))).toBe(100);
  expect(allowed(600, (at) => write(`b${at}`, "10.0.0.1"))).toBe(200);
  expect(allowed(10, () => write("c", "10.0.0.2"))).toBe(10);
  expect(allowed(2000, (at) => write(`d${at}`, `10.1.${at >> 8}.${at & 255}`))).toBe(1200 - 310);
  expect(allowed(10, () => write("e", "10.2.0.1", "northwind"))).toBe(10);
});

/** Calls of `of` visitors in one office, each with its own token, in turn; and which of them are refused. */
function refusedOf(of: number, each: number, call: (token: Buffer) => void): number {
  let refused = 0;
  for (let turn = 0; turn < each; turn += 1)
    for (let at = 0; at < of; at += 1)
      try {
        call(Buffer.from(`visitor ${at}`));
      } catch (error) {
        expect(error).toMatchObject({ status: 429 });
        refused += 1;
      }
  return refused;
}

test("a hundred visitors of one office write undisturbed beside a token that floods", () => {
  let now = 0;
  const messages = createMessagePace(() => now);
  const files = createFilePace(() => now);
  const reply = { header: () => reply } as never;
  const ip = "10.0.0.1";
  const message = (visitorToken: Buffer) => messages.consume({ visitorToken, ip }, reply, "harbour");
  const file = (visitorToken: Buffer) => files.consume({ visitorToken }, reply);
  const flood = Buffer.from("flood");
  const flooding = () => refusedOf(1, 1000, () => message(flood));
  expect(flooding()).toBe(900);
  expect(refusedOf(100, 2, message)).toBe(0);
  for (let minute = 0; minute < 5; minute += 1) {
    for (let second = 0; second < 60; second += 4) {
      now += 4000;
      flooding();
      expect(refusedOf(100, 1, message)).toBe(0);
    }
  }
  expect(refusedOf(1, 100, () => file(flood))).toBe(60);
  expect(refusedOf(100, 4, file)).toBe(0);
});

test("an office's visitors read undisturbed beside a token that floods", () => {
  const calls = createVisitorCalls(() => 0);
  const reply = { header: () => reply } as never;
  const call = (visitorToken: Buffer) => calls.consume({ visitorToken, ip: "10.0.0.1" }, reply);
  expect(refusedOf(1, 5000, () => call(Buffer.from("flood")))).toBe(5000 - 120);
  expect(refusedOf(100, 10, call)).toBe(0);
});

test("a tab that stops reading is cut off, and the data that waits for it stays bounded", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const other = openVisitorBrowser(world, chat);
  await other.write("Hello");
  const theirs = await connectVisitor(live.url, { key: chat.key, token: other.token });
  const raw = await connectUnread(live.url, { key: chat.key, token: visitor.token });
  const externalId = await world.desk("harbour", async ({ db }) => {
    const found = db
      .selectFrom("ticket")
      .select("client_external_id as id")
      .where("id", "=", conversation.id);
    return (await found.executeTakeFirstOrThrow()).id;
  });
  const typing = {
    kind: "typing",
    channelId: chat.channelid,
    ticketId: conversation.id,
    externalId,
  } as const;
  for (let sent = 0; sent < 2000; sent += 1) {
    world.context.live.visitors.send({ ...typing, name: "x".repeat(16_000) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  let bytes = 0;
  raw.on("data", (part) => {
    bytes += part.length;
  });
  await new Promise((resolve) => raw.once("close", resolve).resume());
  // Node buffers a megabyte and the kernel some more at both ends, of 32 megabytes.
  expect(bytes).toBeLessThan(16 * 2 ** 20);
  expect(theirs.socket.connected).toBe(true);
});

/** A connected frame whose connection nothing reads. */
async function connectUnread(url: string, auth: object): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const raw = connect(Number(port), hostname);
  onTestFinished(() => void raw.destroy());
  raw.on("error", () => undefined);
  const answered = () => new Promise((resolve) => raw.once("data", resolve));
  raw.write(
    `GET /visitor.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\n` +
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  await answered();
  const opening = Buffer.from(`40${JSON.stringify(auth)}`);
  raw.write(Buffer.concat([Buffer.from([0x81, 0x80 | 126, 0, opening.length, 0, 0, 0, 0]), opening]));
  await answered();
  return raw.pause();
}
