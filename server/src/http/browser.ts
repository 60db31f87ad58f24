import type { FastifyRequest } from "fastify";
import type { Browser } from "../auth/enter.ts";
import type { Config } from "../config.ts";
import { cookieName } from "./session.ts";

/** The browser that asks to be let in. */
export const browserOf = (request: FastifyRequest, config: Config): Browser => ({
  userAgent: request.headers["user-agent"] ?? "",
  address: request.ip,
  previousToken: request.cookies[cookieName(config)],
});
