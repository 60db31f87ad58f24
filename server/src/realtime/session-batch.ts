import { findSessions, hashOf, isToken, type Session } from "../auth/session.ts";
import type { Context } from "../context.ts";

/** Handshakes that may wait for their session; more than that are refused. */
const mostWaiting = 10_000;
const perStatement = 1000;

type Waiting = {
  tokenHash: Buffer;
  resolve(session: Session | null): void;
  reject(error: unknown): void;
};

/** Finds the sessions of waiting handshakes together: one statement at a time, however many wait. */
export function batchSessions(context: Context) {
  const waiting: Waiting[] = [];
  let asking = false;
  return {
    /** Null when there is no such session. Throws when too many wait, or the database does not answer. */
    async find(token: string | undefined): Promise<Session | null> {
      if (!isToken(token)) return null;
      if (waiting.length >= mostWaiting) throw new Error("Too many handshakes wait for their session");
      return await new Promise<Session | null>((resolve, reject) => {
        waiting.push({ tokenHash: hashOf(token), resolve, reject });
        if (!asking) void ask();
      });
    },
  };

  async function ask(): Promise<void> {
    asking = true;
    // Those of one turn of the event loop come together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await answer(waiting.splice(0, perStatement));
    asking = false;
  }

  async function answer(batch: Waiting[]): Promise<void> {
    try {
      const found = await findSessions(
        context,
        batch.map(({ tokenHash }) => tokenHash),
      );
      const sessions = new Map(found.map((session) => [session.tokenHash.toString("hex"), session]));
      for (const { tokenHash, resolve } of batch) resolve(sessions.get(tokenHash.toString("hex")) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
