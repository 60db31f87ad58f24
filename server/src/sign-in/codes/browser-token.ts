/**
 * The cookies of sign-in and registration: the browser that asked for a code, and the grant of a right one. No script
 * reads them.
 */
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../floor/config/config.ts";
import { cookieOptions } from "../session/cookies.ts";
import { newToken } from "../session/session.ts";
import { cookieName } from "../session/session-cookie.ts";
import type { Purpose } from "./codes.ts";

const pattern = /^[\w-]{43}$/;

const names = { code: "code", registration: "registration", password_reset: "reset" } as const;
const nameOf = (config: Config, what: keyof typeof names) => `${cookieName(config)}-${names[what]}`;

/** This browser's token; sets one when it has none. */
export function browserToken(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const name = nameOf(config, "code");
  const held = request.cookies[name];
  const token = held && pattern.test(held) ? held : newToken();
  reply.setCookie(name, token, { ...cookieOptions(config), maxAge: 24 * 3600 });
  return token;
}

/** This browser's token, where it must have asked before. */
export function knownBrowser(request: FastifyRequest, config: Config): string {
  return request.cookies[nameOf(config, "code")] ?? "";
}

export function setGrant(reply: FastifyReply, config: Config, purpose: Purpose, token: string): void {
  const maxAge = signInLimits.grantLives / 1000;
  reply.setCookie(nameOf(config, purpose), token, { ...cookieOptions(config), maxAge });
}

export function readGrant(request: FastifyRequest, config: Config, purpose: Purpose): string | undefined {
  return request.cookies[nameOf(config, purpose)];
}

export function clearGrant(reply: FastifyReply, config: Config, purpose: Purpose): void {
  reply.clearCookie(nameOf(config, purpose), cookieOptions(config));
}
