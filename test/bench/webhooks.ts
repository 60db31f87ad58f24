/**
 * `npm run bench -- --webhooks`: how soon a message is at a webhook's receiver, what ten webhooks cost the path of a message, and how
 * far they fall behind when the desk is saturated.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "../../simulator/src/registry.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { type Caller, callAs } from "../outside/caller.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { type House, plantHouse } from "../outside/house.ts";
import { type Measured, type Plan, run, type Target } from "./measure.ts";
import { type Processor, processorTime } from "./processor.ts";
import { faultsOf, printTable, type Row } from "./table.ts";
import { type DeskAddress, openDesk } from "./targets.ts";

const many = 10;
const pairs = 10;
const tickets = 20;
/** Milliseconds until the last delivery after the load. */
const patience = 120_000;

export async function measureWebhooks(quick: boolean): Promise<string[]> {
  const simulator = await startSimulator();
  const desk = await createDesk({ NODE_ENV: "production", ...settingsFor(simulator.url, simulator.network) });
  const receiver = await openReceiver();
  const faults: string[] = [];
  try {
    await desk.start();
    const house = await plantHouse(desk, simulator);
    const admin = callAs(desk.url, house.people.ingrid);
    const target = await openDesk(addressOf(desk, house));
    await run(target, { kind: "closed", workers: 4, seconds: 2, tickets });
    const rows = [
      await measureSoon(admin, target, receiver, quick),
      ...(await measureCost(desk, admin, target, receiver, quick)),
    ];
    rows.push(...(await measureSaturated(desk, admin, target, receiver, quick)));
    await target.close();
    printTable(rows);
  } finally {
    await receiver.close();
    await desk.stop();
    await desk.remove();
    await simulator.close();
  }
  return faults;

  /** One message a second: nothing waits for anything else. */
  async function measureSoon(
    admin: Caller,
    desk: Target,
    { url, onText }: Receiver,
    short: boolean,
  ): Promise<Row> {
    const remove = await connect(admin, url, 1);
    const measured = await run(
      { ...desk, onText },
      { kind: "open", perSecond: 1, seconds: short ? 10 : 30, tickets },
    );
    await remove();
    const work = "inbound webhook → webhook's request, 1/s";
    faults.push(...faultsOf(work, measured));
    return { work, times: measured, goal: "p50 ≤ 50 ms", met: measured.p50 <= 50 };
  }

  /** With and without, in turn: the ratio of each pair, and of these the one in the middle. */
  async function measureCost(
    process: Desk,
    admin: Caller,
    desk: Target,
    { url }: Receiver,
    short: boolean,
  ): Promise<Row[]> {
    const plan: Plan = { kind: "open", perSecond: 20, seconds: short ? 3 : 4, tickets };
    const ratios: number[] = [];
    const spent = { calm: [] as Processor[], beside: [] as Processor[] };
    let last: Measured | undefined;
    for (let pair = 0; pair < (short ? 3 : pairs); pair++) {
      const both: Record<"calm" | "beside", Measured | null> = { calm: null, beside: null };
      for (const turn of pair % 2 === 0 ? (["calm", "beside"] as const) : (["beside", "calm"] as const)) {
        const remove = turn === "beside" ? await connect(admin, url, many) : async () => undefined;
        const before = processorTime(process);
        const measured = await run(desk, plan);
        await wait(500);
        spent[turn].push(perMessage(before, processorTime(process), measured.sent));
        both[turn] = measured;
        await remove();
      }
      const { calm, beside } = both;
      if (!calm || !beside) throw new Error("A pair was not measured");
      faults.push(...faultsOf("a pair", calm), ...faultsOf("a pair", beside));
      ratios.push(beside.p50 / calm.p50);
      last = beside;
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
    const [calm, beside] = [middleOf(spent.calm), middleOf(spent.beside)];
    return [
      {
        work: `inbound webhook → agent's frame, 20/s, with ${many} webhooks, ${ratios.length} pairs`,
        ...(last && { times: last }),
        ratio: `p50 ${ratio.toFixed(3)} (${ratios.map((one) => one.toFixed(2)).join(" ")})`,
        goal: "p50 ≤ 1.03 × without them",
        met: ratio <= 1.03,
      },
      {
        work: `the same: processor time of a message, desk ${calm.desk.toFixed(1)} → ${beside.desk.toFixed(1)} ms, database ${calm.database.toFixed(1)} → ${beside.database.toFixed(1)} ms`,
      },
    ];
  }

  /** The desk takes all it can: webhooks yield to messages, and what is behind is sent afterwards. */
  async function measureSaturated(
    desk: Desk,
    admin: Caller,
    target: Target,
    { url, count }: Receiver,
    short: boolean,
  ): Promise<Row[]> {
    const plan: Plan = { kind: "closed", workers: 16, seconds: short ? 5 : 8, tickets };
    const calm = await run(target, plan);
    await connect(admin, url, many);
    const [{ taken: events }] = (await desk.query<{ taken: number }>(countEvents)) as [{ taken: number }];
    const before = count();
    const beside = await run(target, plan);
    const [{ taken: after }] = (await desk.query<{ taken: number }>(countEvents)) as [{ taken: number }];
    const due = (after - events) * many;
    const behind = due - (count() - before);
    const since = performance.now();
    while (count() - before < due && performance.now() - since < patience) await wait(50);
    const drained = (performance.now() - since) / 1000;
    const missing = due - (count() - before);
    if (missing > 0) faults.push(`${missing} of ${due} deliveries did not come in ${patience / 1000} s`);
    const share = beside.perSecond / calm.perSecond;
    return [
      { work: "closed loop of 16, no webhooks", times: calm, perSecond: calm.perSecond },
      {
        work: `the same, ${many} webhooks: ${behind} of ${due} deliveries behind at its end, drained in ${drained.toFixed(1)} s`,
        times: beside,
        perSecond: beside.perSecond,
        ratio: share.toFixed(2),
        goal: "≥ 0.8 of without them, and nothing missing",
        met: share >= 0.8 && missing <= 0,
      },
    ];
  }
}

const perMessage = (before: Processor, after: Processor, messages: number): Processor => ({
  desk: (after.desk - before.desk) / messages,
  database: (after.database - before.database) / messages,
});

function middleOf(all: Processor[]): Processor {
  const of = (part: keyof Processor) =>
    all.map((one) => one[part]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return { desk: of("desk"), database: of("database") };
}

const countEvents = "select count(*)::integer as taken from event where kind = 'ticket_message'";

type Receiver = {
  url: string;
  onText: Target["onText"];
  /** The number of requests that came. */
  count(): number;
  close(): Promise<void>;
};

async function openReceiver(): Promise<Receiver> {
  let tell: (text: string) => void = () => undefined;
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { message?: { text: string } };
    count += 1;
    tell(event.message?.text ?? "");
    response.writeHead(200).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    onText(listener) {
      tell = listener;
    },
    count: () => count,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns what removes them. */
async function connect(admin: Caller, url: string, number: number): Promise<() => Promise<void>> {
  const made: string[] = [];
  for (let at = 0; at < number; at++) {
    const answer = await admin.surely("/create-webhook", {
      name: `Bench ${at}`,
      url,
      types: ["ticket_message"],
    });
    const { webhook } = answer.body as { webhook?: { webhookid: string } };
    if (!webhook) throw new Error(`No webhook was made: ${JSON.stringify(answer)}`);
    made.push(webhook.webhookid);
  }
  return async () => {
    for (const webhookid of made) await admin.surely("/remove-webhook", { webhookid });
  };
}

function addressOf(desk: Desk, { harbour, people }: House): DeskAddress {
  const clients = Array.from({ length: tickets }, (_, index) => 780_001 + index);
  const { webhook, secret } = harbour;
  return { kind: "desk", url: desk.url, webhook, secret, cookie: people.ingrid.cookie, clients };
}
