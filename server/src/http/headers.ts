/** The security headers of every answer: run only our own files, forbid framing, guess no types. */
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import type { Config } from "../config.ts";
import type { App } from "./app.ts";
import { allowedOrigins } from "./same-origin.ts";

export async function secureHeaders(app: App, config: Config): Promise<void> {
  const https = config.publicUrl.startsWith("https:");
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(config) },
    strictTransportSecurity: https && {
      maxAge: 31_536_000,
      includeSubDomains: config.hstsIncludeSubdomains,
    },
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    crossOriginResourcePolicy: { policy: split(config).length > 0 ? "same-site" : "same-origin" },
  });
  // The routes of files and pictures override them.
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
}

/** Pages of other origins may call only when the console was put on one. */
export async function allowConsoleOrigin(app: App, config: Config): Promise<void> {
  const origins = split(config);
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins,
    credentials: true,
    methods: ["GET", "POST", "PUT", "DELETE"],
    maxAge: 600,
  });
}

function policy(config: Config): Record<string, string[]> {
  const others = (...origins: string[]) => origins.filter((origin) => origin !== ownOrigin(config));
  const sockets = [config.socketOrigin, ownOrigin(config)].map((origin) => origin.replace(/^http/, "ws"));
  const files = others(config.filesOrigin);
  return {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "blob:", "data:", ...files],
    "media-src": ["'self'", "blob:", "data:", ...files],
    "connect-src": [
      ...new Set([
        "'self'",
        ...sockets,
        ...others(config.socketOrigin, config.apiOrigin, config.filesOrigin),
      ]),
    ],
    "frame-src": ["'self'", ...others(config.apiOrigin)],
    "worker-src": ["'self'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
  };
}

const ownOrigin = (config: Config) => new URL(config.publicUrl).origin;

function split(config: Config): string[] {
  const own = config.apiOrigin;
  return allowedOrigins(config).filter((origin) => origin !== own);
}
