/** The desk that browser tests use, in a process of its own: real server, real database, simulated Telegram. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../server/src/config.ts";
import { startParley } from "../../server/src/start.ts";
import { DEMO_TOKEN } from "../../simulator/src/seed.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { plantSample } from "../sample/plant.ts";

const simulator = await startSimulator({
  seed: { bots: [{ token: DEMO_TOKEN, name: "Harbour Travel", username: "harbour_travel_bot" }], people: [] },
});
const dataDir = mkdtempSync(join(tmpdir(), "parley-e2e-"));
const port = await freePort();
const config = loadConfig({
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  PORT: String(port),
  TELEGRAM_API_URL: simulator.url,
});
const parley = await startParley(config);
await plantSample(parley.context);
process.stdout.write(`${JSON.stringify({ url: config.publicUrl, simulatorUrl: simulator.url })}\n`);

// The runner's end of this pipe closes when the runner ends, however it ends.
process.stdin.resume();
process.stdin.once("end", async () => {
  await parley.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((ready) => probe.listen(0, "127.0.0.1", ready));
  const { port: free } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return free;
}
