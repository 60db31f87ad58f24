import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { forbidden, Refusal } from "./errors.ts";

/** The origins whose pages may call with a session. */
export function allowedOrigins(config: Config): string[] {
  return [...new Set([new URL(config.publicUrl).origin, config.consoleOrigin, config.apiOrigin])];
}

/**
 * Refuses calls that another site's page makes with this browser's cookie, and bodies in a type that a plain form could
 * send. Browsers put Origin on every state-changing call; where neither Origin nor Sec-Fetch-Site is there, it is not a
 * browser, and without a browser there is no cookie to borrow. Logging out is a GET that changes state, so GETs from
 * other sites are refused too when a script made them.
 */
export function checkSameOrigin(config: Config, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site, "sec-fetch-mode": mode } = request.headers;
  const reads = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
  if (reads && (mode === "navigate" || origin === undefined) && site !== "cross-site") return;
  if (origin !== undefined) {
    if (!allowedOrigins(config).includes(origin)) throw forbidden("This call came from another site.");
  } else if (site !== undefined && site !== "same-origin" && site !== "none") {
    if (!(reads && mode === "navigate" && !request.url.startsWith("/auth/"))) {
      throw forbidden("This call came from another site.");
    }
  }
  if (!reads) checkContentType(request.headers["content-type"]);
}

const jsonType = /^application\/json(; ?charset=utf-8)?$/i;
const multipartType = /^multipart\/form-data; ?boundary=[^\s;]{1,200}$/i;

function checkContentType(type: string | undefined): void {
  if (type === undefined || jsonType.test(type) || multipartType.test(type)) return;
  throw new Refusal(415, "wrong_type", "Send application/json, or multipart/form-data for files.");
}
