/** The cookie that leads from the password to the second step. It is no session: only that call reads it. */
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../floor/config/config.ts";
import { cookieOptions } from "./cookies.ts";
import { cookieName } from "./session-cookie.ts";

const nameOf = (config: Config) => `${cookieName(config)}-step`;

export function setChallenge(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(nameOf(config), token, {
    ...cookieOptions(config),
    maxAge: signInLimits.challengeLives / 1000,
  });
}

export function readChallenge(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[nameOf(config)];
}

export function clearChallenge(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), cookieOptions(config));
}
