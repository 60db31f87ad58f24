/** Who may call what: every route names the lowest role that may, and this guard holds it before anything else runs. */

import type { Role } from "@parley/contract/permissions";
import type { FastifyReply } from "fastify";
import { useSession } from "../auth/session.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import type { Access, App } from "./app.ts";
import { checkContentType } from "./content-type.ts";
import { forbidden, signedOut } from "./errors.ts";
import { checkSameOrigin } from "./same-origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A GET that changes something all the same: its origin is checked like a POST's. */
    changesState?: boolean;
  }
}

const accesses = new Set<Access>(["public", "webhook", "agent", "moderator", "admin"]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const rank = (role: Role | "agent") => (role === "admin" ? 2 : role === "moderator" ? 1 : 0);

export function guard(app: App, context: Context): void {
  const cookie = cookieName(context.config);
  app.decorateRequest("actor", null as never);
  app.decorateRequest("sessionHash", null as never);
  app.decorateRequest("work", function work(run) {
    return inCompany(context, this.actor, run);
  });

  app.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.access || !accesses.has(config.access)) {
      throw new Error(`${method} ${url} must say who may call it: { config: { access: "agent" } }`);
    }
  });

  app.addHook("onRequest", async (request) => {
    const { access, changesState } = request.routeOptions.config;
    if (request.is404 || !access || access === "webhook") return;
    if (changesState || !reads.has(request.method)) {
      checkSameOrigin(context.config, request);
      checkContentType(request);
    }
    if (access === "public") return;
    const session = await useSession(context, request.cookies[cookie]);
    if (!session) throw signedOut();
    if (rank(session.actor.role) < rank(access)) throw forbidden();
    request.actor = session.actor;
    request.sessionHash = session.tokenHash;
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
const cookieOptions = (config: Config) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(config) }) as const;
