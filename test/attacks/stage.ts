/** The desk under attack: a separate process with two companies, a simulated Telegram and a mail server. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildApp } from "../../server/src/app/app.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { type Simulator, startSimulator } from "../../simulator/src/server.ts";
import { appSecret, createDesk, type Desk } from "../outside/desk.ts";
import { type House, openInside, plantHouse } from "../outside/house.ts";
import type { AgentName } from "../world/people.ts";
import { type SmtpStub, startSmtp } from "../world/smtp.ts";
import { type Crowd, plantCrowd } from "./crowd.ts";
import { type Dripping, startDripping } from "./requests/dripping.ts";
import { endAttacker } from "./resources/attacker.ts";
import { type Neighbour, startNeighbour } from "./resources/neighbour.ts";
import { describeRoutes, findForms, type Route } from "./routes.ts";
import { openPairs, type Pair } from "./signed/accounts.ts";
import { openVisitor, type Visitor } from "./visitor.ts";

/** Harbour Travel attacks; Northwind Parcels is its neighbour. */
export type Stage = {
  /** True if one good round beside the neighbour is enough. */
  short: boolean;
  /** The seconds of a flood that has no end of its own. */
  floodSeconds: number;
  desk: Desk;
  /** A second process of the same desk, behind https and a proxy on 127.0.0.1. */
  https: { url: string; origin: string };
  simulator: Simulator;
  smtp: SmtpStub;
  house: House;
  crowd: Crowd;
  /** Accounts of both sides whose providers sign. */
  signed: Pair[];
  /** The desk's database and settings, to plant rows and to check what is left behind. */
  inside: Context;
  routes: Route[];
  /** Names of the routes that take multipart. */
  forms: Set<string>;
  /** A signed-in visitor. */
  as(name: AgentName): Visitor;
  /**
   * An administrator of the attacker's, or an agent of Bookings: another with each call, since each has a limit of
   * calls.
   */
  admin(): Visitor;
  agent(): Visitor;
  visitor(from?: string): Visitor;
  /** An address of an unused network. */
  network(): string;
  /** A word that must not be found elsewhere. */
  canary: string;
  dripping: Dripping;
  /** The other company's agents at work; their process starts with the first call. */
  neighbour(): Neighbour;
  log(): string;
  logBytes(): number;
  close(): Promise<void>;
};

/** Together they may make all calls of an attack without a pause, whatever a call costs. */
const colleagues = 40;
export const metricsToken = "the token of the metrics";

function inTurn<One>(all: One[]): () => One {
  let last = 0;
  return () => {
    last += 1;
    return all[last % all.length] as One;
  };
}

export async function openStage(short: boolean): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "parley-attacks-"));
  const logFile = join(folder, "log");
  const simulator = await startSimulator({ allowInsecureWebhooks: true });
  const smtp = await startSmtp();
  const env = {
    // The log of a production desk is searched for secrets.
    NODE_ENV: "production",
    ...simulator.settings,
    SMTP_URL: smtp.url,
    MAIL_FROM: "desk@parley.example",
    METRICS_TOKEN: metricsToken,
  };
  const desk = await createDesk(env, { logFile });
  await desk.start();
  const canary = `canary${randomBytes(6).toString("hex")}`;
  const house = await plantHouse(desk, simulator);
  const inside = await openInside(desk);
  const crowd = await plantCrowd(inside, house, canary);
  const signed = await openPairs(desk.url, simulator, house);
  // The attacks call the planted bots and the simulator does not, which a check would find and report.
  await desk.query("update channel set next_check_on = now() + interval '1 day'");
  const origin = "https://desk.example";
  const https = await createDesk(
    {
      ...env,
      DATABASE_URL: desk.databaseUrl(),
      PARLEY_ROLE: "web",
      PUBLIC_URL: origin,
      TRUST_PROXY: "127.0.0.1",
      APP_SECRET: appSecret,
    },
    { logFile },
  );
  await https.start();
  const app = await buildApp(inside);
  const routes = await describeRoutes(app);
  await app.close();

  const visitors: Visitor[] = [];
  const visitor = (options: Parameters<typeof openVisitor>[1]) => {
    const opened = openVisitor(desk.url, { ...options, patient: true });
    visitors.push(opened);
    return opened;
  };
  const many = (role: "admin" | null) =>
    Promise.all(
      Array.from({ length: colleagues }, async () => visitor({ cookie: (await crowd.victim(role)).cookie })),
    );
  const [admins, agents] = [await many("admin"), await many(null)];
  let networks = 0;
  let working: Neighbour | undefined;
  const stage: Stage = {
    short,
    floodSeconds: short ? 1.5 : 4,
    desk,
    https: { url: https.url, origin },
    simulator,
    smtp,
    house,
    crowd,
    signed,
    inside,
    routes,
    forms: new Set(),
    admin: inTurn(admins),
    agent: inTurn(agents),
    as: (name) => visitor({ cookie: house.people[name].cookie }),
    visitor: (from = stage.network()) => visitor({ from }),
    network: () => `127.77.${++networks >> 8}.${networks & 255}`,
    canary,
    dripping: startDripping(desk.url, house.people.mira.cookie, signed),
    neighbour() {
      working ??= startNeighbour(stage);
      return working;
    },
    log: () => readFileSync(logFile, "utf8"),
    logBytes: () => statSync(logFile).size,
    async close() {
      stage.dripping.stop();
      working?.stop();
      endAttacker();
      for (const each of visitors) each.close();
      await https.remove();
      await inside.close();
      await desk.remove();
      await simulator.close();
      await smtp.down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  stage.forms = await findForms(routes, stage.as("ingrid"));
  return stage;
}

/** Waits until the condition holds. False when it does not within that time. */
export async function becomes(
  isSo: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  for (const startedAt = Date.now(); !(await isSo()); await wait(25)) {
    if (Date.now() - startedAt > milliseconds) return false;
  }
  return true;
}
