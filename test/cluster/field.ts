/**
 * Two processes that serve people behind nginx, two that work, Redis, and a PostgreSQL that a standby follows in each commit, behind
 * HAProxy. One of each kind has a clock that is 15 s ahead.
 */
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Network, openNetwork } from "../faults/proxy.ts";
import type { Report } from "../faults/report.ts";
import { openStage, type Stage } from "../faults/stage.ts";
import type { Viewer } from "../faults/viewer.ts";
import { createDesk, type Desk, freePort } from "../outside/desk.ts";
import { documentedProcesses } from "./page.ts";
import {
  type Part,
  sharedFolder,
  startHaproxy,
  startNginx,
  startPostgres,
  startRedisServer,
  startStandby,
} from "./parts.ts";
import type { Programs } from "./programs.ts";

export type Field = {
  stage: Stage;
  web: [Desk, Desk];
  workers: [Desk, Desk];
  redis: Part;
  /** Between the second web process and Redis. */
  network: Network;
  primary: Part;
  standby: Awaited<ReturnType<typeof startStandby>>;
  /** Viewers by nginx: two over WebSocket, two over polling. */
  viewers: Viewer[];
  close(): Promise<void>;
};

export async function openField(programs: Programs, report: Report): Promise<Field> {
  const [primary, redis] = await Promise.all([startPostgres(programs), startRedisServer(programs)]);
  const standby = await startStandby(programs, primary);
  const database = await startHaproxy(programs, primary, standby);
  const network = await openNetwork({ host: "127.0.0.1", port: redis.port });
  const processes = documentedProcesses();
  const ports = new Map<string, number>();
  for (const { PORT } of processes) if (PORT) ports.set(PORT, await freePort());
  const nginx = await startNginx(programs, ports);
  const files = sharedFolder("files");
  const desks: Desk[] = [];
  const stage = await openStage(
    report,
    {
      DATABASE_URL: database.url,
      DATABASE_POOL: "10",
      REDIS_URL: redis.url,
      PUBLIC_URL: nginx.url,
      TRUST_PROXY: "127.0.0.1",
    },
    async (env) => {
      const count = { web: 0, worker: 0 };
      for (const { PARLEY_ROLE: role = "", PORT: port = "" } of processes) {
        const second = ++count[role as keyof typeof count] === 2;
        const desk = await createDesk(
          {
            ...env,
            PARLEY_ROLE: role,
            ...(second && clockAhead(programs)),
            ...(second && role === "web" && { REDIS_URL: `redis://127.0.0.1:${network.port}` }),
          },
          { port: ports.get(port) },
        );
        symlinkSync(files, join(desk.dataDir, "files"));
        desks.push(desk);
      }
      const [first, ...others] = desks as [Desk, ...Desk[]];
      // The first process brings the empty database up to this version.
      await first.start();
      await Promise.all(others.map((desk) => desk.start()));
      return { ...first, url: nginx.url, pid: first.pid, remove: () => removeAll(desks) };
    },
  );
  const [first, second, worker, otherWorker] = desks as [Desk, Desk, Desk, Desk];
  const viewers = [
    stage.viewer("mira"),
    stage.viewer("ingrid"),
    stage.viewer("mira", nginx.url, ["polling"]),
    stage.viewer("jonas", nginx.url, ["polling"]),
  ];
  return {
    ...{ stage, redis, network, primary, standby, viewers },
    web: [first, second],
    workers: [worker, otherWorker],
    async close() {
      for (const viewer of viewers) viewer.close();
      await stage.close();
      await network.close();
    },
  };
}

async function removeAll(desks: Desk[]): Promise<void> {
  await Promise.all(desks.map((desk) => desk.remove()));
}

/** The environment that gives a process a clock that is 15 s ahead. */
function clockAhead({ faketime }: Programs): Record<string, string> {
  const { stdout } = spawnSync(faketime, ["-f", "+15s", "env"], { encoding: "utf8" });
  const preload = /^LD_PRELOAD=(.+)$/m.exec(stdout)?.[1];
  if (!preload) throw new Error("faketime does not say how it is loaded");
  return { LD_PRELOAD: preload, FAKETIME: "+15s", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
