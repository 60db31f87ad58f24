import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "../../floor/config/config.ts";
import { notFound } from "../../floor/errors/errors.ts";

/**
 * With METRICS_TOKEN metrics require that token. Without it only callers on this machine that come through no proxy get
 * them.
 */
export function checkMetricsAccess({ metricsToken }: Config, { headers, socket }: FastifyRequest): void {
  if (metricsToken !== null) {
    if (!isSame(headers.authorization ?? "", `Bearer ${metricsToken}`)) throw notFound();
    return;
  }
  const forwarded = headers.forwarded ?? headers["x-forwarded-for"] ?? headers["x-real-ip"];
  if (forwarded !== undefined || !isLoopback(socket.remoteAddress ?? "")) throw notFound();
}

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

/** Compares in constant time. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));
const digest = (text: string) => createHash("sha256").update(text).digest();
