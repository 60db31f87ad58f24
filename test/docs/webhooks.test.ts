/** Runs the receivers of `docs/api/webhooks.md` as they stand on the page: each takes what is signed, and nothing else. */
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
const codeIn = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

type Receiver = { process: ChildProcess; made: MadeWebhook; url: string; said: string };
let world: World;
let folder: string;
const receivers: Record<string, Receiver> = {};
beforeAll(async () => {
  world = await createWorld({ env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } });
  // The receiver refuses what is not of these minutes.
  world.clock.advance(Date.now() - world.clock.now().getTime());
  folder = mkdtempSync(join(tmpdir(), "parley-receiver-"));
  await Promise.all([start("ts", process.execPath), start("py", "python3")]);
}, 60_000);
afterAll(async () => {
  for (const { process: receiver } of Object.values(receivers)) {
    receiver.kill();
    await once(receiver, "exit");
  }
  rmSync(folder, { recursive: true });
  await world.close();
});

async function start(language: string, command: string): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const body = { name: language, url, types: ["ticket_message"] };
  const made = (await world.as("ingrid").post("/create-webhook", body)).json<MadeWebhook>();
  const file = join(folder, `receiver.${language}`);
  writeFileSync(file, codeIn(language));
  const started = spawn(command, [file], {
    env: { ...process.env, WEBHOOK_SECRET: made.secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const receiver: Receiver = { process: started, made, url, said: "" };
  started.stdout?.on("data", (text) => {
    receiver.said += text;
  });
  receivers[language] = receiver;
  await vi.waitFor(() => fetch(url, { method: "POST", body: "{}" }), { timeout: 20_000, interval: 100 });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test.each(["ts", "py"])("the page's receiver in %s takes what the desk has signed", async (language) => {
  const receiver = receivers[language] as Receiver;
  const { webhookid } = receiver.made.webhook;
  await world.as("ingrid").post("/test-webhook", { webhookid, type: "ticket_message" });
  await world.drain();
  const answer = await world.as("ingrid").get(`/webhooks/${webhookid}/deliveries`);
  const [delivery] = answer.json<{ deliveries: Delivery[] }>().deliveries;
  expect(delivery).toMatchObject({ state: "sent", status: 204 });
  await vi.waitFor(() => expect(receiver.said).toBe("ticket_message\n"));
});

test.each(["ts", "py"])("the page's receiver in %s refuses what is not signed", async (language) => {
  const { url } = receivers[language] as Receiver;
  const headers = {
    ...{ "webhook-id": "a_1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) },
    "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
  };
  expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(401);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
});
