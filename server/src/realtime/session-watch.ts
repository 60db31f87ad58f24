/** Cuts the sockets of sessions that are over, whoever ended them, and of agents whose rights have changed. */
import { findSessions } from "../auth/session.ts";
import type { Context } from "../context.ts";
import { repeat } from "../jobs/repeat.ts";
import { roomsOf } from "./rooms.ts";
import type { LiveSocket } from "./sockets.ts";

/** A session that runs out closes its sockets within a second. */
const lookEvery = 500;
/** For what was ended where no event came from: by hand, or while Redis was away. */
const askEvery = 15_000;

type Watched = { socket: LiveSocket; askAgain: number };

export function watchSessions(context: Context) {
  const watched = new Map<string, Watched>();
  const looking = repeat(look, { every: lookEvery, log: context.log });
  return {
    /** Asks about its session at once, and again from time to time. */
    watch(socket: LiveSocket): void {
      watched.set(socket.id, { socket, askAgain: 0 });
    },
    forget(socket: LiveSocket): void {
      watched.delete(socket.id);
    },
    stop: looking.stop,
  };

  /** One statement, however many sockets there are. */
  async function look(): Promise<void> {
    const now = context.clock().getTime();
    const due = [...watched.values()].filter(
      ({ socket, askAgain }) => askAgain <= now || socket.data.session.expires.getTime() <= now,
    );
    if (due.length === 0) return;
    const hashes = due.map(({ socket }) => socket.data.session.tokenHash);
    const found = await findSessions(context, hashes);
    const sessions = new Map(found.map((session) => [session.tokenHash.toString("hex"), session]));
    for (const one of due) {
      const { socket } = one;
      const session = sessions.get(socket.data.session.tokenHash.toString("hex"));
      if (!session) end(socket);
      else if (session.mustSetUpTwoStep) socket.disconnect(true);
      else if (roomsOf(session.actor).join() !== roomsOf(socket.data.actor).join()) socket.disconnect(true);
      else socket.data = { session, actor: session.actor };
      one.askAgain = now + askEvery;
    }
  }
}

function end(socket: LiveSocket): void {
  socket.emit("sessionEnded", {});
  socket.disconnect(true);
}
