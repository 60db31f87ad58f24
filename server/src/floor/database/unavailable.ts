import { setTimeout as wait } from "node:timers/promises";
import { Busy } from "./shares.ts";

/**
 * True if an error means that PostgreSQL was unavailable rather than refused the statement. The caller may retry;
 * whether a commit under way succeeded is then unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Busy) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "connect") return true;
  if (code && (brokenConnection.has(code) || sqlStates.test(code))) return true;
  return poolSays.test(error.message);
}

/** PostgreSQL stopped a statement that took longer than a unit of work's limit. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "57014";

const brokenConnection = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

// Connection lost (08), read-only until a standby is promoted (25006), out of resources (53), shut down or cancelled
// (57), idle for too long (25P03), locked or rolled back in favour of others.
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const sqlStates = /^(08\w{3}|25006|53\w{3}|57P0[1-5]|57014|25P03|55P03|40001|40P01)$/;

// node-postgres gives these no code.
const poolSays =
  /^(timeout exceeded when trying to connect|connection terminated|client has encountered a connection error|cannot use a pool after|query read timeout)/i;

/** PostgreSQL is awaited for at most so many milliseconds, and until the signal. */
export type Patience = { most?: number; signal?: AbortSignal | undefined };

/** Repeats work while PostgreSQL is unavailable, with pauses from 0.1 to 2 s; throws the last error when patience ends. */
export async function whileUnavailable<Answer>(
  work: () => Promise<Answer>,
  { most = Number.POSITIVE_INFINITY, signal }: Patience = {},
): Promise<Answer> {
  const startedAt = performance.now();
  for (let pause = 100; ; pause = Math.min(pause * 2, 2000)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() - startedAt > most || signal?.aborted) throw error;
    }
    await wait(pause, undefined, { ref: false, ...(signal && { signal }) });
  }
}
