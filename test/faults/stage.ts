/** The desk under test, its people and clients, and what every scenario needs of them. */
import { setTimeout as wait } from "node:timers/promises";
import { type Simulator, startSimulator } from "../../simulator/src/server.ts";
import { type Caller, callAs } from "../outside/caller.ts";
import { type Client, createClient } from "../outside/client.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { type House, plantHouse } from "../outside/house.ts";
import type { AgentName } from "../world/people.ts";
import { Ledger, type Reply } from "./ledger.ts";
import type { PolledClient } from "./polled-client.ts";
import type { Report } from "./report.ts";
import { openViewer, type Viewer } from "./viewer.ts";

/** A client with a ticket, and who handles it. */
export type Conversation = { client: PolledClient; ticketid: string; reply(text: string): Promise<Reply> };

export type Stage = {
  desk: Desk;
  simulator: Simulator;
  house: House;
  ledger: Ledger;
  report: Report;
  caller(name: AgentName): Caller;
  client(firstName?: string): Promise<Client>;
  /** A client whose first message is taken and whose ticket is accepted by this agent. */
  conversation(name: AgentName): Promise<Conversation>;
  /** The same for a client whose first message is taken already. */
  converse(client: PolledClient, name: AgentName): Promise<Conversation>;
  ticketOf(client: PolledClient): Promise<string>;
  /** A text that was not used before. */
  say(what: string): string;
  viewer(name: AgentName, url?: string): Viewer;
  /** P1, P2, P3 and P6 of everything so far, and P4 of these viewers. */
  checkAll(when: string, viewers?: Viewer[]): Promise<void>;
  close(): Promise<void>;
};

/** `env` is the desk's, over what it has anyway. */
export async function openStage(report: Report, env: Record<string, string> = {}): Promise<Stage> {
  const simulator = await startSimulator();
  const desk = await createDesk({ ...simulator.settings, ...env });
  await desk.start();
  const house = await plantHouse(desk, simulator);
  const ledger = new Ledger();
  let said = 0;

  const stage: Stage = {
    desk,
    simulator,
    house,
    ledger,
    report,
    caller: (name) => callAs(desk.url, house.people[name]),
    async client(firstName) {
      const client = await createClient(simulator, house.harbour, firstName);
      ledger.clients.push(client);
      return client;
    },
    async conversation(name) {
      const client = await stage.client();
      await client.write(stage.say("hello"));
      return stage.converse(client, name);
    },
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
    viewer: (name, url = desk.url) => openViewer(url, desk.url, house.people[name]),
    async checkAll(when, viewers = []) {
      await report.check("P1", `${when}: what was acknowledged is there`, ledger.lost(desk));
      await report.check("P2", `${when}: one id is one row`, ledger.doubled(desk));
      await report.check(
        "P3",
        `${when}: numbers without hole or repeat, in the order written`,
        ledger.disordered(desk),
      );
      if (viewers.length > 0) {
        const looking = Promise.all(viewers.map(look)).then((found) => found.flat());
        await report.check("P4", `${when}: ${viewers.length} viewers show what a fresh fetch shows`, looking);
      }
      await report.check("P5", `${when}: nothing is left waiting`, ledger.settled(desk));
      await report.check(
        "P6",
        `${when}: no phone got a message twice, or one that failed`,
        ledger.missent(desk),
      );
    },
    async close() {
      await desk.remove();
      await simulator.close();
    },
  };
  return stage;
}

async function look(viewer: Viewer): Promise<string[]> {
  await viewer.caughtUp();
  return viewer.disagreement();
}

/** Asks until it is so; what is still missing after that long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  milliseconds = 5000,
): Promise<string[]> {
  for (const startedAt = Date.now(); !(await isSo()); await wait(10)) {
    if (Date.now() - startedAt > milliseconds) return [`not within ${milliseconds} ms: ${what}`];
  }
  return [];
}
