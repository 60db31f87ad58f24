/** Addresses that a caller names for the desk to call: none leads into a private network, not even by redirect. */
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { privateFiles } from "../signed/attacks.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

export async function reached(stage: Stage, trial: Trial): Promise<void> {
  const calls: string[] = [];
  const inner = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.end("inner words");
  }).listen(0, "127.0.0.1");
  await once(inner, "listening");
  const { port } = inner.address() as AddressInfo;
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") };
  const agent = stage.as("mira");
  for (const endpoint of addresses(port)) {
    for (const path of ["/subscribe", "/check-subscription"])
      trial.refused(`POST ${path} ${endpoint}`, await agent.post(path, { endpoint, keys }), [400]);
  }
  await privateFiles(stage, trial, fileAddresses(port));
  trial.note(calls.length === 0 ? null : `the desk called ${calls.join()}`);
  inner.close();
}

/**
 * The addresses of media named by a webhook call. The simulated provider itself is on loopback, which the others are
 * not.
 */
const fileAddresses = (port: number) => [
  ...addresses(port).filter((address) => !/127\.0\.0\.1|2130706433|0x7f|017700000001|\[::1\]/.test(address)),
  `http://0.0.0.0:${port}/media`,
  `http://[::ffff:127.0.0.1]:${port}/media`,
  "http://169.254.169.254/latest/meta-data",
  "http://10.0.0.1/media",
];

export const addresses = (port: number) => [
  `http://127.0.0.1:${port}/push`,
  `https://127.0.0.1:${port}/push`,
  `https://2130706433:${port}/push`,
  `https://0x7f.1:${port}/push`,
  `https://017700000001:${port}/push`,
  `https://0.0.0.0:${port}/push`,
  `https://[::1]:${port}/push`,
  `https://[::ffff:127.0.0.1]:${port}/push`,
  `https://[64:ff9b::7f00:1]:${port}/push`,
  `https://[fe80::1]:${port}/push`,
  `https://[fd00::1]/push`,
  "https://10.0.0.1/push",
  "https://172.16.0.1/push",
  "https://192.168.1.1/push",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/push",
  "https://push.example@127.0.0.1/push",
  "https://user:password@push.example/push",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_x",
  "javascript:alert(1)",
];
