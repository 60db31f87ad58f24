/** Registers the calls of the contract's table: input is parsed, output is serialised as declared. */
import { type Content, isContent } from "@parley/contract/calls/call";
import { type Call, calls } from "@parley/contract/calls/table";
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ActorWith, CallActor, ProgramActor, SharedAbility } from "../floor/actors/actor.ts";
import type { Caller, SessionCaller } from "../floor/actors/caller.ts";
import { type Dropped, declaredKeys } from "./answers.ts";
import type { App, Batch, Work } from "./app.ts";
import { bodySizes } from "./body-limits.ts";
import { sendJson } from "./json.ts";
import { createSharedBodies, sendShared } from "./shared-answer.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    call?: Call;
    /**
     * The reason why the route is not in the table: a page, the operator's, a provider's, or a public file. A route
     * with neither this nor `call` does not start.
     */
    notACall?: "page" | "operations" | "webhook" | "file";
  }
  interface FastifyInstance {
    /** Gets every JSON answer before keys are removed: tests check it against its whole declaration. */
    inspectAnswer: InspectAnswer | null;
  }
}

export type InspectAnswer = (call: Call, answer: unknown) => void;

type Parsed<C extends Call, Part extends string> =
  C extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;
type Received<C extends Call> = FastifyRequest<{
  Params: Parsed<C, "params">;
  Querystring: Parsed<C, "query">;
  Body: Parsed<C, "body">;
}>;
type ActorOf<C extends Call> = C extends { programs: true } ? ProgramActor : ActorWith<C["ability"]>;
type CallerOf<C extends Call> = C extends { programs: true }
  ? Caller<ProgramActor>
  : C["ability"] extends SharedAbility
    ? Caller<CallActor>
    : SessionCaller;
/** A request of an agent, unless identities of other kinds may hold the ability too. */
type Request<C extends Call> = Omit<Received<C>, "caller" | "work" | "batch"> & {
  caller: CallerOf<C>;
  work: Work<ActorOf<C>>;
  batch: Batch<ActorOf<C>>;
};
type Answer<C extends Call> = C["answer"] extends z.ZodType
  ? z.output<C["answer"]>
  : C["answer"] extends Content
    ? FastifyReply
    : never;

const undeclared = "Undeclared keys were left out of an answer";

type RouteOptions = Pick<FastifyContextConfig, "bodyMemory"> & {
  /** Calls at one moment get the same object as their answer, which is written and compressed once for all of them. */
  sharesAnswer?: boolean;
};

/** The handler's answer is sent as JSON; for another kind the handler sends it itself and returns the reply. */
export function route<C extends Call>(
  app: App,
  call: C,
  handle: (request: Request<C>, reply: FastifyReply) => Answer<C> | Promise<Answer<C>>,
  { bodyMemory, sharesAnswer = false }: RouteOptions = {},
): void {
  const { method, path: url, ability, params, query: querystring, body, status = 200, answer } = call;
  const { weight, changesState, beforeTwoStep, longBody } = call;
  const keep = isContent(answer) ? null : declaredKeys(answer);
  const bodyOf = createSharedBodies();
  app.route({
    method,
    url,
    ...(longBody && { bodyLimit: bodySizes.long }),
    config: {
      call,
      ability,
      weight,
      changesState,
      beforeTwoStep,
      ...(bodyMemory && { bodyMemory }),
    },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(body && { body }),
    },
    handler: async (request, reply) => {
      const given = await handle(request as FastifyRequest as Request<C>, reply);
      if (!keep) return given;
      app.inspectAnswer?.(call, given);
      const declared = (whole: unknown) => {
        const dropped: Dropped = new Set();
        const kept = keep(whole, dropped);
        if (dropped.size > 0) request.log.error({ call: call.name, keys: [...dropped] }, undeclared);
        return kept;
      };
      reply.status(status);
      return sharesAnswer
        ? sendShared(reply, bodyOf(given as object, declared))
        : sendJson(reply, declared(given));
    },
  });
}

/**
 * Call this before any route is registered, and its result after the last: the latter throws on a route that is not in
 * the table, and on a call that has no route.
 */
export function followCalls(app: App, inspect: InspectAnswer | null): () => void {
  app.decorate("inspectAnswer", inspect);
  const missing = new Set<string>(Object.keys(calls));
  const strays: string[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.call) missing.delete(config.call.name);
    else if (!config?.notACall) strays.push(`${method} ${url}`);
  });
  return () => {
    if (strays.length > 0) throw new Error(`Not in the table of calls: ${strays.join(", ")}`);
    if (missing.size > 0) throw new Error(`Without a route: ${[...missing].join(", ")}`);
  };
}
