/** Who may call. Every route names the lowest role it wants; a route that names none does not start. */
import cookie from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { extendSession, findSession, type Session } from "../auth/session.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { inCompany } from "../database/scope.ts";
import type { Access } from "./app.ts";
import { forbidden, signedOut } from "./errors.ts";
import { checkSameOrigin } from "./same-origin.ts";

/** `__Host-` needs Secure, and Secure needs https. */
export function cookieName(config: Pick<Config, "publicUrl">): string {
  return isSecure(config) ? "__Host-parley" : "parley";
}

const isSecure = (config: Pick<Config, "publicUrl">) => config.publicUrl.startsWith("https:");

export function setSessionCookie(config: Config, reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(cookieName(config), token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(config),
    expires,
  });
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(cookieName(config), { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(config) });
}

/** The session of a request, for public routes that want to know. */
export async function sessionOf(context: Context, request: FastifyRequest): Promise<Session | null> {
  const token = request.cookies[cookieName(context.config)];
  return token ? findSession(context, token) : null;
}

const rank: Record<Access, number> = { public: 0, webhook: 0, agent: 1, moderator: 2, admin: 3 };

export const sessionGuard = plugin<{ context: Context }>(async (app, { context }) => {
  await app.register(cookie);
  app.decorateRequest("actor", null as never);
  app.decorateRequest("sessionHash", null as never);
  app.decorateRequest("work", null as never);

  app.addHook("onRoute", (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
  });

  app.addHook("onRequest", async (request, reply) => {
    // What matches no route is answered by the not-found handler, which asks for nothing.
    const access = request.is404 ? "public" : (request.routeOptions.config.access ?? "admin");
    if (access === "webhook") return;
    checkSameOrigin(context.config, request);
    if (access === "public") return;
    const session = await sessionOf(context, request);
    if (!session) {
      clearSessionCookie(context.config, reply);
      throw signedOut();
    }
    request.actor = session.actor;
    request.sessionHash = session.tokenHash;
    request.work = (work) => inCompany(context, session.actor, work);
    if (rank[session.actor.role ?? "agent"] < rank[access]) throw forbidden();
    await extendSession(context, session);
  });
});
