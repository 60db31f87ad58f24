import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startLive } from "../../../../../test/world/live.ts";
import { type RedisStandIn, startRedis } from "../../../../../test/world/redis.ts";
import { connectVisitor, connectWebChat, openVisitorBrowser } from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { createLive, type Live } from "../../../http/live/publish.ts";

let redis: RedisStandIn;
let world: World;
let here: Awaited<ReturnType<typeof startLive>>;
/** The live server of another process. */
let elsewhere: Live;
const logged: string[] = [];
beforeAll(async () => {
  redis = await startRedis();
  world = await createWorld({ env: { REDIS_URL: redis.url } });
  here = await startLive(world);
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(line) });
  elsewhere = await createLive({ redisUrl: redis.url }, log);
});
afterAll(async () => {
  await elsewhere.close();
  await here.close();
  await world.close();
  await redis.stop();
});

test("a visitor gets what another process commits", async () => {
  const chat = await connectWebChat(world);
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const tab = await connectVisitor(here.url, { key: chat.key, token: visitor.token });
  // A reader gets what was published after its first read, which takes a moment.
  await vi.waitFor(() => {
    elsewhere.visitors.forward({
      kind: "tickets",
      tickets: [{ ticketId: conversation.id, added: [], changed: [] }],
    });
    expect(tab.received.some(({ event }) => event === "conversation")).toBe(true);
  });
});

test("a signal that is lost between processes is noticed, and visitors reconnect and fetch", async () => {
  const chat = await connectWebChat(world);
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Hello");
  const tab = await connectVisitor(here.url, { key: chat.key, token: visitor.token });
  redis.lose(conversation.id);
  elsewhere.visitors.forward({
    kind: "tickets",
    tickets: [{ ticketId: conversation.id, added: [], changed: [] }],
  });
  await tab.cut;
});

test("a signal is lost without Redis, not the process; when Redis is back, visitors reconnect and fetch", async () => {
  const chat = await connectWebChat(world);
  const visitor = openVisitorBrowser(world, chat);
  await visitor.write("Hello");
  const tab = await connectVisitor(here.url, { key: chat.key, token: visitor.token });
  await redis.stop();
  await visitor.write("While it is away");
  await tab.receives("message");
  elsewhere.visitors.forward({ kind: "tickets", tickets: [] });
  await vi.waitFor(() => expect(logged.join()).toContain("did not accept an event"));
  await redis.start();
  await tab.cut;
});
