/** The types every `routes.ts` is written with. A route without `config.access` does not start (see `session.ts`). */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Caller } from "../database/caller.ts";
import type { AgentActor, Scope } from "../database/scope.ts";

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** The lowest role that may call: `public` needs no session, `webhook` proves itself by the provider's secret. */
export type Access = "public" | "webhook" | "agent" | "moderator" | "admin";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /**
     * The session that calls, only on routes whose access is agent, moderator or admin. Role and department are the
     * scope's to know: they may have changed since the headers came.
     */
    caller: Caller;
    /** One unit of work of the signed-in agent, inside their company, with their rights as of its beginning. */
    work<Answer>(
      work: (scope: Scope<AgentActor>) => Promise<Answer>,
      options?: { hold?: boolean },
    ): Promise<Answer>;
  }
}
