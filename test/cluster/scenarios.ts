/** The promises of several processes while their surroundings break, on the parts of the field. */
import { spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Network, openNetwork } from "../faults/proxy.ts";
import type { Report } from "../faults/report.ts";
import { openStage, type Stage, until } from "../faults/stage.ts";
import type { Viewer } from "../faults/viewer.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { during } from "./during.ts";
import { type Part, startPooler, startPostgres, startRedisServer } from "./parts.ts";
import type { Programs } from "./programs.ts";

/** Six starts in a row, each by another process, the first of them on an empty database. */
export async function startsBehindPooler(programs: Programs, report: Report): Promise<void> {
  report.begin("pgBouncer in transaction mode, from the first start");
  const postgres = await startPostgres(programs);
  const pooler = await startPooler(programs, postgres);
  for (let at = 1; at <= 6; at += 1) {
    const desk = await createDesk({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url });
    const startedAt = performance.now();
    try {
      await report.check("", `start ${at}`, started(desk));
      const ended = await desk.stop();
      const took = Math.round(performance.now() - startedAt);
      await report.check(
        "",
        `stop ${at}, after ${took} ms in all`,
        ended.code === 0 ? [] : [`status ${ended.code}`],
      );
    } finally {
      await desk.remove();
    }
  }
}

/** PostgreSQL ends at once behind the pooler and is back a second later. */
export async function databaseBackBehindPooler(programs: Programs, report: Report): Promise<void> {
  report.begin("PostgreSQL restarted behind pgBouncer");
  const postgres = await startPostgres(programs);
  const pooler = await startPooler(programs, postgres);
  const desk = await createDesk({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url });
  try {
    await desk.start();
    let said = "";
    // A call that the pooler holds, or whose connection was closed meanwhile, is not answered either.
    async function ready(): Promise<boolean> {
      try {
        const answer = await fetch(`${desk.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        said = `${answer.status} ${await answer.text()}`;
        return answer.status === 200;
      } catch (error) {
        said = String(error);
        return false;
      }
    }
    await postgres.kill();
    // The pooler waits because a call is refused while it is away.
    const refused = await until("a call is refused", async () => !(await ready()), 10_000);
    await wait(1000);
    await postgres.start();
    const back = await until("PostgreSQL is back", () => answers(postgres.url), 20_000);
    const backAt = performance.now();
    // Without its setting the pooler would refuse everyone for 15 s.
    const again = await until("calls are answered", ready, 8000);
    const took = Math.round(performance.now() - backAt);
    const last = again.length > 0 ? [`the last answer: ${said}`, desk.log().slice(-2000)] : [];
    const findings = [...refused, ...back, ...again, ...last];
    await report.check("", `calls are answered ${took} ms after its return`, findings);
  } finally {
    await desk.remove();
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function started(desk: Desk): Promise<string[]> {
  await desk.start();
  return [];
}

/** Sixteen processes of five connections below PostgreSQL's default of 100. */
export async function connectionsAtTheirLimit(programs: Programs, report: Report): Promise<void> {
  report.begin("Processes at PostgreSQL's limit of connections");
  const postgres = await startPostgres(programs);
  const desks: Desk[] = [];
  try {
    for (let at = 0; at < 16; at += 1) {
      const role = at < 12 ? "web" : "worker";
      const env = { DATABASE_URL: postgres.url, DATABASE_POOL: "5", PARLEY_ROLE: role };
      desks.push(await createDesk(env));
    }
    const findings: string[] = [];
    // The first brings the empty database up to this version; sixteen at once would wait for the processor.
    for (const some of [desks.slice(0, 1), desks.slice(1, 6), desks.slice(6, 11), desks.slice(11)]) {
      const begun = await Promise.allSettled(some.map((desk) => desk.start()));
      findings.push(...begun.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : [])));
    }
    await report.check("", "sixteen processes are ready", findings);
    if (findings.length > 0) return;
    const asked = await Promise.all(
      desks.flatMap(({ url }) =>
        Array.from({ length: 5 }, () => fetch(`${url}/readyz`).then(({ status }) => status)),
      ),
    );
    await report.check(
      "",
      "each answers at once",
      asked.every((status) => status === 200) ? [] : [asked.join()],
    );
  } finally {
    await Promise.all(desks.map((desk) => desk.remove()));
  }
}

export type Cluster = {
  stage: Stage;
  redis: Part;
  /** The target of the processes' connections to Redis. */
  redisAddress: { host: string; port: number };
  network: Network;
  /** A second process that serves people. */
  other: Desk;
  /** The same agents on both processes. */
  viewers: Viewer[];
};

/** Two processes on a real Redis: each fault once, and every viewer's screen after it. */
export async function redisInTrouble(programs: Programs, report: Report): Promise<void> {
  const cluster = await openCluster(programs, report);
  const { stage, redis, other } = cluster;
  try {
    await during(cluster, "Redis is killed and comes back empty", async () => {
      await redis.kill();
      await wait(2_000);
      await redis.start();
    });
    await during(cluster, "Redis stands still for 15 s", async () => {
      redis.signal("SIGSTOP");
      await wait(15_000);
      redis.signal("SIGCONT");
    });
    await during(cluster, "Redis refuses writes", async () => {
      setMemory(programs, redis, "1");
      await wait(2_000);
      setMemory(programs, redis, "0");
    });
    await report.check(
      "",
      "the refused writes are in the log",
      stage.desk.log().includes("did not accept an event") ? [] : ["not a line"],
    );
    await during(cluster, "a process that serves people is killed in a burst", async () => {
      await other.kill();
      await wait(500);
      await other.start();
    });
    const replica = await startReplica(programs, redis);
    await during(cluster, "Redis is killed and its replica takes over at the same address", async () => {
      await redis.kill();
      await wait(1_000);
      askRedis(programs, replica, "replicaof", "no", "one");
      cluster.redisAddress.port = replica.port;
    });
  } finally {
    await closeCluster(cluster);
  }
}

/** Bytes; "0": unlimited. */
function setMemory(programs: Programs, redis: Part, bytes: string): void {
  askRedis(programs, redis, "config", "set", "maxmemory", bytes);
}

async function startReplica(programs: Programs, redis: Part): Promise<Part> {
  const replica = await startRedisServer(programs);
  askRedis(programs, replica, "replicaof", "127.0.0.1", String(redis.port));
  const follows = () => askRedis(programs, replica, "info", "replication").includes("master_link_status:up");
  const [late] = await until("the replica follows", follows, 20_000);
  if (late) throw new Error(late);
  return replica;
}

function askRedis({ redisCli }: Programs, { port }: Part, ...words: string[]): string {
  const { status, stdout } = spawnSync(redisCli, ["-p", String(port), ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Redis does not answer ${words.join(" ")}`);
  return stdout;
}

export async function openCluster(programs: Programs, report: Report): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres(programs), startRedisServer(programs)]);
  const redisAddress = { host: "127.0.0.1", port: redis.port };
  const network = await openNetwork(redisAddress);
  const env = { DATABASE_URL: postgres.url, REDIS_URL: `redis://127.0.0.1:${network.port}` };
  const stage = await openStage(report, env);
  const other = await createDesk({
    ...stage.simulator.settings,
    ...env,
    PARLEY_ROLE: "web",
    PUBLIC_URL: stage.desk.url,
  });
  await other.start();
  const viewers = [stage.desk.url, other.url].flatMap((url) => [
    stage.viewer("mira", url),
    stage.viewer("ingrid", url),
  ]);
  return { stage, redis, redisAddress, network, other, viewers };
}

export async function closeCluster({ stage, other, network, viewers }: Cluster): Promise<void> {
  for (const viewer of viewers) viewer.close();
  await other.remove();
  await stage.close();
  await network.close();
}
