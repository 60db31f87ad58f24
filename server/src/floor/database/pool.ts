import pg from "pg";
import type { Logger } from "pino";

export type PoolOptions = {
  log: Pick<Logger, "warn">;
  /** The name shown in pg_stat_activity. */
  name?: string;
  /** The number of connections at most. */
  size?: number;
};

/** A count or an identity that no longer fits would silently become another number, so this throws instead. */
export function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number`);
  return number;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? parseInt8
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

type Answered = (error: Error | null, answer: unknown) => void;

/**
 * The last answer of statements sent at once counts: a transaction begins and reads in one round trip. pg answers a
 * promise by a function literal that it assigns to a property. V8 allocates those as old, so the rows outlive their
 * reader until a full collection, and each scavenge copies them. A callback passed as an argument is young.
 */
class Client extends pg.Client {
  override query = ((asked: string | Partial<pg.Submittable>, values?: unknown, callback?: Answered) => {
    const send = (...args: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, this, args);
    const submits = typeof asked === "object" && typeof asked.submit === "function";
    if (submits || callback || typeof values === "function") return send(asked, values, callback);
    return new Promise((resolve, reject) => {
      const answered: Answered = (error, answer) => {
        if (error) reject(error);
        else resolve(Array.isArray(answer) ? answer.at(-1) : answer);
      };
      send(asked, values, answered);
    }).catch((error: Error) => {
      // The stack leads to the caller and not to the socket, as pg's own does.
      Error.captureStackTrace(error);
      throw error;
    });
  }) as pg.Client["query"];
}

/**
 * Connects to PostgreSQL. bigint comes as a number, timestamptz as a Date. Waits at most 5 s for a connection, so that
 * an unreachable database is an error the caller can answer with and not a request that hangs.
 */
export function createPool(url: string, { log, name = "parley", size = 20 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    application_name: name,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  });
  // A connection that breaks between two queries has no caller, and an unhandled event would end the process.
  pool.on("connect", (client) =>
    client.on("error", (error: Error & { code?: string }) => {
      if (!pool.ending) log.warn({ code: error.code, reason: error.message }, "A database connection broke");
    }),
  );
  // The pool repeats the error of an idle connection.
  pool.on("error", () => undefined);
  return pool;
}
