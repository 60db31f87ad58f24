/** Runs the gateway for SMS of `docs/api/gateways.md` as it stands on the page, between a carrier and the desk. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeKey } from "../world/keys.ts";
import { createWorld, type World } from "../world.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/api/gateways.md"), "utf8");
const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const number = "+447700900123";

let world: World;
let folder: string;
let key: string;
let port: number;
let gateway: ChildProcess;
let carrier: Server;
/** The carrier's messages by their id: the same id again is the same message. */
const phone = new Map<string, { id: string; to: string; text: string }>();
let calls = 0;
let answers = true;
beforeAll(async () => {
  const desk = await freePort();
  world = await createWorld({ env: { PUBLIC_URL: `http://127.0.0.1:${desk}` } });
  await world.app.listen({ port: desk, host: "127.0.0.1" });
  key = (await makeKey(world, "ingrid", { abilities: ["handInMessages"] })).token;
  carrier = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = JSON.parse(Buffer.concat(chunks).toString());
    phone.set(message.id, message);
    calls += 1;
    if (answers) response.writeHead(200).end();
  }).listen(0, "127.0.0.1");
  await once(carrier, "listening");
  folder = mkdtempSync(join(tmpdir(), "parley-gateway-"));
  writeFileSync(join(folder, "gateway.ts"), code);
  port = await freePort();
  await start();
  const body = { name: "SMS", url: `http://127.0.0.1:${port}/parley`, secret };
  const departmentid = world.departments.bookings.id;
  const connected = await world.as("ingrid").post("/channels/gateway/connect", { ...body, departmentid });
  expect(connected.statusCode, connected.body).toBe(200);
}, 60_000);
afterAll(async () => {
  await kill();
  carrier.closeAllConnections();
  carrier.close();
  rmSync(folder, { recursive: true });
  await world.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}
async function start() {
  gateway = spawn(process.execPath, [join(folder, "gateway.ts")], {
    cwd: folder,
    env: {
      ...{ ...process.env, PARLEY_KEY: key, GATEWAY_SECRET: secret, PORT: String(port) },
      CARRIER_URL: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`,
    },
    stdio: "inherit",
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 20_000, interval: 50 });
}
async function kill() {
  gateway.kill("SIGKILL");
  await once(gateway, "exit");
}
const ask = async (path: string, body: object) =>
  (await fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", body: JSON.stringify(body) })).status;
const messages = async () => {
  const { rows } = await world.context.pool.query(
    `select m.id, m.ticket_id, m.content, m.is_agent, m.status from message m join ticket t on t.id = m.ticket_id
     where t.client_external_id = $1 and m.type = 'text' order by m.created_on`,
    [number],
  );
  return rows as { id: string; ticket_id: string; content: string; is_agent: boolean; status: string }[];
};
const sms = { id: "sms-1", from: number, text: "Where is my ferry?" };

test("a request that the desk has not signed reaches no phone", async () => {
  const body = { type: "channel_message", channel: { url: "http://127.0.0.1:1" }, to: number };
  expect(await ask("parley", { ...body, message: { id: "1", text: "Call me" } })).toBe(401);
  expect(phone.size).toBe(0);
});

test("a client's SMS becomes a ticket, once, also when the gateway is killed and the carrier calls again", async () => {
  expect(await ask("sms", sms)).toBe(200);
  await kill();
  await start();
  expect(await ask("sms", sms)).toBe(200);
  expect((await messages()).map(({ content }) => content)).toEqual(["Where is my ferry?"]);
});

test("an agent's answer reaches the phone once, also when the gateway is killed with it, and its receipt comes back", async () => {
  const [asked] = await messages();
  const ticketid = asked?.ticket_id;
  await world.as("mira").post("/acceptTicket", { ticketid });
  answers = false;
  await world.as("mira").post("/send-message", { ticketid, content: "Pier 3, at two." });
  const sending = world.drain();
  await vi.waitFor(() => expect(calls).toBe(1), { timeout: 10_000 });
  await kill();
  await sending;
  expect((await messages())[1]?.status).toBe("queued");
  answers = true;
  await start();
  world.clock.advance(2_000);
  await world.drain();
  expect([calls, [...phone.values()].map(({ to, text }) => [to, text])]).toEqual([
    2,
    [[number, "Pier 3, at two."]],
  ]);
  const [, answer] = await messages();
  expect(answer?.status).toBe("sent");
  expect(await ask("receipt", { id: answer?.id, status: "delivered" })).toBe(200);
  expect((await messages())[1]?.status).toBe("delivered");
});
