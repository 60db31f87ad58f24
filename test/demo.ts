/**
 * `npm run demo`: Parley as it is, on a data folder of its own, beside simulated platforms whose people write from time
 * to time. Each start begins the same small world anew.
 */
import { createWriteStream, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadConfig } from "../server/src/app/config.ts";
import { explain } from "../server/src/app/explain.ts";
import { createLog } from "../server/src/app/log.ts";
import { startParley } from "../server/src/app/start.ts";
import { readEnvironment } from "../server/src/floor/config/environment.ts";
import { AlreadyRunningError, folderHolder } from "../server/src/floor/database/embedded/folder-lock.ts";
import { stopOnSignal } from "../server/src/floor/stop-signal.ts";
import { startActivity } from "../simulator/src/life.ts";
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
const ports = { simulator: Number(env.SIMULATOR_PORT ?? 3004), shop: Number(env.SHOP_PORT ?? 3010) };

try {
  await startDemo();
} catch (error) {
  process.stderr.write(`${explain(error, portSetting)}\n`);
  process.exit(1);
}

/** IMAP and SMTP of the simulator listen on the two ports behind its own. */
function portSetting(port: number): string {
  if (port === ports.shop) return "SHOP_PORT";
  return port >= ports.simulator && port <= ports.simulator + 2 ? "SIMULATOR_PORT" : "PORT";
}

/** An empty data folder. */
function clearData(): void {
  const holder = existsSync(dataDir) ? folderHolder(dataDir) : null;
  if (holder !== null) throw new AlreadyRunningError(dataDir, holder);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

async function startDemo(): Promise<void> {
  clearData();
  const logFile = join(dataDir, "parley.log");
  const log = createLog({ nodeEnv: "production" }, createWriteStream(logFile, { flags: "a" }));
  /** Until everything runs there is nothing to finish: the data is thrown away at the next start. */
  let stop = async (): Promise<void> => undefined;
  stopOnSignal({ stop: () => stop(), log });

  const clock = sampleClock();
  const simulator = await startSimulator({
    port: ports.simulator,
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
  const shop = await startShop({ port: ports.shop });
  await plantShop(parley.context, sample.companyid, shop);
  await furnishVisitors(config.publicUrl);
  const life = startActivity(simulator.control, {
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
}
