/** The small world of `npm run demo` and `npm run dev`: a desk on a data folder of its own, simulated platforms and a shop. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { loadConfig } from "../../server/src/app/config.ts";
import { type Parley, startParley } from "../../server/src/app/start.ts";
import type { Config } from "../../server/src/floor/config/config.ts";
import { AlreadyRunningError, folderHolder } from "../../server/src/floor/database/embedded/folder-lock.ts";
import { startActivity } from "../../simulator/src/life.ts";
import { demoWorld } from "../../simulator/src/seed.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { startShop } from "../../simulator/src/shop/server.ts";
import { plantAutomatic } from "./automatic.ts";
import { furnish } from "./furnish.ts";
import { furnishGateway } from "./gateway.ts";
import { plantPastGoals } from "./goals.ts";
import { plantHistory } from "./history.ts";
import { plantSample, samplePassword } from "./plant.ts";
import { plantReplyWindows, sampleClock, silent } from "./reply-windows.ts";
import { plantShop, plantWebhook } from "./shop.ts";
import { furnishVisitors } from "./visitors.ts";

type Environment = Record<string, string | undefined>;

export type SampleWorld = {
  parley: Parley;
  config: Config;
  /** A process of Parley needs this beside the environment to be this desk. */
  settings: Environment;
  /** The addresses where everything is, and the people who sign in. */
  described: string;
  /** From now on the simulated people write from time to time. */
  begin(onError: (error: unknown) => void): void;
  /** The people, the platforms and the shop; the desk has a `stop` of its own. */
  close(): Promise<void>;
};

const portsOf = (env: Environment) => ({
  simulator: Number(env.SIMULATOR_PORT ?? 3004),
  shop: Number(env.SHOP_PORT ?? 3010),
});

/** The setting that moves a port. IMAP and SMTP of the simulator listen on the two behind its own. */
export function portSettingOf(env: Environment): (port: number) => string {
  const ports = portsOf(env);
  return (port) => {
    if (port === ports.shop) return "SHOP_PORT";
    return port >= ports.simulator && port <= ports.simulator + 2 ? "SIMULATOR_PORT" : "PORT";
  };
}

/** Empties the data folder, on which no Parley runs. */
export function clearData(dataDir: string): void {
  const holder = existsSync(dataDir) ? folderHolder(dataDir) : null;
  if (holder !== null) throw new AlreadyRunningError(dataDir, holder);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/** This is done on an empty data folder. */
export async function startSampleWorld(
  env: Environment,
  dataDir: string,
  log: Parley["context"]["log"],
): Promise<SampleWorld> {
  const ports = portsOf(env);
  const clock = sampleClock();
  const simulator = await startSimulator({
    port: ports.simulator,
    seed: demoWorld,
    now: () => clock.now(),
    allowInsecureWebhooks: true,
  });
  const settings = {
    DATA_DIR: dataDir,
    ...simulator.settings,
    // Mails go to one's own mail server where there is one.
    // The shop, which receives a webhook.
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    PARLEY_DEMO: env.SMTP_URL ? "0" : "1",
  };
  const config = loadConfig({ ...env, ...settings });
  const parley = await startParley(config, { log });

  const sample = await plantSample(parley.context, simulator.control.accounts());
  await plantHistory(parley.context, sample.companyid);
  await plantReplyWindows(parley.context, simulator, clock);
  await furnish(config.publicUrl, simulator);
  await plantPastGoals(parley.context, sample.companyid);
  await furnishGateway(config.publicUrl, simulator);
  await plantAutomatic(parley.context, sample.companyid);
  const shop = await startShop({ port: ports.shop });
  await plantShop(parley.context, sample.companyid, shop);
  await plantWebhook(config.publicUrl, shop);
  await furnishVisitors(config.publicUrl);

  const row = (agent: (typeof sample.agents)[number]) =>
    `    ${agent.email.padEnd(28)} ${agent.firstName} ${agent.lastName}, ${agent.role ?? "agent"}, ${agent.department}`;
  let life: ReturnType<typeof startActivity> | null = null;
  return {
    parley,
    config,
    settings,
    described: `  The phone      ${simulator.url}/phone     (write as a client)
  The shop       ${shop.url}     (write as a visitor of its pages)
  Its webhook    ${shop.url}/received     (what the desk sends to it)
  The mail       ${config.demo ? `${config.publicUrl}/demo/mail` : "goes to SMTP_URL"}

  Sign in with any of these and the password  ${samplePassword}
${sample.agents.map(row).join("\n")}
`,
    begin(onError) {
      life = startActivity(simulator.control, {
        everyMs: Number(env.DEMO_LIFE_MS ?? 12_000),
        resting: silent,
        onError,
      });
    },
    async close() {
      life?.stop();
      await shop.close();
      await simulator.close();
    },
  };
}
