/** Disconnects the sockets of ended sessions and of agents whose rights have changed. */
import type { AgentActor } from "../../floor/actors/actor.ts";
import type { Identity } from "../../floor/actors/authenticator.ts";
import { findByKey } from "../../floor/actors/look-ups.ts";
import { roomsOf } from "../../floor/actors/rooms.ts";
import type { Context } from "../../floor/context.ts";
import { repeat } from "../../work/repeat.ts";
import type { LiveSocket } from "./sockets.ts";

/** Milliseconds between two checks: a session that expires closes its sockets within a second. */
const checkEvery = 500;
/** Milliseconds between two queries for sessions that ended without an event: by hand, or while Redis was away. */
const askEvery = 15_000;

type Watched = { socket: LiveSocket; askAgain: number };

export function watchSessions(context: Context) {
  const watched = new Map<string, Watched>();
  const checking = repeat(check, { task: "watchSessions", every: checkEvery, log: context.log });
  return {
    /** Checks its session at once, and again from time to time. */
    watch(socket: LiveSocket): void {
      watched.set(socket.id, { socket, askAgain: 0 });
    },
    forget(socket: LiveSocket): void {
      watched.delete(socket.id);
    },
    stop: checking.stop,
  };

  /** Runs one statement per authentication method, for any number of sockets. */
  async function check(): Promise<void> {
    const now = context.clock().getTime();
    const due = [...watched.values()].filter(
      ({ socket, askAgain }) => askAgain <= now || hasExpired(socket, now),
    );
    if (due.length === 0) return;
    for (const [by, those] of Map.groupBy(due, ({ socket }) => socket.data.by)) {
      const keys = those.map(({ socket }) => socket.data.identity.key);
      const found = await findByKey(by, keys);
      for (const one of those) {
        renew(one.socket, found);
        one.askAgain = now + askEvery;
      }
    }
  }
}

function renew(socket: LiveSocket, found: Map<string, Identity<AgentActor>>): void {
  const { identity: before, by } = socket.data;
  const identity = found.get(before.key);
  if (!identity) {
    end(socket);
    return;
  }
  const moved = roomsOf(identity.actor).join() !== roomsOf(before.actor).join();
  if (identity.mustSetUpTwoStep || moved) socket.disconnect(true);
  else if (identity.actor.name !== before.actor.name) socket.data = { identity, by };
  // Only the expiry has moved: no copy is stored beside the cached identity of calls.
  else before.expires = identity.expires;
}

function hasExpired(socket: LiveSocket, now: number): boolean {
  const { expires } = socket.data.identity;
  return expires !== null && expires.getTime() <= now;
}

function end(socket: LiveSocket): void {
  socket.emit("sessionEnded", { why: "ended" });
  socket.disconnect(true);
}
