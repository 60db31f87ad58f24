/** Checks services besides the database: Redis, the mail server, the file storage. */
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Redis } from "ioredis";
import { createFileStore } from "../../files/storage/store.ts";
import type { Config } from "../../floor/config/config.ts";
import { checkMailServer } from "../../mail/transport/mailer.ts";
import { attention, type Finding, fault, ok, reasonOf, withTimeout } from "./finding.ts";

const timeout = 12_000;

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (!redisUrl) return [];
  const redis = new Redis(redisUrl, {
    protocol: 2,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 5_000,
  });
  let said: unknown;
  redis.on("error", (error: Error) => {
    said ??= error;
  });
  try {
    await withTimeout(timeout, redis.connect());
    await withTimeout(timeout, redis.ping());
    return [ok("Redis", "answers")];
  } catch (error) {
    const reason = reasonOf(said ?? error);
    const mend = /NOAUTH|WRONGPASS/.test(reason)
      ? "Check the user and the password in REDIS_URL."
      : "Check that it runs and that REDIS_URL is right. Until then processes do not get each other's events.";
    return [fault("Redis", `it cannot be used (${reason})`, mend)];
  } finally {
    if (redis.status !== "end") redis.disconnect();
  }
}

export async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) {
    const mend = "Set SMTP_URL and MAIL_FROM; until then codes and links stand in the log.";
    return attention("Mail", "is printed to the log, not sent", mend);
  }
  try {
    await withTimeout(timeout, checkMailServer(smtpUrl));
    return ok("Mail", `${new URL(smtpUrl).host} takes it`);
  } catch (error) {
    return fault("Mail", `${new URL(smtpUrl).host}: ${reasonOf(error)}`, mendMail(error));
  }
}

const unreached =
  "Check host and port in SMTP_URL, and that no firewall is between: many hosters close port 25.";

/** Error codes: https://nodemailer.com/errors */
function mendMail(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(message)) return unreached;
  if (code === "EAUTH") return "Check the user and the password in SMTP_URL (both percent-encoded).";
  if (code === "EDNS" || code === "ENOTFOUND") return "Check the host in SMTP_URL.";
  if (code === "ETLS" || code === "ESOCKET") {
    return "Check port and scheme in SMTP_URL: smtps:// is for 465, smtp:// for 587 and 25; and that the certificate is valid.";
  }
  return unreached;
}

export async function checkStorage(config: Config): Promise<Finding> {
  const where = config.s3 ? `bucket ${config.s3.bucket}` : "folder files";
  const key = `doctor-${randomUUID()}`;
  const content = Buffer.from("a file of Parley's doctor, which may be removed");
  try {
    const store = await createFileStore(config);
    await withTimeout(timeout, store.put(key, content));
    try {
      const read = await withTimeout(timeout, store.read(key).then(buffer));
      if (!content.equals(read)) throw new Error("what is read is not what was written");
    } finally {
      await withTimeout(timeout, store.remove(key));
    }
    return ok("Files", `${where}: written, read and removed`);
  } catch (error) {
    const mend = config.s3
      ? "Check the S3_ settings, and that the key may put, get, list and delete objects of the bucket."
      : "Let the user that Parley runs as write to the folder files in DATA_DIR.";
    return fault("Files", `${where}: ${reasonOf((error as Error).cause ?? error)}`, mend);
  }
}
