/** Divides the connections that a process may open (DATABASE_POOL). */

/** Two for calls, two for the worker. */
export const fewestConnections = 4;
/** The connections of a starting process for migrations, beside its own. */
export const migrationConnections = 2;

type Connections = {
  /** Connections for calls, webhooks, jobs and the relay. */
  calls: number;
  /** Connections for fetching and ending jobs, and for LISTEN, which keeps one. A process without a worker has none. */
  worker: number;
};

/** Each part works with two; a quarter is enough for the worker, up to eight. */
export function shareConnections({
  databaseConnections,
  role,
}: {
  databaseConnections: number;
  role: "web" | "worker" | "all";
}): Connections {
  if (role === "web") return { calls: databaseConnections, worker: 0 };
  const worker = Math.min(8, Math.max(2, Math.round(databaseConnections / 4)));
  return { calls: databaseConnections - worker, worker };
}
