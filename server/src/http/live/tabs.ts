import type { Logger } from "pino";
import { type Connection, disconnect } from "./engine.ts";

/** Connections of one agent to this process: every tab of every device has one. */
const mostTabs = 100;

/** Bounds the connections that one agent, or another `whose`, has to this process. */
export function limitTabs(log: Pick<Logger, "info">, { most = mostTabs, whose = "agent" } = {}) {
  const open = new Map<string, number>();
  return {
    /** Disconnects the connection when its agent has the allowed number already. */
    opened(connection: Connection, agent: string): void {
      const before = open.get(agent) ?? 0;
      if (before >= most) {
        log.info({ [whose]: agent }, `A connection too many of one ${whose} is closed`);
        disconnect(connection);
        return;
      }
      open.set(agent, before + 1);
      connection.once("close", () => {
        const left = (open.get(agent) ?? 1) - 1;
        if (left > 0) open.set(agent, left);
        else open.delete(agent);
      });
    },
  };
}
