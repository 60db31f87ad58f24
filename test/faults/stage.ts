/** The desk under test, its people and clients, and helpers of every scenario. */
import { setTimeout as wait } from "node:timers/promises";
import { type Simulator, startSimulator } from "../../simulator/src/server.ts";
import { fastTiming } from "../../simulator/src/timing.ts";
import { type Caller, callAs } from "../outside/caller.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { callWebhook, type House, plantHouse } from "../outside/house.ts";
import type { AgentName } from "../world/people.ts";
import { type Account, connectAccounts } from "./accounts.ts";
import { explainSilence } from "./explain.ts";
import { Ledger, type Reply } from "./ledger.ts";
import { type Correspondent, createPlayedClient, type PlayedClient } from "./played-client.ts";
import type { Report } from "./report.ts";
import { openViewer, type Transport, type Viewer } from "./viewer.ts";

/** A client with a ticket, and its handler. */
export type Conversation<Client extends Correspondent = Correspondent> = {
  client: Client;
  ticketid: string;
  reply(text: string): Promise<Reply>;
};
/** The account of the conversation. */
export type Talk = Conversation<PlayedClient> & { account: Account };

export type Stage = {
  desk: Desk;
  simulator: Simulator;
  house: House;
  ledger: Ledger;
  report: Report;
  caller(name: AgentName): Caller;
  /** The planted account first. */
  accounts: [Account, ...Account[]];
  /** Makes a client at the planted account, unless another is given. */
  client(account?: Account): Promise<PlayedClient>;
  /** A client whose first message is received and whose ticket is accepted by this agent. */
  conversation(name: AgentName, account?: Account): Promise<Talk>;
  /** One conversation at each account, the agents in turn. */
  everywhere(...names: AgentName[]): Promise<Talk[]>;
  /** The same for a client whose first message is already received. */
  converse<Client extends Correspondent>(client: Client, name: AgentName): Promise<Conversation<Client>>;
  ticketOf(client: Pick<Correspondent, "id">): Promise<string>;
  /** An unused text. */
  say(what: string): string;
  viewer(name: AgentName, url?: string, transports?: Transport[]): Viewer;
  /** Checks P1, P2, P3, P5, P6 and P8 of everything so far, and P4 of these viewers. */
  checkAll(when: string, viewers?: Viewer[]): Promise<void>;
  close(): Promise<void>;
};

/** `env` overrides the desk's usual environment. `start` may start several processes, and returns all of them. */
export async function openStage(
  report: Report,
  env: Record<string, string> = {},
  start: (env: Record<string, string>) => Promise<Desk> = startDesk,
): Promise<Stage> {
  const simulator = await startSimulator({ allowInsecureWebhooks: true, timing: fastTiming });
  const desk = await start({ ...simulator.settings, ...env });
  const house = await plantHouse(desk, simulator);
  await callWebhook(simulator, house.harbour);
  const [planted, ...others] = await connectAccounts(simulator, house, callAs(desk.url, house.people.ingrid));
  if (!planted) throw new Error("The planted account's platform takes no part");
  const settles = new Set([planted, ...others].flatMap(({ id, sending }) => (sending.settles ? [id] : [])));
  const ledger = new Ledger();
  let said = 0;

  const stage: Stage = {
    desk,
    simulator,
    house,
    ledger,
    report,
    caller: (name) => callAs(desk.url, house.people[name]),
    accounts: [planted, ...others],
    async client(account = planted) {
      const explain = () => explainSilence(simulator, desk, account.id);
      const client = await createPlayedClient(simulator, account.id, { explain });
      ledger.clients.push(client);
      return client;
    },
    async conversation(name, account = planted) {
      const client = await stage.client(account);
      await client.write(stage.say("hello"));
      return { ...(await stage.converse(client, name)), account };
    },
    everywhere: (...names) =>
      Promise.all(
        stage.accounts.map((account, at) => stage.conversation(names[at % names.length] ?? "mira", account)),
      ),
    async converse(client, name) {
      const ticketid = await stage.ticketOf(client);
      await stage.caller(name).surely("/acceptTicket", { ticketid });
      const reply = async (text: string) => {
        const noted = ledger.note(client, ticketid, text);
        await ledger.send(stage.caller(name), noted);
        return noted;
      };
      return { client, ticketid, reply };
    },
    async ticketOf(client) {
      const sql = "select id from ticket where client_external_id = $1";
      const [ticket, ...others] = await desk.query<{ id: string }>(sql, [String(client.id)]);
      if (!ticket || others.length > 0)
        throw new Error(`A client has ${others.length + (ticket ? 1 : 0)} tickets`);
      return ticket.id;
    },
    say: (what) => `${what} ${++said}`,
    viewer: (name, url = desk.url, transports?: Transport[]) =>
      openViewer(url, desk.url, house.people[name], transports),
    async checkAll(when, viewers = []) {
      await report.check("P1", `${when}: what was acknowledged is there`, ledger.lost(desk));
      await report.check("P2", `${when}: one id is one row`, ledger.doubled(desk));
      await report.check(
        "P3",
        `${when}: numbers without hole or repeat, in the order written`,
        ledger.disordered(desk),
      );
      await report.check("P5", `${when}: nothing is left waiting`, ledger.settled(desk));
      await report.check(
        "P6",
        `${when}: no phone got a message twice, or one that failed`,
        ledger.missent(desk),
      );
      const taken = Promise.all(stage.accounts.map(({ id }) => simulator.control.delivered(id, 30_000)));
      await report.check(
        "P5",
        `${when}: each message is what the provider last said of it`,
        taken.then(() => ledger.disagreeing(desk, settles)),
      );
      await report.check("P8", `${when}: the figures are those of a recount`, ledger.miscounted(desk));
      if (viewers.length > 0) {
        const compared = Promise.all(viewers.map(differencesOf)).then((found) => found.flat());
        const counting = Promise.all(viewers.map((viewer) => viewer.miscounted())).then((found) =>
          found.flat(),
        );
        await report.check("P8", `${when}: the numbers of views are those of the lists on screen`, counting);
        await report.check(
          "P4",
          `${when}: ${viewers.length} viewers show what a fresh fetch shows`,
          compared,
        );
      }
    },
    async close() {
      await desk.remove();
      await simulator.close();
    },
  };
  return stage;
}

async function startDesk(env: Record<string, string>): Promise<Desk> {
  const desk = await createDesk(env);
  await desk.start();
  return desk;
}

/** The differences of a viewer after five seconds: the last events may be in transit. */
async function differencesOf(viewer: Viewer): Promise<string[]> {
  await viewer.caughtUp();
  await until(
    "the viewer shows what a fresh fetch shows",
    async () => (await viewer.disagreement()).length === 0,
  );
  return viewer.disagreement();
}

/**
 * Waits until the condition holds; returns what is still missing after that time. The longer it takes, the less often it
 * checks, every `pause` milliseconds at last: each check costs processor time of what it waits for.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  milliseconds = 15_000,
  { pause = 250 }: { pause?: number } = {},
): Promise<string[]> {
  const startedAt = Date.now();
  while (!(await isSo())) {
    const waited = Date.now() - startedAt;
    if (waited > milliseconds) return [`not within ${milliseconds} ms: ${what}`];
    await wait(Math.min(Math.max(25, waited / 10), pause));
  }
  return [];
}
