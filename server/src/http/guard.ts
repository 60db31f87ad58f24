/** Guards the routes: every route names its ability, and this guard checks it before anything else runs. */

import { type Ability, abilities, type CallAbility } from "@parley/contract/abilities";
import type { FastifyRequest } from "fastify";
import { type Authenticator, presentedBy } from "../floor/actors/authenticator.ts";
import { mayCall } from "../floor/actors/caller.ts";
import { batchLookUps } from "../floor/actors/look-ups.ts";
import type { Context } from "../floor/context.ts";
import { createBatches, shortReads } from "../floor/database/batch.ts";
import { inCompany } from "../floor/database/scope.ts";
import { searchInCompany } from "../floor/database/search-work.ts";
import { createSharedReads } from "../floor/database/shared-reads.ts";
import { forbidden, searchStopped, signedOut, twoStepRequired } from "../floor/errors/errors.ts";
import { createAgentCalls, createSearches } from "./agent-calls.ts";
import type { App } from "./app.ts";
import { checkContentType } from "./content-type.ts";
import { createKeyCalls } from "./key-calls.ts";
import { checkSameOrigin } from "./same-origin.ts";
import { createVisitorCalls, visitorToken } from "./visitor-calls.ts";

declare module "fastify" {
  interface FastifyInstance {
    guardedRoutes: GuardedRoute[];
  }
  interface FastifyContextConfig {
    /** A GET that changes something all the same: its origin is checked like a POST's. */
    changesState?: boolean;
    /** The call is also open to an agent who must still set up the second step their company requires. */
    beforeTwoStep?: boolean;
  }
}

const callAbilities = new Set<CallAbility>(["public", "webhook", "visitor", ...abilities]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);

export type GuardedRoute = { method: string; url: string; ability: CallAbility };

/** Every route of an app with its requirements; the tests of access are generated from this list. */
export const routesOf = (app: App): readonly GuardedRoute[] => app.guardedRoutes;

export function guard(app: App, context: Context): void {
  app.decorateRequest("caller", null as never);
  app.decorateRequest("visitorToken", null as never);
  const calls = createAgentCalls(undefined, context.agentPace);
  const visitors = createVisitorCalls();
  const admitProgram = createKeyCalls(context);
  const searches = createSearches();
  const readInBatch = createBatches(context, shortReads);
  const shareRead = createSharedReads(context);
  app.decorateRequest("work", function work(run, options) {
    const { caller } = this;
    const { weight } = this.routeOptions.config;
    if (weight !== "search") return inCompany(context, caller, run, options);
    const { id, companyId } = caller;
    // The controller is created here, since a signal created after its request was closed never aborts.
    // A request with a body is closed once that is read: only its time limit stops it.
    const { signal } = reads.has(this.method) ? this : new AbortController();
    if (this.raw.socket.destroyed) return Promise.reject(searchStopped());
    return searches.run({ id, companyId }, () =>
      searchInCompany(context, caller, (scope) => run(scope, []), signal),
    );
  });

  app.decorateRequest("batch", function batch(run) {
    return readInBatch(this.caller, run);
  });

  app.decorateRequest("share", function share(key, sharing) {
    return shareRead(key, this.caller, sharing);
  });

  const authenticate = authenticateBy(context.authenticators);
  const table: GuardedRoute[] = [];
  app.decorate("guardedRoutes", table);
  app.addHook("onRoute", ({ method, url, config }) => {
    const ability = config?.ability;
    if (!ability || !callAbilities.has(ability)) {
      throw new Error(`${method} ${url} must name what it needs: { config: { ability: "readTickets" } }`);
    }
    for (const each of [method].flat()) table.push({ method: each, url, ability });
  });

  app.addHook("onRequest", async (request, reply) => {
    const { ability, changesState, beforeTwoStep = false, weight } = request.routeOptions.config;
    if (request.is404 || !ability || ability === "webhook") return;
    const changes = changesState || !reads.has(request.method);
    const programs = request.routeOptions.config.call?.programs === true;
    // A page of another site cannot send a key: it would need a preflight, which is not answered.
    if (changes && !programs) checkSameOrigin(context.config, request);
    if (ability === "public") {
      if (changes) checkContentType(request);
      return;
    }
    if (programs) {
      await admitProgram(request, reply, ability as Ability, changes);
      return;
    }
    if (ability === "visitor") {
      request.visitorToken = visitorToken(request);
      if (changes) checkContentType(request);
      visitors.consume(request, reply);
      return;
    }
    const { by, identity } = await authenticate(request);
    if (identity.mustSetUpTwoStep && !beforeTwoStep) throw twoStepRequired();
    if (changes) checkContentType(request);
    calls.consume(identity.actor.id, weight, reply);
    request.caller = by.callerOf(identity, { needs: ability, beforeTwoStep });
    if (!mayCall(identity.actor, ability)) throw forbidden();
  });
}

/** Throws 401 without a valid credential. */
function authenticateBy(authenticators: Authenticator[]) {
  const find = batchLookUps((by, identity) => by.use(identity));
  return async (request: FastifyRequest) => {
    const presented = presentedBy(authenticators, request);
    const identity = presented && (await find(presented));
    if (!identity) throw signedOut();
    return { by: presented.by, identity };
  };
}
