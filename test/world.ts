/**
 * The small named world of server tests: two companies on their own database, their people, channels and a Telegram
 * network. The clock stands still until a test advances it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { buildApp } from "../server/src/app/app.ts";
import { loadConfig } from "../server/src/app/config.ts";
import { createContext } from "../server/src/app/context.ts";
import { createLog } from "../server/src/app/log.ts";
import type { Context } from "../server/src/floor/context.ts";
import {
  type AgentActor,
  inCompany,
  inCompanyAs,
  type Publication,
  type Scope,
} from "../server/src/floor/database/scope.ts";
import type { App } from "../server/src/http/app.ts";
import { type Simulator, startSimulator } from "../simulator/src/server.ts";
import { createTestDatabase } from "./database.ts";
import { watchAnswers } from "./world/answers.ts";
import { type Browser, openBrowser } from "./world/browser.ts";
import { createClock, type TestClock } from "./world/clock.ts";
import { runDueJobs } from "./world/jobs.ts";
import { type AgentName, appSecret, type CompanyName, createBots, type People } from "./world/people.ts";
import { type MessageFacts, plantMessage, plantTicket, type TicketFacts } from "./world/tickets.ts";

export { password } from "./world/people.ts";
export { beside, countStatements } from "./world/statements.ts";

export type World = People & {
  context: Context;
  app: App;
  clock: TestClock;
  telegram: Simulator;
  /** Events published after commits, oldest first. */
  published: Publication[];
  /** Log entries, a JSON line each. */
  logged: string[];
  /** A browser in which the agent is signed in; the same one each time. */
  as(agent: AgentName): Browser;
  /** A browser without a session. */
  stranger: Browser;
  /** A unit of work of an agent, without HTTP. */
  work<Answer>(agent: AgentName, work: (scope: Scope<AgentActor>) => Promise<Answer>): Promise<Answer>;
  /** A unit of work of the desk itself. */
  desk<Answer>(company: CompanyName, work: (scope: Scope) => Promise<Answer>): Promise<Answer>;
  ticket(facts?: TicketFacts): ReturnType<typeof plantTicket>;
  message(ticket: { id: string; company_id: string }, facts?: MessageFacts): ReturnType<typeof plantMessage>;
  /** Runs the jobs that are due by the world's clock until none is. Throws the error of a job. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

type WorldOptions = {
  /** Overrides the world's configuration, as the environment would. */
  env?: Record<string, string>;
  /** True where a test makes more calls than an agent may in a moment. */
  manyCalls?: boolean;
};

export async function createWorld({ env = {}, manyCalls = false }: WorldOptions = {}): Promise<World> {
  const [database, telegram] = await Promise.all([
    createTestDatabase("world"),
    startSimulator({ allowInsecureWebhooks: true }),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), "parley-world-"));
  const config = loadConfig({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    APP_SECRET: appSecret,
    ...telegram.settings,
    ...env,
  });
  const clock = createClock();
  const logged: string[] = [];
  const log = createLog(config, { write: (line) => void logged.push(line) });
  const context = await createContext(config, {
    ...{ log, clock: clock.now },
    ...(manyCalls && { agentPace: { burst: 1e6, perSecond: 1e6 } }),
  });
  const published = recordPublications(context);
  const people = structuredClone(inject("people"));
  createBots(telegram);
  const answers = watchAnswers();
  const app = await buildApp(context, answers);
  const browsers = new Map<AgentName, Browser>();

  return {
    ...people,
    context,
    app,
    clock,
    telegram,
    published,
    logged,
    as(name) {
      const known = browsers.get(name);
      if (known) return known;
      const browser = openBrowser(context, app, people.agents[name], answers);
      browsers.set(name, browser);
      return browser;
    },
    stranger: openBrowser(context, app, null, answers),
    work: (name, work) => inCompanyAs(context, people.agents[name].actor, work),
    desk: (name, work) => inCompany(context, { kind: "desk", companyId: people.companies[name].id }, work),
    ticket: (facts = {}) => plantTicket(context, people, facts),
    message: (ticket, facts = {}) => plantMessage(context, ticket, facts),
    drain: () => runDueJobs(context, clock),
    async close() {
      await app.close();
      await context.close();
      await telegram.close();
      await database.drop();
      rmSync(dataDir, { recursive: true });
      answers.check();
    },
  };
}

function recordPublications({ live }: Context): Publication[] {
  const published: Publication[] = [];
  const publish = live.publish.bind(live);
  live.publish = (publications) => {
    published.push(...publications);
    publish(publications);
  };
  return published;
}
