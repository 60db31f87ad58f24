import { generateKeyPairSync } from "node:crypto";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

/** Parley's identity at push services (VAPID, RFC 8292): a key pair on P-256, base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

declare module "../../floor/context.ts" {
  interface Context {
    /** The generated keys, once they are asked for. */
    push: { keys: Promise<PushKeys> | null };
  }
}

type Needs = Pick<Context, "config" | "database" | "diskRoom" | "push" | "secrets" | "shares" | "timeLimits">;

/** The keys of the environment, else those that the first process generates and stores for all. */
export function pushKeys(context: Needs): Promise<PushKeys> {
  if (context.config.vapidKeys) return Promise.resolve(context.config.vapidKeys);
  const { push } = context;
  if (push.keys) return push.keys;
  const keys = keepKeys(context);
  push.keys = keys;
  keys.catch(() => {
    push.keys = null;
  });
  return keys;
}

async function keepKeys(context: Needs): Promise<PushKeys> {
  // The name depends on APP_SECRET, since the pair could not be opened under another one; browsers then subscribe again
  // by themselves.
  const name = `push_keys:${context.secrets.sign("push_keys")}`;
  const made = context.secrets.seal(JSON.stringify(makeKeys()));
  const { sealed } = await acrossCompanies(context, async (db) => {
    await db
      .insertInto("server_secret")
      .values({ name, sealed: made })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return db.selectFrom("server_secret").select("sealed").where("name", "=", name).executeTakeFirstOrThrow();
  });
  return JSON.parse(context.secrets.open(sealed)) as PushKeys;
}

function makeKeys(): PushKeys {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}
