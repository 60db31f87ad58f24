/** A TCP proxy that disturbs connections as networks do. */
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export type Network = {
  port: number;
  /** Resets every connection and, until `heal`, each new one. */
  cut(): void;
  /** Ends the next connection once so many bytes have come from the server. */
  cutNextAfter(bytes: number): void;
  /** The number of connections that `cutNextAfter` has ended. */
  cuts(): number;
  /** Drops all bytes from the server without an error. */
  deafen(): void;
  /** Delays each piece by so much, both ways. */
  delay(milliseconds: number): void;
  heal(): void;
  connections(): number;
  close(): Promise<void>;
};

export async function openNetwork(target: NetConnectOpts): Promise<Network> {
  const pairs = new Set<[Socket, Socket]>();
  const state = { down: false, deaf: false, latency: 0, next: Number.POSITIVE_INFINITY, cuts: 0 };
  const server = createServer((near) => {
    if (state.down) return void near.resetAndDestroy();
    const far = connect(target);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    const most = state.next;
    state.next = Number.POSITIVE_INFINITY;
    carry(near, far, () => false);
    if (most === Number.POSITIVE_INFINITY) carry(far, near, () => state.deaf);
    else carryUpTo(most, far, near);
  });

  function carryUpTo(most: number, from: Socket, to: Socket) {
    let left = most;
    from.on("data", (piece: Buffer) => {
      if (left === 0) return;
      const part = piece.subarray(0, left);
      left -= part.length;
      // A reset would lose the bytes in transit.
      to.write(part, () => {
        if (left > 0) return;
        state.cuts += 1;
        to.destroy();
      });
    });
  }

  function carry(from: Socket, to: Socket, vanishes: () => boolean) {
    let last = Promise.resolve();
    from.on("data", (piece) => {
      if (vanishes()) return;
      const { latency } = state;
      if (latency === 0) {
        last = last.then(() => void to.write(piece));
      } else {
        const due = wait(latency);
        last = last.then(() => due).then(() => void to.write(piece));
      }
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const reset = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      state.down = true;
      reset();
    },
    cutNextAfter(bytes) {
      state.next = bytes;
    },
    cuts: () => state.cuts,
    deafen() {
      state.deaf = true;
    },
    delay(milliseconds) {
      state.latency = milliseconds;
    },
    heal() {
      Object.assign(state, { down: false, deaf: false, latency: 0 });
    },
    connections: () => pairs.size,
    async close() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
