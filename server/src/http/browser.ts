/** The browser that asks to be let in, and the cookies it is given once it is. */
import { limits } from "@parley/contract/limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Browser } from "../auth/enter.ts";
import { type Device, findDevice } from "../auth/known-device.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { cookieName, cookieOptions, setSessionCookie } from "./session.ts";

const deviceCookie = (config: Config) => `${cookieName(config)}-device`;

export async function browserOf(context: Context, request: FastifyRequest): Promise<Browser> {
  return {
    userAgent: request.headers["user-agent"] ?? "",
    address: request.ip,
    previousToken: request.cookies[cookieName(context.config)],
    device: await findDevice(context, request.cookies[deviceCookie(context.config)]),
  };
}

/** The session's cookie and the device's. */
export function setSignedIn(reply: FastifyReply, config: Config, { device }: Browser, token: string): void {
  setSessionCookie(reply, config, token);
  setDeviceCookie(reply, config, device);
}

export function setDeviceCookie(reply: FastifyReply, config: Config, { token }: Device): void {
  const maxAge = limits.deviceKnown / 1000;
  reply.setCookie(deviceCookie(config), token, { ...cookieOptions(config), maxAge });
}
