import type { Authenticator, Identity, Presented } from "../actors/authenticator.ts";

/** Handshakes that may wait for their identity; more than that are refused. */
const mostWaiting = 10_000;
const perStatement = 1000;

type Waiting = Presented & {
  resolve(identity: Identity | null): void;
  reject(error: unknown): void;
};

/** Finds the identities of waiting handshakes together: one statement at a time, however many wait. */
export function batchLookUps() {
  const waiting: Waiting[] = [];
  let asking = false;
  /** Null when the credential is unknown or has ended. Throws when too many wait, or the database does not answer. */
  return async function find(presented: Presented): Promise<Identity | null> {
    if (waiting.length >= mostWaiting) throw new Error("Too many handshakes wait for their identity");
    return await new Promise<Identity | null>((resolve, reject) => {
      waiting.push({ ...presented, resolve, reject });
      if (!asking) void ask();
    });
  };

  async function ask(): Promise<void> {
    asking = true;
    // Look-ups of one tick of the event loop are batched.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await answer(waiting.splice(0, perStatement));
    asking = false;
  }

  async function answer(batch: Waiting[]): Promise<void> {
    for (const [by, those] of Map.groupBy(batch, ({ by }) => by)) await answerBy(by, those);
  }

  async function answerBy(by: Authenticator, batch: Waiting[]): Promise<void> {
    try {
      const found = await findByKey(
        by,
        batch.map(({ key }) => key),
      );
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

export async function findByKey<I extends Identity>(
  by: Authenticator<I>,
  keys: string[],
): Promise<Map<string, I>> {
  return new Map((await by.find(keys)).map((identity) => [identity.key, identity]));
}
