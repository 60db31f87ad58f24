/** The browser that signs in, and the cookies it gets. */
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import type { Browser } from "./complete-sign-in.ts";
import { cookieOptions, setSessionCookie } from "./cookies.ts";
import { type Device, findDevice, rememberDevice } from "./known-device.ts";
import { reportSignIn } from "./report.ts";
import { cookieName } from "./session-cookie.ts";
import type { SignedIn } from "./sign-in-account.ts";

const deviceCookie = (config: Config) => `${cookieName(config)}-device`;

export async function browserOf(context: Context, request: FastifyRequest): Promise<Browser> {
  return {
    userAgent: request.headers["user-agent"] ?? "",
    address: request.ip,
    previousToken: request.cookies[cookieName(context.config)],
    device: await findDevice(context, request.cookies[deviceCookie(context.config)]),
  };
}

/** Gives the browser the session's cookie and the device's, and reports the sign-in. */
export function setSignedIn(
  context: Context,
  reply: FastifyReply,
  browser: Browser,
  { token, user }: Pick<SignedIn, "token" | "user">,
): void {
  setSessionCookie(reply, context.config, token);
  setDeviceCookie(reply, context.config, browser.device);
  reportSignIn(context, "signed_in", { id: user.id, browser });
}

/** Called after all of the agent's devices were forgotten: this one is known again. */
export async function keepDevice(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { device } = await browserOf(context, request);
  await request.work((scope) => rememberDevice(scope, scope.actor.id, device));
  setDeviceCookie(reply, context.config, device);
}

export function setDeviceCookie(reply: FastifyReply, config: Config, { token }: Device): void {
  const maxAge = signInLimits.deviceKnown / 1000;
  reply.setCookie(deviceCookie(config), token, { ...cookieOptions(config), maxAge });
}
