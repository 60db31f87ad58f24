/**
 * `npm run demo`: Parley as it is, on a data folder of its own, beside simulated platforms whose people write from time
 * to time. Each start begins the same small world anew.
 */
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../server/src/app/config.ts";
import { createLog } from "../server/src/app/log.ts";
import { startParley } from "../server/src/app/start.ts";
import { readEnvironment } from "../server/src/environment.ts";
import { stopOnSignal } from "../server/src/stop-signal.ts";
import { startLife } from "../simulator/src/life.ts";
import { demoWorld } from "../simulator/src/seed.ts";
import { startSimulator } from "../simulator/src/server.ts";
import { startShop } from "../simulator/src/shop/server.ts";
import { plantAutomatic } from "./sample/automatic.ts";
import { furnish } from "./sample/furnish.ts";
import { plantHistory } from "./sample/history.ts";
import { plantSample, samplePassword } from "./sample/plant.ts";
import { plantReplyWindows, sampleClock, silent } from "./sample/reply-windows.ts";
import { plantShop } from "./sample/shop.ts";
import { furnishVisitors } from "./sample/visitors.ts";

const env = readEnvironment();
const dataDir = resolve(env.DATA_DIR ?? "data", "demo");
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });

const logFile = join(dataDir, "parley.log");
const log = createLog({ nodeEnv: "production" }, createWriteStream(logFile, { flags: "a" }));
/** Until everything runs there is nothing to finish: the data is thrown away at the next start. */
let stop = async (): Promise<void> => undefined;
stopOnSignal({ stop: () => stop(), log });

const clock = sampleClock();
const port = Number(env.SIMULATOR_PORT ?? 3004);
const simulator = await startSimulator({
  port,
  seed: demoWorld,
  now: () => clock.now(),
  allowInsecureWebhooks: true,
});
// With a mail server of one's own, mails go there.
const demo = env.SMTP_URL ? "0" : "1";
const config = loadConfig({
  ...env,
  DATA_DIR: dataDir,
  ...simulator.settings,
  PARLEY_DEMO: demo,
});
const parley = await startParley(config, { log });

const sample = await plantSample(parley.context, simulator.control.accounts());
await plantHistory(parley.context, sample.companyid);
await plantReplyWindows(parley.context, simulator, clock);
await furnish(config.publicUrl, simulator);
await plantAutomatic(parley.context, sample.companyid);
const shop = await startShop({ port: Number(env.SHOP_PORT ?? 3010) });
await plantShop(parley.context, sample.companyid, shop);
await furnishVisitors(config.publicUrl);
const life = startLife(simulator.control, {
  everyMs: Number(env.DEMO_LIFE_MS ?? 12_000),
  resting: silent,
  onError: (error) => parley.context.log.warn({ err: error }, "a simulated client could not act"),
});
stop = async () => {
  life.stop();
  await parley.stop();
  await shop.close();
  await simulator.close();
};

const row = (agent: (typeof sample.agents)[number]) =>
  `    ${agent.email.padEnd(28)} ${agent.firstName} ${agent.lastName}, ${agent.role ?? "agent"}, ${agent.department}`;
process.stdout.write(`
  Parley is running.

  The console    ${config.publicUrl}
  The phone      ${simulator.url}/phone     (write as a client)
  The shop       ${shop.url}     (write as a visitor of its pages)
  The mail       ${config.demo ? `${config.publicUrl}/demo/mail` : "goes to SMTP_URL"}

  Sign in with any of these and the password  ${samplePassword}
${sample.agents.map(row).join("\n")}

  The log is in ${logFile}. Ctrl+C stops everything; the next start begins anew.
`);
