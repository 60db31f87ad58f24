/** The types every `routes.ts` is written with. A route without `config.ability` does not start (see `session.ts`). */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallAbility } from "@parley/contract/abilities";
import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { SessionCaller } from "../auth/session-caller.ts";
import type { AgentActor, Scope } from "../database/scope.ts";

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The former way to say it, by role. */
export type Access = "public" | "webhook" | "agent" | "admin";

const byRole: Record<Access, CallAbility> = {
  public: "public",
  webhook: "webhook",
  agent: "account",
  admin: "manageSettings",
};

/** What a route needs; undefined when it does not say. */
export const abilityOf = (config: FastifyContextConfig = {}): CallAbility | undefined =>
  config.ability ?? (config.access && byRole[config.access]);

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a call needs. */
    ability?: CallAbility;
    access?: Access;
  }
  interface FastifyRequest {
    /**
     * The session that calls, only on routes that need an ability. Role and department are the
     * scope's to know: they may have changed since the headers came.
     */
    caller: SessionCaller;
    /** One unit of work of the signed-in agent, inside their company, with their rights as of its beginning. */
    work<Answer>(
      work: (scope: Scope<AgentActor>) => Promise<Answer>,
      options?: { hold?: boolean },
    ): Promise<Answer>;
  }
}
