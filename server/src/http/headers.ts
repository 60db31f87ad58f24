/** The security headers of every answer: run only our own files, forbid framing, guess no types. */
import cors from "@fastify/cors";
import helmet from "helmet";
import type { Config } from "../floor/config/config.ts";
import type { App } from "./app.ts";
import { allowedOrigins } from "./same-origin.ts";

/** The headers are the same for every answer, so they are made once. The routes of files and pictures override some. */
export function secureHeaders(app: App, config: Config): void {
  const https = config.publicUrl.startsWith("https:");
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: policy(config) },
      strictTransportSecurity: https && {
        maxAge: 31_536_000,
        includeSubDomains: config.hstsIncludeSubdomains,
      },
      referrerPolicy: { policy: "same-origin" },
      xFrameOptions: { action: "deny" },
      crossOriginResourcePolicy: { policy: split(config).length > 0 ? "same-site" : "same-origin" },
    }),
  );
  const fixed = { ...headers, "cache-control": "no-store" };
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(fixed);
  });
}

type Middleware = ReturnType<typeof helmet>;

/** The headers that a middleware sets on every answer. */
function headersOf(middleware: Middleware): Record<string, string> {
  const headers: Record<string, string> = {};
  const [request, response] = [
    {},
    {
      removeHeader() {},
      setHeader: (name: string, value: string) => Object.assign(headers, { [name.toLowerCase()]: value }),
    },
  ];
  middleware(
    request as Parameters<Middleware>[0],
    response as unknown as Parameters<Middleware>[1],
    (error) => {
      if (error) throw error;
    },
  );
  return headers;
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
