/** Collects metrics for Prometheus. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { readLastBackup } from "../../files/storage/last-backup.ts";
import { version } from "../../floor/config/version.ts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../app.ts";
import { checkMetricsAccess } from "./metrics-access.ts";

export function metricRoutes(app: App, context: Context): void {
  const { config } = context;
  const register = createRegister(context);
  const durations = new Histogram({
    name: "parley_http_duration_seconds",
    help: "How long calls took, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
    // A file takes as long as its sender's network.
    const isUpload = request.headers["content-type"]?.startsWith("multipart/");
    if (config.slowCallMs > 0 && reply.elapsedTime >= config.slowCallMs && !isUpload) {
      request.log.warn({ ...labels, milliseconds: Math.round(reply.elapsedTime) }, "A call was slow");
    }
  });
  app.get("/metrics", { config: { ability: "public", notACall: "operations" } }, async (request, reply) => {
    checkMetricsAccess(context.config, request);
    const all = Registry.merge([context.figures.registry, register]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

/**
 * The app has a register of its own, beside the context's metrics, which another app of the same process may
 * share.
 */
function createRegister({ config, pool, processId, shares }: Context): Registry {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: "parley_build_info",
    help: "1, with the version that runs",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await pool.query<{ count: string }>(sql, values)).rows[0]?.count ?? 0);

  gauge("parley_database_connections", "Connections to PostgreSQL that are open", () => pool.totalCount);
  gauge("parley_database_connections_idle", "Connections that are idle", () => pool.idleCount);
  gauge(
    "parley_database_waiting",
    "Units of work that wait for a connection",
    () => pool.waitingCount + shares.waiting,
  );
  gauge("parley_sockets", "Agents' live connections to this process", () =>
    count("select sum(connections) as count from presence where process_id = $1", [processId]),
  );
  gauge("parley_jobs_due", "Jobs that are due and wait for a worker", () =>
    count(
      "select count(*) from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts < max_attempts",
    ),
  );
  gauge("parley_jobs_failed", "Jobs that were given up", () =>
    count("select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null"),
  );
  const waiting = "from ticket where closed_on is null and handler_id is null and merged_into is null";
  gauge("parley_tickets_waiting", "Open tickets that no agent has accepted", () =>
    count(`select count(*) ${waiting}`),
  );
  gauge(
    "parley_tickets_waiting_oldest_seconds",
    "How long the oldest of them has waited; 0 without one",
    () =>
      count(
        `select greatest(0, extract(epoch from now() - min(coalesce(reopened_on, created_on)))) as count ${waiting}`,
      ),
  );
  gauge("parley_messages_queued", "Messages that wait to be sent", () =>
    count("select count(*) from message where status = 'queued'"),
  );
  new Gauge({
    name: "parley_accounts",
    help: "Connected accounts, by platform and state",
    labelNames: ["platform", "state"],
    registers,
    async collect() {
      this.reset();
      const { rows } = await pool.query<{ platform: string; state: string; count: number }>(
        `select platform, count(*)::integer as count, case when broken_on is not null then 'broken'
            when attention_on is not null then 'attention' else 'working' end as state
          from channel where removed_on is null group by platform, state`,
      );
      for (const { platform, state, count } of rows) this.set({ platform, state }, count);
    },
  });
  gauge("parley_mails_queued", "Mails that wait to be sent", () =>
    count("select count(*) from mail where sent_on is null and failed_on is null"),
  );
  gauge(
    "parley_backup_age_seconds",
    "Since the last complete backup of this data folder; +Inf without one",
    () => {
      const last = readLastBackup(config.dataDir);
      return last ? (Date.now() - Date.parse(last.madeOn)) / 1000 : Number.POSITIVE_INFINITY;
    },
  );
  return register;
}
