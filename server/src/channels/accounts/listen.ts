/** Runs a listener for every channel that has to poll its provider, and follows changes of the channel table. */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { channelsChanged, onChannelChange } from "./changes.ts";

const checkEvery = 2000;

type Listener = { abort: AbortController; done: Promise<void>; account: string };

/** Resolves at once; `stop` resolves when the last listener has released its channel. */
export async function startListening(context: Context): Promise<{ stop(): Promise<void> }> {
  const listeners = new Map<string, Listener>();
  let stopped = false;
  let following = Promise.resolve();
  // Checks run one after the other, so that no channel gets two listeners.
  const check = () => {
    following = following.then(() => (stopped ? undefined : follow(context, listeners)));
  };
  check();
  const timer = setInterval(check, checkEvery);
  const unsubscribe = onChannelChange(context, check);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
      await following;
      for (const { abort } of listeners.values()) abort.abort();
      await Promise.all([...listeners.values()].map(({ done }) => done));
    },
  };
}

async function follow(context: Context, listeners: Map<string, Listener>): Promise<void> {
  try {
    const wanted = new Map((await findPolled(context)).map((channel) => [channel.id, channel]));
    for (const [id, { abort }] of listeners) if (!wanted.has(id)) abort.abort();
    for (const channel of wanted.values()) {
      const listener = listeners.get(channel.id);
      if (!listener) listen(context, listeners, channel);
      else if (listener.account !== channel.account) {
        listener.account = channel.account;
        // Another process may have changed it.
        channelsChanged(context, channel.id);
      }
    }
  } catch (error) {
    // The next check comes in two seconds; current listeners continue.
    context.log.warn({ err: error }, "The channels could not be looked up");
  }
}

type Polled = Awaited<ReturnType<typeof findPolled>>[number];

function listen(context: Context, listeners: Map<string, Listener>, { id, platform, account }: Polled): void {
  const module = context.channels.find(platform);
  if (!module?.listen) return;
  const abort = new AbortController();
  const done = module
    .listen(context, id, abort.signal)
    .catch((error: unknown) => context.log.error({ err: error, channel: id }, "A listener ended"))
    .finally(() => listeners.delete(id));
  listeners.set(id, { abort, done, account });
}

function findPolled(context: Context) {
  return acrossCompanies(context, (db) =>
    db
      .selectFrom("channel")
      .select([
        "id",
        "platform",
        sql<string>`md5(credentials || convert_to(options::text, 'UTF8'))`.as("account"),
      ])
      .where("removed_on", "is", null)
      .where("webhook_secret_hash", "is", null)
      .execute(),
  );
}
