/**
 * `npm run test:cluster -- --costs`: the cost of an agent, a visitor and a message for one process, PostgreSQL and
 * Redis. `docs/scale.md` has the table.
 */
import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import type { Report } from "../faults/report.ts";
import { openStage, type Stage } from "../faults/stage.ts";
import { freePort } from "../outside/desk.ts";
import { memoryInUse } from "../outside/memory.ts";
import { cpuOf } from "../outside/processor-time.ts";
import type { AgentName } from "../world/people.ts";
import { type Part, startPostgres, startRedisServer } from "./parts.ts";
import type { Programs } from "./programs.ts";

const agents: AgentName[] = ["mira", "jonas", "naledi", "tomas", "ingrid"];
const sockets = 400;
const visitors = 400;
const messages = 600;
const clients = 12;

type Field = { stage: Stage; postgres: Part; redis: Part; programs: Programs; inspector: number };

export async function printCosts(programs: Programs, report: Report): Promise<void> {
  report.begin("What an agent, a visitor and a message cost");
  const [postgres, redis] = await Promise.all([startPostgres(programs), startRedisServer(programs)]);
  const inspector = await freePort();
  const stage = await openStage(report, {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: "127.0.0.1",
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
  });
  const field: Field = { stage, postgres, redis, programs, inspector };
  try {
    print([await measureAgents(field), await measureVisitors(field)]);
    await measureMessages(field);
    await report.check("", "measured", []);
  } finally {
    await stage.close();
  }
}

const print = (rows: string[]) => process.stdout.write(`${rows.map((row) => `  ${row}\n`).join("")}`);

async function measureMessages(field: Field): Promise<void> {
  const { stage } = field;
  const talks = await Promise.all(
    Array.from({ length: clients }, (_one, at) => stage.conversation(agents[at % 2] ?? "mira")),
  );
  const each = messages / clients;
  const all = (act: (talk: (typeof talks)[number]) => Promise<unknown>) =>
    Promise.all(
      talks.map(async (talk) => {
        for (let at = 0; at < each; at += 1) await act(talk);
      }),
    );
  // Compiles code and warms caches.
  await all(({ client }) => client.write(stage.say("warm")));
  print([
    await measure(field, "message of a client", () => all(({ client }) => client.write(stage.say("in")))),
    await measure(field, "reply of an agent, sent", async () => {
      await all(({ reply }) => reply(stage.say("out")));
      await stage.ledger.settled(stage.desk);
    }),
  ]);
}

async function measure(
  { stage, postgres, redis, programs }: Field,
  what: string,
  act: () => Promise<unknown>,
) {
  const look = async () => {
    const [row] = await stage.desk.query<{ wal: string }>(
      "select pg_current_wal_lsn() - '0/0'::pg_lsn as wal",
    );
    return {
      process: cpuOf(stage.desk.pid),
      postgres: cpuOf(postgres.pid(), true),
      redis: cpuOf(redis.pid()),
      wal: Number(row?.wal),
      bytes: redisBytes(programs, redis),
    };
  };
  const before = await look();
  await act();
  const after = await look();
  const of = (name: keyof typeof before) => (after[name] - before[name]) / messages;
  const [{ connections } = { connections: 0 }] = await stage.desk.query<{ connections: number }>(
    "select count(*)::int as connections from pg_stat_activity where usename = 'parley' and application_name like 'parley%'",
  );
  const time = (name: "process" | "postgres" | "redis") => `${(of(name) * 1000).toFixed(1)} ms`;
  return `${what}: process ${time("process")}, PostgreSQL ${time("postgres")}, Redis ${time("redis")} of processor time; ${Math.round(of("wal"))} B of WAL, ${Math.round(of("bytes"))} B to Redis; ${connections} connections`;
}

function redisBytes({ redisCli }: Programs, { port }: Part): number {
  const { stdout } = spawnSync(redisCli, ["-p", String(port), "info", "stats"], { encoding: "utf8" });
  return Number(/total_net_input_bytes:(\d+)/.exec(stdout)?.[1]);
}

async function measureAgents(field: Field): Promise<string> {
  const { stage } = field;
  const { people } = stage.house;
  return measureSockets(field, "agent", sockets, async (at) => {
    const { cookie } = people[agents[at % agents.length] ?? "mira"];
    return { extraHeaders: { cookie, origin: stage.desk.url } };
  });
}

async function measureVisitors(field: Field): Promise<string> {
  const { stage } = field;
  const { url } = stage.desk;
  const connected = await stage.caller("ingrid").post("/channels/web/connect", { name: "Shop" });
  const { key } = connected.body as { key: string };
  return measureSockets(field, "visitor", visitors, async (at) => {
    const token = `wv_${randomBytes(32).toString("base64url")}`;
    const headers = { origin: url, "x-forwarded-for": `10.1.${at >> 8}.${at & 255}` };
    const answer = await fetch(`${url}/visitor/${key}/send`, {
      method: "POST",
      headers: { ...headers, authorization: `Visitor ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{
          messageid: randomUUID(),
          conversation: null,
          type: "text",
          content: "Hello",
          first: { language: "en" },
        },
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return { path: "/visitor.io", auth: { key, token }, extraHeaders: headers };
  });
}

async function measureSockets(
  { stage: { desk }, inspector }: Field,
  what: string,
  count: number,
  prepare: (at: number) => Promise<object>,
): Promise<string> {
  const prepared: object[] = [];
  for (let at = 0; at < count; at += 1) prepared.push(await prepare(at));
  const before = await memoryInUse(inspector);
  const open: Socket[] = [];
  for (const options of prepared) {
    const socket = io(desk.url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      ...options,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve).once("connect_error", reject);
    });
    open.push(socket);
  }
  // Waits until presence is written and published.
  await wait(3_000);
  const each = ((await memoryInUse(inspector)) - before) / count / 1024;
  const startedAt = cpuOf(desk.pid);
  await wait(10_000);
  const idle = ((cpuOf(desk.pid) - startedAt) / 10 / count) * 1000;
  for (const socket of open) socket.disconnect();
  return `live connection of one ${what}, of ${count}: ${each.toFixed(0)} KB, ${idle.toFixed(3)} ms of processor time a second while idle`;
}
