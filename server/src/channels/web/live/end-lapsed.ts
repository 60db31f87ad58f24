import type { Context } from "../../../context.ts";
import type { VisitorSocket } from "./server.ts";
import { findSessions } from "./sessions.ts";

const perStatement = 1000;

/** Ends those whose token has ended, whose client is blocked or whose chat is disconnected. */
export async function endLapsed(context: Context, sockets: VisitorSocket[]): Promise<void> {
  for (let at = 0; at < sockets.length; at += perStatement) {
    const some = sockets.slice(at, at + perStatement);
    const found = await findSessions(
      context,
      some.map(({ data }) => data.session),
    );
    const lasting = new Set(
      [...found.values()].map(({ key, tokenHash }) => `${key} ${tokenHash.toString("hex")}`),
    );
    for (const socket of some) {
      const { key, tokenHash } = socket.data.session;
      if (lasting.has(`${key} ${tokenHash.toString("hex")}`)) continue;
      socket.emit("visitorEnded", {});
      socket.disconnect(true);
    }
  }
}
