/** Who may call what: every route names the ability it needs, and this guard checks it before anything else runs. */

import { abilities, abilitiesOf, type CallAbility } from "@parley/contract/abilities";
import type { FastifyReply } from "fastify";
import { callerOf, useSession } from "../auth/session.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import { createAgentCalls, createSearches } from "./agent-calls.ts";
import { type App, abilityOf } from "./app.ts";
import { checkContentType } from "./content-type.ts";
import { forbidden, signedOut, twoStepRequired } from "./errors.ts";
import { checkSameOrigin } from "./same-origin.ts";
import { shareLookUps } from "./session-look-ups.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A GET that changes something all the same: its origin is checked like a POST's. */
    changesState?: boolean;
    /** Also for an agent who has yet to set up the second step that their company asks for. */
    beforeTwoStep?: boolean;
  }
}

const callAbilities = new Set<CallAbility>(["public", "webhook", ...abilities]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);

export type GuardedRoute = { method: string; url: string; ability: CallAbility };

const routeTables = new WeakMap<App, GuardedRoute[]>();

/** Every route of an app with who may call it: tests of access are made from this list, so a new route is in them. */
export const routesOf = (app: App): readonly GuardedRoute[] => routeTables.get(app) ?? [];

export function guard(app: App, context: Context): void {
  const cookie = cookieName(context.config);
  app.decorateRequest("caller", null as never);
  const calls = createAgentCalls();
  const searches = createSearches();
  app.decorateRequest("work", function work(run, options) {
    const { caller } = this;
    const begin = () => inCompany(context, caller, run, options);
    if (this.routeOptions.config.weight !== "search") return begin();
    return searches.run({ id: caller.id, companyId: caller.companyId }, begin);
  });

  const lookUp = shareLookUps((token) => useSession(context, token));
  const table: GuardedRoute[] = [];
  routeTables.set(app, table);
  app.addHook("onRoute", ({ method, url, config }) => {
    const ability = abilityOf(config);
    if (!ability || !callAbilities.has(ability)) {
      throw new Error(`${method} ${url} must name what it needs: { config: { ability: "readTickets" } }`);
    }
    for (const each of [method].flat()) table.push({ method: each, url, ability });
  });

  app.addHook("onRequest", async (request, reply) => {
    const { config } = request.routeOptions;
    const { changesState, beforeTwoStep = false, weight } = config;
    const ability = abilityOf(config);
    if (request.is404 || !ability || ability === "webhook") return;
    const changes = changesState || !reads.has(request.method);
    if (changes) checkSameOrigin(context.config, request);
    const session = ability === "public" ? null : await lookUp(request.cookies[cookie] ?? "");
    if (ability !== "public" && !session) throw signedOut();
    if (session?.mustSetUpTwoStep && !beforeTwoStep) throw twoStepRequired();
    if (changes) checkContentType(request);
    if (ability === "public" || !session) return;
    calls.take(session.actor.id, weight, reply);
    request.caller = callerOf(session, { needs: ability, beforeTwoStep });
    if (!abilitiesOf(session.actor.role).has(ability)) throw forbidden();
  });
}

/** The `__Host-` prefix makes the browser hold the cookie to https and to this very host. */
export function cookieName(config: Pick<Config, "publicUrl">): string {
  return isHttps(config) ? "__Host-parley" : "parley";
}

export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  // It lives as long as the session can: the server is the one that ends it earlier.
  reply.setCookie(cookieName(config), token, { ...cookieOptions(config), maxAge: 7 * 24 * 3600 });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

const isHttps = ({ publicUrl }: Pick<Config, "publicUrl">) => publicUrl.startsWith("https:");
export const cookieOptions = (config: Config) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(config) }) as const;
