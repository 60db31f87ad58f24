/** The types of every `routes.ts`. A route without `config.ability` does not start (see `guard.ts`). */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallAbility } from "@parley/contract/abilities";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { CallActor } from "../floor/actors/actor.ts";
import type { Caller } from "../floor/actors/caller.ts";
import type { Options, Scope } from "../floor/database/scope.ts";
import type { Sharing } from "../floor/database/shared-reads.ts";

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route's requirements. */
    ability?: CallAbility;
  }
  interface FastifyRequest {
    /**
     * Set only on routes that need an ability. The scope has the rights: they may have changed since the headers came.
     */
    caller: Caller<CallActor>;
    work: Work<CallActor>;
    /**
     * Runs a read of a few rows by their keys in a unit of work that it shares with others. Where many ask at once, it
     * looks up with `lookUp`.
     */
    batch: Batch<CallActor>;
    /**
     * Shares the rows of a read with calls of this key, for all who see the same. `key` contains everything the read
     * depends on.
     */
    share<Answer>(key: string, sharing: Sharing<Answer>): Promise<Answer>;
  }
}

/** One unit of work of the caller, inside its company, with its rights at the beginning. */
export type Work<A extends CallActor> = <Answer>(
  run: (scope: Scope<A>, rows: unknown[]) => Promise<Answer>,
  options?: Options,
) => Promise<Answer>;

export type Batch<A extends CallActor> = <Answer>(
  run: (scope: Scope<A>) => Promise<Answer>,
) => Promise<Answer>;
