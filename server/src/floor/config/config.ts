/** All configuration comes from the environment. `docs/operating.md` lists each name with its default. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { fewestConnections } from "../database/connections.ts";
import { searchTimeout, type TimeLimits } from "../database/time-limits.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { address, web } from "./config-shapes.ts";

export type Role = "web" | "worker" | "all";

export type S3Config = {
  /** The address of the S3 service; null for Amazon's own. */
  endpoint: string | null;
  bucket: string;
  region: string;
  /** The credentials; null: the machine's own identity (instance profile, environment of the SDK). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

export type Config = {
  port: number;
  host: string;
  /** The address has no trailing slash. */
  publicUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Null: the embedded server. */
  databaseUrl: string | null;
  databaseDirectUrl: string | null;
  /** The number of connections this process opens at most. */
  databaseConnections: number;
  timeLimits: TimeLimits;
  redisUrl: string | null;
  /** Null: files are kept below `dataDir`. */
  s3: S3Config | null;
  /** Null: mails are printed. */
  smtpUrl: string | null;
  mailFrom: string;
  appSecret: string;
  role: Role;
  /** Addresses and ranges of trusted proxies. With an empty list no forwarded header counts. */
  trustProxy: string[];
  maxUploadMb: number;
  /** The memory in MB for unfinished bodies of calls. */
  bodiesUnderWayMb: number;
  /** The port of a worker's metrics; null: none. */
  metricsPort: number | null;
  /** Milliseconds from which a call is logged as slow; 0: never. */
  slowCallMs: number;
  /** The storage of one company without its own limit, in GB. 0: no limit. */
  maxStorageGb: number;
  /** The channel modules' settings, by their names in the environment. */
  channelSettings: Readonly<Record<string, unknown>>;
  apiOrigin: string;
  filesOrigin: string;
  socketOrigin: string;
  consoleOrigin: string;
  userGuideUrl: string;
  /** The address of the terms of service; null: those that come with the console. */
  termsUrl: string | null;
  /** Subdomains of PUBLIC_URL speak https too. */
  hstsIncludeSubdomains: boolean;
  /** True if sends keep to the rates that their provider states. */
  sendPacing: boolean;
  /** The token for metrics; null: only callers on this machine get them. */
  metricsToken: string | null;
  /** Mails are readable without signing in at /demo/mail, and the phone of a simulated channel is shown. */
  demo: boolean;
  /** Null: info. */
  logLevel: (typeof logLevels)[number] | null;
  /** Null: Parley's own, made once and kept in the database. */
  vapidKeys: { publicKey: string; privateKey: string } | null;
  /** Push services inside the private network. All others must be public and use https. */
  pushOrigins: string[];
  /** Hosts that webhooks may reach besides public ones, also without https. */
  webhookPrivateHosts: string[];
  nodeEnv: "development" | "production" | "test";
};

/** Everything wrong with the environment, one line each, for a person to read. */
export class ConfigError extends OperatorError {
  readonly faults: string[];

  constructor(faults: string[]) {
    const title = faults.length === 1 ? "A setting is wrong" : `${faults.length} settings are wrong`;
    super(`Parley cannot start. ${title}:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

const origin = web.refine((text) => new URL(text).origin === text, {
  error: "must be an origin: scheme, host and port, nothing after",
});
const postgres = address(["postgres:", "postgresql:"]);
const whole = (from: number, to: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `must be a whole number from ${from} to ${to}`,
    })
    .transform(Number);

const proxies = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isProxy), {
    error: "must list addresses or ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal",
  });

function isProxy(text: string) {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [ip = "", bits, ...rest] = text.split("/");
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);

const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((one) => origin.safeParse(one).success), {
    error: "must list origins: scheme, host and port, nothing after",
  });
const keyOf = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, "base64url").length === bytes, {
    error: `must be ${bytes} bytes in base64url`,
  });

/** An address with a name before it or without. */
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const logLevels = ["debug", "info", "warn", "error"] as const;

const environment = z.object({
  PORT: whole(0, 65535).default(3003),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: web.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_POOL: whole(fewestConnections, 500).default(20),
  DATABASE_STATEMENT_TIMEOUT: whole(0, 3600).default(15),
  DATABASE_LOCK_TIMEOUT: whole(0, 3600).default(5),
  DATABASE_IDLE_TIMEOUT: whole(0, 3600).default(60),
  REDIS_URL: address(["redis:", "rediss:"]).optional(),
  S3_ENDPOINT: web.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: address(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, "must be an address, such as desk@mail.example or Parley <desk@mail.example>")
    .optional(),
  APP_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
  PARLEY_ROLE: z.enum(["web", "worker", "all"], "must be web, worker or all").default("all"),
  TRUST_PROXY: proxies.default([]),
  MAX_UPLOAD_MB: whole(1, 2048).default(25),
  BODIES_UNDER_WAY_MB: whole(16, 65_536).default(128),
  SLOW_CALL_MS: whole(0, 600_000).default(2000),
  METRICS_PORT: whole(1, 65535).optional(),
  MAX_STORAGE_GB: whole(0, 1_000_000).default(20),
  API_ORIGIN: origin.optional(),
  FILES_ORIGIN: origin.optional(),
  SOCKET_ORIGIN: origin.optional(),
  CONSOLE_ORIGIN: origin.optional(),
  USER_GUIDE_URL: z.string().default("/user-guide.pdf"),
  VAPID_PUBLIC_KEY: keyOf(65).optional(),
  VAPID_PRIVATE_KEY: keyOf(32).optional(),
  PUSH_ORIGINS: origins.default([]),
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .default([]),
  TERMS_URL: web.optional(),
  HSTS_INCLUDE_SUBDOMAINS: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  SEND_PACING: z.enum(["0", "1"], "must be 0 or 1").default("1"),
  METRICS_TOKEN: z.string().min(16, "must have 16 characters or more").optional(),
  LOG_LEVEL: z.enum(logLevels, "must be debug, info, warn or error").optional(),
  PARLEY_DEMO: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("development"),
});
type Environment = z.infer<typeof environment>;

/** The names of all settings except those of the channels. */
export const ownSettingNames: readonly string[] = Object.keys(environment.shape);

/**
 * Reads the settings. Its only side effect is `secretIn`, which reads or makes the secret of a data folder and is
 * called only when `APP_SECRET` is not set. `channelSettings` has the names that channels read, with their shapes.
 * Throws one ConfigError that names every fault.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  channelSettings: z.ZodObject,
  secretIn: (dataDir: string) => string,
): Config {
  // A compose file passes an unset variable as an empty value.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(set);
  const channels = channelSettings.safeParse(set);
  const issues = [...(parsed.error?.issues ?? []), ...(channels.error?.issues ?? [])];
  const faults = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  faults.push(...disagreements(set));
  if (!parsed.success || !channels.success || faults.length > 0) throw new ConfigError(faults);
  return shape(parsed.data, channels.data, secretIn);
}

/** Checks that span several settings. */
function disagreements(set: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  const needs = (name: string, when: string) => {
    if (!set[name]) faults.push(`${name}: is required ${when}`);
  };
  if (set.DATABASE_URL) needs("APP_SECRET", "with DATABASE_URL, so that every process has the same");
  if (set.DATABASE_DIRECT_URL) needs("DATABASE_URL", "with DATABASE_DIRECT_URL");
  if (set.PARLEY_ROLE === "web" || set.PARLEY_ROLE === "worker") {
    needs(
      "DATABASE_URL",
      "when PARLEY_ROLE is web or worker: only one process can use the embedded database",
    );
  }
  if (set.VAPID_PUBLIC_KEY) needs("VAPID_PRIVATE_KEY", "with VAPID_PUBLIC_KEY");
  if (set.VAPID_PRIVATE_KEY) needs("VAPID_PUBLIC_KEY", "with VAPID_PRIVATE_KEY");
  if (set.METRICS_PORT && set.PARLEY_ROLE !== "worker") {
    faults.push("METRICS_PORT: is for PARLEY_ROLE worker; other processes serve /metrics on PORT");
  }
  if (set.SMTP_URL) needs("MAIL_FROM", "with SMTP_URL");
  if (set.SMTP_URL && set.PARLEY_DEMO === "1") {
    faults.push("PARLEY_DEMO: cannot be 1 with SMTP_URL: everybody could read the mails of people");
  }
  if (set.PARLEY_DEMO === "1" && !isLoopback(set.HOST ?? "127.0.0.1")) {
    faults.push(
      "PARLEY_DEMO: cannot be 1 unless HOST is a loopback address: everyone who reaches it could read the mails of people",
    );
  }
  if (Object.keys(set).some((name) => name.startsWith("S3_"))) needs("S3_BUCKET", "with S3 storage");
  if (set.S3_ACCESS_KEY_ID) needs("S3_SECRET_ACCESS_KEY", "with S3_ACCESS_KEY_ID");
  if (set.S3_SECRET_ACCESS_KEY) needs("S3_ACCESS_KEY_ID", "with S3_SECRET_ACCESS_KEY");
  return faults;
}

function shape(
  env: Environment,
  channelSettings: Config["channelSettings"],
  secretIn: (dataDir: string) => string,
): Config {
  const dataDir = resolve(env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const publicOrigin = new URL(publicUrl).origin;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_POOL,
    timeLimits: {
      statement: env.DATABASE_STATEMENT_TIMEOUT * 1000,
      search: searchTimeout,
      lock: env.DATABASE_LOCK_TIMEOUT * 1000,
      idle: env.DATABASE_IDLE_TIMEOUT * 1000,
    },
    redisUrl: env.REDIS_URL ?? null,
    s3: shapeS3(env),
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? "Parley <parley@localhost>",
    appSecret: env.APP_SECRET ?? secretIn(dataDir),
    role: env.PARLEY_ROLE,
    trustProxy: env.TRUST_PROXY,
    maxUploadMb: env.MAX_UPLOAD_MB,
    bodiesUnderWayMb: env.BODIES_UNDER_WAY_MB,
    slowCallMs: env.SLOW_CALL_MS,
    metricsPort: env.METRICS_PORT ?? null,
    maxStorageGb: env.MAX_STORAGE_GB,
    channelSettings,
    apiOrigin: env.API_ORIGIN ?? publicOrigin,
    filesOrigin: env.FILES_ORIGIN ?? publicOrigin,
    socketOrigin: env.SOCKET_ORIGIN ?? publicOrigin,
    consoleOrigin: env.CONSOLE_ORIGIN ?? publicOrigin,
    userGuideUrl: env.USER_GUIDE_URL,
    vapidKeys:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
        : null,
    pushOrigins: env.PUSH_ORIGINS,
    webhookPrivateHosts: env.WEBHOOK_PRIVATE_HOSTS,
    termsUrl: env.TERMS_URL ?? null,
    hstsIncludeSubdomains: env.HSTS_INCLUDE_SUBDOMAINS === "1",
    sendPacing: env.SEND_PACING === "1",
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL ?? null,
    demo: env.PARLEY_DEMO === "1",
    nodeEnv: env.NODE_ENV,
  };
}

function shapeS3(env: Environment): S3Config | null {
  if (!env.S3_BUCKET) return null;
  return {
    endpoint: env.S3_ENDPOINT ?? null,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION ?? "us-east-1",
    credentials:
      env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
        : null,
  };
}
