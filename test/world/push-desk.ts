/** A world whose agents' browsers have subscribed at a push service of ours. */
import type { PushMessage, PushSubscriptionJson } from "@parley/contract/push";
import { expect } from "vitest";
import { relayEvents } from "../../server/src/floor/ledger/relay.ts";
import { notify } from "../../server/src/support/notifications/notify.ts";
import type { TicketRow } from "../../server/src/support/ticket/access.ts";
import { createWorld, type World } from "../world.ts";
import type { AgentName } from "./people.ts";
import { type PushService, startPushService } from "./push-endpoint.ts";

export type PushDesk = {
  world: World;
  service: PushService;
  /** A new browser of the agent's, subscribed. */
  subscribe(agent: AgentName): Promise<PushSubscriptionJson>;
  /** Adds an inbox line of the agent about the ticket, and its push message. */
  notify(agent: AgentName, ticket: TicketRow): Promise<void>;
  /** The messages that the push service got, oldest first. */
  messages(): PushMessage[];
  /** The jobs still to be done; a worker removes a finished one a moment later. */
  waiting(): Promise<{ attempts: number }[]>;
  /** Removes subscriptions and waiting jobs, and makes the service accept everything. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export async function createPushDesk(): Promise<PushDesk> {
  const service = await startPushService();
  const world = await createWorld({ env: { PUSH_ORIGINS: service.origin } });
  const { pool } = world.context;
  return {
    world,
    service,
    async subscribe(agent) {
      const browser = service.browser();
      const answer = await world.as(agent).post("/subscribe", browser);
      expect(answer.statusCode).toBe(200);
      return browser;
    },
    async notify(agent, ticket) {
      await world.desk("harbour", (scope) =>
        notify(scope, world.agents[agent].id, { type: "text", name: "Olena Koval", ticket }),
      );
      await world.drain();
    },
    messages: () => service.received.map(({ message }) => message),
    async waiting() {
      await relayEvents(world.context);
      const sql =
        "select attempts from graphile_worker.jobs where task_identifier = 'push' and locked_at is null";
      return (await pool.query(sql)).rows;
    },
    async clear() {
      await pool.query("delete from push_subscription");
      await pool.query("delete from graphile_worker._private_jobs");
      service.received.length = 0;
      service.answerWith({ status: 201 });
    },
    async close() {
      await world.close();
      await service.stop();
    },
  };
}
