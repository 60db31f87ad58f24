import type { Context } from "../../../floor/context.ts";
import type { VisitorSocket } from "./server.ts";
import { findSessions, nameOf } from "./sessions.ts";

const perStatement = 1000;

/** Disconnects visitors whose token has ended, whose client is blocked or whose chat is disconnected. */
export async function endLapsed(context: Context, sockets: VisitorSocket[]): Promise<void> {
  for (let at = 0; at < sockets.length; at += perStatement) {
    const some = sockets.slice(at, at + perStatement);
    const found = await findSessions(
      context,
      some.map(({ data }) => data.session),
    );
    for (const socket of some) {
      if (found.has(nameOf(socket.data.session))) continue;
      socket.emit("visitorEnded", {});
      socket.disconnect(true);
    }
  }
}
