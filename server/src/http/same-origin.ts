import type { FastifyRequest } from "fastify";
import type { Config } from "../floor/config/config.ts";
import { forbidden } from "../floor/errors/errors.ts";

/** The origins whose pages may call with a session. */
export function allowedOrigins(config: Config): string[] {
  const origins = new Set([new URL(config.publicUrl).origin, config.consoleOrigin, config.apiOrigin]);
  return [...origins].filter((origin) => !isHttps(config) || origin.startsWith("https:"));
}

/** This excludes a page that came over plain http, which anyone on the network could have written. */
const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith("https:");

/** True for one of those, or the requested host itself (a laptop's 127.0.0.1 beside its localhost). */
export function isAllowedOrigin(
  config: Config,
  origin: string,
  asked: { protocol: string; host: string },
): boolean {
  const protocol = isHttps(config) ? "https" : asked.protocol;
  return allowedOrigins(config).includes(origin) || origin === `${protocol}://${asked.host}`;
}

/**
 * Refuses a call that another site's page makes with this browser's cookie. A page can forge neither header: the
 * origin must be ours, or the browser states that the call comes from the same origin or its user. Without either
 * header it is no browser (all have sent Origin with a POST since 2020), so there is no cookie to abuse. Rationale:
 * `docs/decisions/050-getting-in.md`.
 */
export function checkSameOrigin(config: Config, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (request.method === "GET" && isPartOfPage(request)) throw forbidden("other_site");
  if (site === "same-origin" || site === "none") return;
  if (origin === undefined ? site === undefined : isAllowedOrigin(config, origin, request)) return;
  throw forbidden("other_site");
}

/**
 * True for a picture, frame or style sheet of a page of ours, whose address someone else may have chosen: a mail's
 * sender chooses its pictures. A person's navigation and the console's own call are not.
 */
function isPartOfPage({ headers }: FastifyRequest): boolean {
  const { "sec-fetch-dest": destination, "sec-fetch-mode": mode } = headers;
  if (destination === undefined) return false;
  if (destination === "document") return mode !== "navigate";
  return destination !== "empty" || (mode !== "cors" && mode !== "same-origin");
}
