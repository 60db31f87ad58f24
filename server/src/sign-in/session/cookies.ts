import type { FastifyReply } from "fastify";
import type { Config } from "../../floor/config/config.ts";
import { cookieName, isHttps } from "./session-cookie.ts";

export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  // The cookie lives as long as the session can: the server may end the session earlier.
  reply.setCookie(cookieName(config), token, { ...cookieOptions(config), maxAge: 7 * 24 * 3600 });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(cookieName(config), cookieOptions(config));
}

export const cookieOptions = (config: Config) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(config) }) as const;
