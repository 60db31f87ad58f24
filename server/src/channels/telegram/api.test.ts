import { createServer, type Server } from "node:net";
import { Readable } from "node:stream";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Simulator, startSimulator } from "../../../../simulator/src/server.ts";
import { createTelegramApi } from "./api.ts";

let simulator: Simulator;
let token: string;
let bot: number;
let person: number;
const servers: Server[] = [];

beforeAll(async () => {
  simulator = await startSimulator();
  ({ token, id: bot } = simulator.control.createBot());
  ({ id: person } = await simulator.control.createPerson({ firstName: "Rosa" }));
  await simulator.control.phone({ bot, person }).start();
});
afterAll(() => simulator.close());
afterEach(() => {
  simulator.control.clearFaults();
  for (const server of servers.splice(0)) server.close();
});

const sent = z.object({ message_id: z.number() });

const say = (url = simulator.url, timeout = 5000) =>
  createTelegramApi(url).call(token, "sendMessage", {
    params: { chat_id: person, text: "Hello" },
    result: sent,
    signal: AbortSignal.timeout(timeout),
  });

/** A server that does one thing to every connection. */
async function listen(meet: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer({}, meet);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const tells = (answer: object) => {
  expect(JSON.stringify(answer)).not.toContain(token.split(":")[1]);
  return answer;
};

test("an unreachable server certainly took nothing", async () => {
  expect(tells(await say("http://127.0.0.1:1"))).toMatchObject({ outcome: "notAccepted" });
  expect(tells(await say("http://no-such-host.invalid"))).toMatchObject({ outcome: "notAccepted" });
});

test("a connection that breaks during the TLS handshake certainly took nothing", async () => {
  const port = await listen((socket) => socket.once("data", () => socket.resetAndDestroy()));
  expect(tells(await say(`https://127.0.0.1:${port}`))).toMatchObject({ outcome: "notAccepted" });
});

test("a server that speaks no TLS certainly took nothing", async () => {
  const port = await listen((socket) => socket.end("hello\n"));
  expect(tells(await say(`https://127.0.0.1:${port}`))).toMatchObject({ outcome: "notAccepted" });
});

test("a connection that breaks after the request has an unknown outcome", async () => {
  const port = await listen((socket) => socket.once("data", () => socket.resetAndDestroy()));
  expect(tells(await say(`http://127.0.0.1:${port}`))).toMatchObject({ outcome: "unknown" });
});

test("no answer in time is an unknown outcome", async () => {
  simulator.control.addFault({ kind: "hang", bot, method: "sendMessage" });
  expect(tells(await say(simulator.url, 200))).toEqual({
    outcome: "unknown",
    reason: reasonOf("no_answer", { provider: "Telegram" }),
  });
});

test("an unreadable answer, or one without a message, is an unknown outcome", async () => {
  simulator.control.addFault({ kind: "badJson", bot, method: "sendMessage" });
  expect(tells(await say())).toMatchObject({ outcome: "unknown" });
  const strange = await createTelegramApi(simulator.url).call(token, "getMe", {
    result: sent,
    signal: AbortSignal.timeout(5000),
  });
  expect(tells(strange)).toMatchObject({ outcome: "unknown" });
});

test("a refusal says how long to wait", async () => {
  simulator.control.addFault({ kind: "error", code: 429, retryAfter: 7, bot, method: "sendMessage" });
  expect(await say()).toEqual({
    outcome: "refused",
    code: 429,
    description: "Too Many Requests: retry after 7",
    retryAfterMs: 7000,
  });
});

test("an upload whose file breaks off was not accepted", async () => {
  async function* torn() {
    yield Buffer.alloc(1000);
    throw new Error("disk");
  }
  const before = simulator.control.phone({ bot, person }).messages().length;
  const answer = await createTelegramApi(simulator.url).call(token, "sendDocument", {
    params: { chat_id: person },
    upload: {
      field: "document",
      name: 'a"b.txt',
      mediaType: "text/plain",
      size: 5000,
      stream: Readable.from(torn()),
    },
    result: sent,
    signal: AbortSignal.timeout(5000),
  });
  expect(answer).toEqual({ outcome: "notAccepted", reason: reasonOf("file_unreadable") });
  expect(simulator.control.phone({ bot, person }).messages()).toHaveLength(before);
});

test("a download stays below the bot's files", async () => {
  const api = createTelegramApi(simulator.url);
  const climb = await api.download(token, "../../bot/getMe", AbortSignal.timeout(5000));
  expect(climb).toMatchObject({ outcome: "failed" });
  const missing = await api.download(token, "photos/none.jpg", AbortSignal.timeout(5000));
  expect(missing).toEqual({ outcome: "refused", code: 404 });
});
