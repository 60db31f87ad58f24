/** What a flood of visitors meets, by HTTP and at /visitor.io. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLive } from "../../../../../test/world/live.ts";
import {
  connectVisitor,
  connectWebChat,
  openVisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

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

test("a network makes sixty new visitors in ten minutes; who is known goes on writing", async () => {
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
  await world.context.pool.query("update rate_count set count = 60");
  const refused = await beginning("1");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.any(String)]);
  expect((await beginning("0")).statusCode).toBe(200);
  const { rows } = await world.context.pool.query("select count(*)::integer as count from visitor_session");
  expect(rows).toEqual([{ count: 1 }]);
});

test("a visitor's calls are paced, another's are not", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const statuses = new Set<number>();
  for (let call = 0; call < 160; call += 1) statuses.add((await visitor.get("me")).statusCode);
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

test("a blocked client's socket is ended when it is looked at again", async () => {
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const { rows } = await world.context.pool.query("select client_id from ticket where id = $1", [
    conversation.id,
  ]);
  await world.as("ingrid").post(`/admin/${rows[0].client_id}/block`);
  await expect(connectVisitor(live.url, { key: chat.key, token: visitor.token })).rejects.toThrow(
    "signed_out",
  );
});
