/** Who may call what: every route names the lowest role that may, and this guard holds it before anything else runs. */

import type { Role } from "@parley/contract/permissions";
import type { FastifyReply } from "fastify";
import { callerOf, useSession } from "../auth/session.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { isBelow } from "../database/caller.ts";
import { inCompany } from "../database/scope.ts";
import { createAgentCalls, createSearches } from "./agent-calls.ts";
import type { Access, App } from "./app.ts";
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

const accesses = new Set<Access>(["public", "webhook", "agent", "moderator", "admin"]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const needsOf = (access: Access): Role => (access === "admin" || access === "moderator" ? access : null);

export type GuardedRoute = { method: string; url: string; access: Access };

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
  const known: GuardedRoute[] = [];
  routeTables.set(app, known);
  app.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.access;
    if (!access || !accesses.has(access)) {
      throw new Error(`${method} ${url} must say who may call it: { config: { access: "agent" } }`);
    }
    for (const each of [method].flat()) known.push({ method: each, url, access });
  });

  app.addHook("onRequest", async (request, reply) => {
    const { access, changesState, beforeTwoStep = false, weight } = request.routeOptions.config;
    if (request.is404 || !access || access === "webhook") return;
    const changes = changesState || !reads.has(request.method);
    if (changes) checkSameOrigin(context.config, request);
    const session = access === "public" ? null : await lookUp(request.cookies[cookie] ?? "");
    if (access !== "public" && !session) throw signedOut();
    if (session?.mustSetUpTwoStep && !beforeTwoStep) throw twoStepRequired();
    if (changes) checkContentType(request);
    if (access === "public" || !session) return;
    calls.take(session.actor.id, weight, reply);
    const needs = needsOf(access);
    request.caller = callerOf(session, { needs, beforeTwoStep });
    if (isBelow(session.actor.role, needs)) throw forbidden();
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
