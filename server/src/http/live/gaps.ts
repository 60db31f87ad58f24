/**
 * Numbers what each process appends to the stream, so that every other process notices a missing entry: an event that
 * Redis refused, a stream that was lost, a process that ended between a commit and its event. After any doubt the
 * consoles of this process reconnect and fetch.
 */
import type { createAdapter } from "@socket.io/redis-streams-adapter";
import type { Logger } from "pino";

type Factory = ReturnType<typeof createAdapter>;
type Adapter = ReturnType<Factory>;
/** The parts of the adapter that its published types omit. */
type Stream = {
  uid: string;
  encode(message: object): Record<string, string>;
  doPublish(message: object): Promise<string>;
  onRawMessage(entry: Record<string, string>, offset: string): void;
  close(): void;
};

export type GapTimes = {
  /** Milliseconds between two heartbeats. */
  beat: number;
  /** Milliseconds of silence after which a process counts as ended. */
  silence: number;
  /** Milliseconds from the first returning process to the reconnection, since the others follow within a beat. */
  gather: number;
  /** Milliseconds between two reconnections of this process's consoles. */
  apart: number;
};

export const gapTimes: GapTimes = { beat: 1_000, silence: 3_500, gather: 1_200, apart: 5_000 };

/** socket.io's type of a message that only says that its process lives. */
const heartbeat = 2;

type Peer = { last: number; seenAt: number };

type Watching = {
  /**
   * Disconnects this process's sockets. Called at most once in `apart`, and again after it when doubts came meanwhile.
   */
  onDoubt(): void;
  /** Called with a signal of another process. */
  onSignal?(text: string): void;
  log: Pick<Logger, "warn" | "info">;
  times?: GapTimes;
};

/** `sendToOthers` sends a signal to every other process, as a numbered entry like any event. */
export function watchGaps(
  factory: Factory,
  { onDoubt, onSignal, log, times = gapTimes }: Watching,
): { adapter: Factory; sendToOthers(text: string): void } {
  let publish: (more?: { signal: string }) => void = () => undefined;
  return { adapter: createWatched, sendToOthers: (signal) => publish({ signal }) };

  // socket.io calls this with `new`.
  function createWatched(namespace: Parameters<Factory>[0]) {
    const adapter: Adapter = factory(namespace);
    const stream = adapter as unknown as Stream;
    const { encode, doPublish, onRawMessage, close } = stream;
    const peers = new Map<string, Peer>();
    let sent = 0;
    let leaving = false;
    let lostAt = Number.NEGATIVE_INFINITY;
    let doubtedAt = Number.NEGATIVE_INFINITY;
    let pending: NodeJS.Timeout | undefined;

    // Each attempted entry gets a number, so a failed one leaves a gap.
    stream.encode = (message) => {
      sent += 1;
      const { signal } = message as { signal?: string };
      return {
        ...encode.call(stream, message),
        number: String(sent),
        ...(signal !== undefined && { signal }),
        ...(leaving && { leaving: "1" }),
      };
    };
    stream.doPublish = async (message) => {
      try {
        return await doPublish.call(stream, message);
      } catch (error) {
        if (performance.now() - lostAt > times.apart) {
          lostAt = performance.now();
          log.warn(
            { reason: (error as Error).message },
            "Redis did not accept an event for the other processes",
          );
        }
        throw error;
      }
    };
    stream.onRawMessage = (entry, offset) => {
      if (entry.uid && entry.uid !== stream.uid) {
        follow(entry.uid, entry);
        if (entry.signal !== undefined) onSignal?.(entry.signal);
      }
      onRawMessage.call(stream, entry, offset);
    };

    function follow(uid: string, { number, leaving: left }: Record<string, string>) {
      const known = peers.get(uid);
      const at = Number(number);
      // The first entry seen of a process is its first, unless the process is older than this one or was silent.
      if (at !== (known?.last ?? 0) + 1)
        doubt("an event of another process is missing", known ? 0 : times.gather);
      if (left) peers.delete(uid);
      else peers.set(uid, { last: at, seenAt: performance.now() });
    }

    function doubt(reason: string, gather = 0) {
      if (pending) return;
      const wait = Math.max(gather, doubtedAt + times.apart - performance.now());
      pending = setTimeout(() => {
        pending = undefined;
        doubtedAt = performance.now();
        log.info({ reason }, "The consoles of this process fetch again");
        onDoubt();
      }, wait);
      pending.unref();
    }

    // `doPublish` logs a failure, and the others notice the gap.
    const publishBeat = (more: { signal?: string } = {}) =>
      stream
        .doPublish({ type: heartbeat, uid: stream.uid, nsp: namespace.name, ...more })
        .catch(() => undefined);
    publish = publishBeat;
    let tickedAt = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const late = now - tickedAt > 2 * times.beat;
      tickedAt = now;
      void publishBeat();
      // A process that was suspended has not read what the others wrote meanwhile.
      if (late) return;
      for (const [uid, { seenAt }] of peers) {
        if (now - seenAt < times.silence) continue;
        peers.delete(uid);
        doubt("another process ended, or is cut off");
      }
    }, times.beat);
    timer.unref();
    void publishBeat();

    stream.close = () => {
      clearInterval(timer);
      clearTimeout(pending);
      leaving = true;
      void publishBeat();
      close.call(stream);
    };
    return adapter;
  }
}
