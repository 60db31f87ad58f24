/** The types every `routes.ts` is written with. A route without `config.access` does not start (see `session.ts`). */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
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
    /** Who is signed in. Only on routes whose access is agent, moderator or admin. */
    actor: AgentActor;
    /** SHA-256 of the session's token. */
    sessionHash: Buffer;
    /** One unit of work of the signed-in agent, inside their company. */
    work<Answer>(work: (scope: Scope<AgentActor>) => Promise<Answer>): Promise<Answer>;
  }
}
