/** Runs the receiver of `docs/api/webhooks.md` as it stands on the page: it takes what is signed, and nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Delivery, MadeWebhook } from "@parley/contract/webhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../world.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/api/webhooks.md"), "utf8");
const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];

let world: World;
let folder: string;
let receiver: ChildProcess;
let made: MadeWebhook;
let url: string;
let said = "";
beforeAll(async () => {
  world = await createWorld({ env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } });
  // The receiver refuses what is not of these minutes.
  world.clock.advance(Date.now() - world.clock.now().getTime());
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  const body = { name: "CRM", url, types: ["ticket_message"] };
  made = (await world.as("ingrid").post("/create-webhook", body)).json<MadeWebhook>();
  folder = mkdtempSync(join(tmpdir(), "parley-receiver-"));
  const file = join(folder, "receiver.ts");
  writeFileSync(file, code);
  receiver = spawn(process.execPath, [file], {
    env: { ...process.env, WEBHOOK_SECRET: made.secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  receiver.stdout?.on("data", (text) => {
    said += text;
  });
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 100 });
}, 60_000);
afterAll(async () => {
  receiver.kill();
  await once(receiver, "exit");
  rmSync(folder, { recursive: true });
  await world.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the page's receiver takes what the desk has signed", async () => {
  const { webhookid } = made.webhook;
  await world.as("ingrid").post("/test-webhook", { webhookid, type: "ticket_message" });
  await world.drain();
  const answer = await world.as("ingrid").get(`/webhooks/${webhookid}/deliveries`);
  const [delivery] = answer.json<{ deliveries: Delivery[] }>().deliveries;
  expect(delivery).toMatchObject({ state: "sent", status: 204 });
  await vi.waitFor(() => expect(said).toBe("ticket_message\n"));
});

test("the page's receiver refuses what is not signed", async () => {
  const headers = {
    ...{ "webhook-id": "a_1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) },
    "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
  };
  expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(401);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
});
