/**
 * The desk of the browser tests, in a separate process: real server, real database, simulated Telegram. Its control
 * interface, only on this machine, makes each test's company.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { loadConfig } from "../../server/src/app/config.ts";
import { startParley } from "../../server/src/app/start.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { freePort } from "../outside/desk.ts";
import { openCompanies } from "./companies.ts";

const simulator = await startSimulator({ allowInsecureWebhooks: true });
const dataDir = mkdtempSync(join(tmpdir(), "parley-e2e-"));
const config = loadConfig({
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
  PORT: String(await freePort()),
  ...simulator.settings,
});
const parley = await startParley(config);
const companies = await openCompanies(parley.context, simulator);

const control = createServer(async (request, response) => {
  try {
    response.end(JSON.stringify((await answer(request)) ?? null));
  } catch (error) {
    response.writeHead(500).end(String((error as Error).stack));
  }
});
await new Promise<void>((ready) => control.listen(0, "127.0.0.1", ready));
const controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
process.stdout.write(
  `${JSON.stringify({ url: config.publicUrl, simulatorUrl: simulator.url, controlUrl })}\n`,
);

// The runner's end of this pipe closes when the runner ends in any way.
process.stdin.resume();
process.stdin.once("end", async () => {
  control.close();
  control.closeAllConnections();
  await parley.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

/** The path names the verb of `Companies`, the body holds its arguments. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const verb = request.url?.slice(1) ?? "";
  if (!Object.hasOwn(companies, verb)) throw new Error(`There is no ${verb}`);
  const work = companies[verb as keyof typeof companies] as (...args: unknown[]) => Promise<unknown>;
  return work(...((await json(request)) as unknown[]));
}
