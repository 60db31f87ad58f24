/**
 * The process that reads mailboxes: it signs in, polls, and fetches, for all companies. It has no database, no files,
 * and nothing of the environment; passwords come over its channel. Started by `process.ts`.
 */
import { constants, setPriority } from "node:os";
import { Connection } from "./connection.ts";
import { Turns } from "./turns.ts";
import type { FromChild, ToChild, WireError } from "./wire.ts";

/** Bytes outside its heap, which has its own limit. */
const mostMemory = 290 * 2 ** 20;
const memoryChecks = 100;
/** Milliseconds: new mail is announced no more often. */
const announceEvery = 100;
const explainWithin = 1000;

const connections = new Map<number, Connection>();
const turns = new Turns();
const tell = (message: FromChild) => void process.send?.(message, undefined, undefined, () => undefined);

// Requests come first: mail uses the processor time they leave.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// The parent ends this process; a signal to the whole group must not interrupt what the parent still finishes.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => undefined);
// The channel closes with the parent, also after kill -9.
process.on("disconnect", () => process.exit(0));
setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.exit(1);
}, memoryChecks);
process.on("message", (message: ToChild) => {
  if ("open" in message) void open(message);
  else if ("close" in message) connections.get(message.connection)?.close();
  else void answer(message);
});
tell({ ready: true });

async function open({ connection, open: opening }: Extract<ToChild, { open: unknown }>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const announced = () => {
    late ??= setTimeout(() => {
      late = undefined;
      tell({ connection, announced: true });
    }, announceEvery);
  };
  let ended = false;
  let isOpen = false;
  const end = (error: WireError | null) => {
    if (ended) return;
    ended = true;
    clearTimeout(late);
    connections.delete(connection);
    tell({ connection, closed: error });
  };
  // The reason of a failed connection is known shortly after it closed.
  const closed = (error: WireError | null) => {
    if (isOpen) end(error);
    else setTimeout(end, explainWithin, error);
  };
  const one = new Connection(opening, { announced, closed }, turns);
  connections.set(connection, one);
  try {
    const opened = await one.open();
    isOpen = true;
    tell({ connection, opened });
  } catch (error) {
    end(one.explain(error));
    one.close();
  }
}

async function answer({
  connection,
  number,
  call,
  given,
}: Extract<ToChild, { call: unknown }>): Promise<void> {
  const one = connections.get(connection);
  // The message of its end is already on the way to the parent.
  if (!one) return;
  try {
    tell({ connection, number, answer: await one.call(call, given as never) });
  } catch (error) {
    tell({ connection, number, error: one.explain(error) });
  }
}
