/** Examines everything Parley needs, one check after the other, and goes on when something is missing. */
import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";
import { version } from "../../floor/config/version.ts";
import { checkAddress } from "./address.ts";
import { checkChannels } from "./channels.ts";
import { checkConnections, checkDatabase, checkSecret, connectDatabase } from "./database.ts";
import type { Examined } from "./examined.ts";
import { attention, type Finding, fault, ok, reasonOf } from "./finding.ts";
import { checkFolder, checkNode, checkSettings } from "./machine.ts";
import { checkMail, checkRedis, checkStorage } from "./services.ts";
import { checkBackup, checkWork, countProcesses } from "./work.ts";

/** The function never throws for a fault it finds. Its findings hold no secret. */
export async function runChecks(
  environment: Record<string, string | undefined>,
  createLog: (config: Config) => Logger,
): Promise<Finding[]> {
  const { config, findings } = checkSettings(environment);
  const before = [checkNode(), ok("Version", version), ...findings];
  if (!config) {
    return [...before, attention("The rest", "was not looked at", "Mend the settings and ask again.")];
  }
  const log = createLog(config);
  const folder = await reportFailure("Data folder", () => checkFolder(config));
  // A folder that is missing or closed cannot be examined.
  const usable = folder[0]?.state === "ok";
  const all = [
    ...before,
    ...folder,
    ...(await reportFailure("Database", () => examineDatabase(config, log))),
    ...(await reportFailure("Redis", () => checkRedis(config))),
    ...(await reportFailure("Mail", async () => [await checkMail(config)])),
    ...(config.s3 || usable ? await reportFailure("Files", async () => [await checkStorage(config)]) : []),
    ...(usable ? await reportFailure("Backup", async () => [checkBackup(config)]) : []),
  ];
  return all.map(hiding(config));
}

/** Checks that need the database. */
async function examineDatabase(config: Config, log: Logger): Promise<Finding[]> {
  const opened = await connectDatabase(config, log);
  if ("about" in opened) return [opened, ...(await checkAddress(config, false))];
  try {
    const none = { all: 0, workers: 0 };
    const examined: Examined = { config, log, pool: opened.pool, processes: none };
    const database = await checkDatabase(examined);
    // An older or a newer schema has other tables: nothing more can be read from it.
    if (database.some(({ about, state }) => about === "Schema" && state !== "ok")) {
      return [...database, ...(await checkAddress(config, false))];
    }
    // The lease of a killed process lasts for a moment longer.
    if (!opened.alone) examined.processes = await countProcesses(examined);
    return [
      ...database,
      ...(await reportFailure("Secret", () => checkSecret(examined))),
      ...(await reportFailure("Connections", async () => [await checkConnections(examined)])),
      ...(await reportFailure("Address", () => checkAddress(config, examined.processes.all > 0))),
      ...(await reportFailure("Channels", () => checkChannels(examined))),
      ...(await reportFailure("Work", () => checkWork(examined))),
    ];
  } finally {
    await opened.close();
  }
}

/** Turns a failed check into a finding. */
async function reportFailure(about: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      fault(
        about,
        `could not be looked at (${reasonOf(error)})`,
        "Mend what stands above, then run doctor again.",
      ),
    ];
  }
}

/** Errors quote their input, which may contain a password. */
function hiding(config: Config): (finding: Finding) => Finding {
  const addresses = [config.databaseUrl, config.databaseDirectUrl, config.redisUrl, config.smtpUrl];
  const passwords = addresses.flatMap((url) => {
    const password = url ? new URL(url).password : "";
    return [password, ...(/%(?![0-9a-f]{2})/i.test(password) ? [] : [decodeURIComponent(password)])];
  });
  const secrets = [config.appSecret, config.s3?.credentials?.secretAccessKey ?? "", ...passwords];
  const hide = (text: string) =>
    secrets
      .filter(({ length }) => length > 3)
      .reduce((shown, secret) => shown.replaceAll(secret, "[redacted]"), text);
  return (finding) => ({ ...finding, what: hide(finding.what), mend: finding.mend && hide(finding.mend) });
}
