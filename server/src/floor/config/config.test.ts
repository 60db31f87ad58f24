import { describe, expect, test } from "vitest";
import { loadConfig } from "../../app/config.ts";
import { ConfigError } from "./config.ts";

const secret = "a secret of thirty-two characters.";
const made = () => secret;
const faultsOf = (env: Record<string, string>) => {
  try {
    loadConfig(env, made);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe("a wrong setting is refused", () => {
  test("wrong settings are refused with every fault named at once, by its name and without its value", () => {
    const env = {
      PORT: "http",
      DATABASE_URL: "mysql://root:hunter2@db/parley",
      APP_SECRET: "short",
      S3_REGION: "eu",
    };
    expect(() => loadConfig(env, made)).toThrow("4 settings are wrong");
    expect(faultsOf(env)).toEqual([
      "PORT: must be a whole number from 0 to 65535",
      "DATABASE_URL: must be an address that begins with postgres:// or postgresql://",
      "APP_SECRET: must have 32 characters or more",
      "S3_BUCKET: is required with S3 storage",
    ]);
    expect(faultsOf(env).join()).not.toContain("hunter2");
  });

  test.each([
    [{ PORT: "65536" }, "PORT: must be a whole number from 0 to 65535"],
    [{ PORT: "-1" }, "PORT: must be a whole number from 0 to 65535"],
    [{ PUBLIC_URL: "desk.example" }, "PUBLIC_URL: must be an address that begins with http:// or https://"],
    [{ MAX_UPLOAD_MB: "0" }, "MAX_UPLOAD_MB: must be a whole number from 1 to 2048"],
    [
      { PARLEY_ROLE: "boss", DATABASE_URL: "postgres://db/x", APP_SECRET: secret },
      "PARLEY_ROLE: must be web, worker or all",
    ],
    [{ VAPID_PUBLIC_KEY: "B".repeat(87) }, "VAPID_PRIVATE_KEY: is required with VAPID_PUBLIC_KEY"],
    [
      { VAPID_PUBLIC_KEY: "B".repeat(87), VAPID_PRIVATE_KEY: "x" },
      "VAPID_PRIVATE_KEY: must be 32 bytes in base64url",
    ],
    [
      { PUSH_ORIGINS: "https://push.example/path" },
      "PUSH_ORIGINS: must list origins: scheme, host and port, nothing after",
    ],
    [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM: is required with SMTP_URL"],
    [
      { SMTP_URL: "smtp://mail.example", MAIL_FROM: "Harbour Travel" },
      "MAIL_FROM: must be an address, such as desk@mail.example or Parley <desk@mail.example>",
    ],
    [
      { SMTP_URL: "smtp://mail.example", MAIL_FROM: "desk@mail.example", PARLEY_DEMO: "1" },
      "PARLEY_DEMO: cannot be 1 with SMTP_URL: everybody could read the mails of people",
    ],
    [{ DATABASE_POOL: "3" }, "DATABASE_POOL: must be a whole number from 4 to 500"],
    [{ DATABASE_DIRECT_URL: "postgres://db/x" }, "DATABASE_URL: is required with DATABASE_DIRECT_URL"],
    [
      { DATABASE_URL: "postgres://db/x" },
      "APP_SECRET: is required with DATABASE_URL, so that every process has the same",
    ],
    [{ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" }, "S3_SECRET_ACCESS_KEY: is required with S3_ACCESS_KEY_ID"],
    [
      { API_ORIGIN: "https://api.example/v1" },
      "API_ORIGIN: must be an origin: scheme, host and port, nothing after",
    ],
  ])("a wrong setting is refused: %j", (env, fault) => {
    expect(faultsOf(env as Record<string, string>)).toEqual([fault]);
  });

  test.each(["true", "*", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/8/8"])(
    "the wrong value TRUST_PROXY %s is refused",
    (value) => {
      expect(faultsOf({ TRUST_PROXY: value })).toHaveLength(1);
    },
  );

  test.each(["0.0.0.0", "::", "192.168.1.5", "desk.example"])("PARLEY_DEMO cannot be on %s", (HOST) => {
    expect(faultsOf({ PARLEY_DEMO: "1", HOST })).toEqual([
      "PARLEY_DEMO: cannot be 1 unless HOST is a loopback address: everyone who reaches it could read the mails of people",
    ]);
  });

  test.each(["127.0.0.1", "127.8.0.1", "::1", "localhost", ""])("PARLEY_DEMO may be on %s", (HOST) => {
    expect(loadConfig({ PARLEY_DEMO: "1", HOST }, made).demo).toBe(true);
  });

  test("the embedded database serves only one process, so that a second is a wrong setting", () => {
    expect(faultsOf({ PARLEY_ROLE: "worker" })[0]).toMatch(/^DATABASE_URL: is required when PARLEY_ROLE/);
  });
});

describe("defaults", () => {
  test("no setting needs to be set", () => {
    expect(loadConfig({}, made)).toMatchObject({
      port: 3003,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3003",
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseConnections: 20,
      redisUrl: null,
      s3: null,
      smtpUrl: null,
      role: "all",
      trustProxy: [],
      maxUploadMb: 25,
      maxStorageGb: 20,
      timeLimits: { statement: 15_000, search: 3_000, lock: 5_000, idle: 60_000 },
      hstsIncludeSubdomains: false,
      metricsToken: null,
      channelSettings: { TELEGRAM_API_URL: "https://api.telegram.org" },
      apiOrigin: "http://localhost:3003",
      userGuideUrl: "/user-guide.pdf",
      termsUrl: null,
      demo: false,
      appSecret: secret,
    });
  });

  test("an empty value is an unset one, and the public address follows the port", () => {
    const config = loadConfig({ PORT: "4000", HOST: "", DATABASE_URL: " " }, made);
    expect(config).toMatchObject({
      host: "127.0.0.1",
      databaseUrl: null,
      publicUrl: "http://localhost:4000",
    });
  });

  test("the secret of the data folder is read only when none is set", () => {
    const asked: string[] = [];
    const secretIn = (dataDir: string) => {
      asked.push(dataDir);
      return secret;
    };
    expect(loadConfig({ APP_SECRET: "x".repeat(32) }, secretIn).appSecret).toBe("x".repeat(32));
    expect(asked).toEqual([]);
    loadConfig({ DATA_DIR: "/srv/desk" }, secretIn);
    expect(asked).toEqual(["/srv/desk"]);
  });
});

test("a full environment is read", () => {
  const config = loadConfig({
    PUBLIC_URL: "https://desk.example/",
    DATABASE_URL: "postgres://app@pool/parley",
    DATABASE_DIRECT_URL: "postgres://app@db/parley",
    APP_SECRET: secret,
    PARLEY_ROLE: "web",
    S3_BUCKET: "files",
    S3_ENDPOINT: "https://s3.example",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
    TRUST_PROXY: "10.0.0.0/8, ::1 loopback",
    FILES_ORIGIN: "https://files.example",
  });
  expect(config).toMatchObject({
    publicUrl: "https://desk.example",
    databaseDirectUrl: "postgres://app@db/parley",
    role: "web",
    s3: { bucket: "files", region: "us-east-1", credentials: { accessKeyId: "id", secretAccessKey: "key" } },
    trustProxy: ["10.0.0.0/8", "::1", "loopback"],
    filesOrigin: "https://files.example",
    consoleOrigin: "https://desk.example",
  });
});
