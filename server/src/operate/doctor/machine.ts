/** Node, the settings, the data folder: checks that need no other service. */
import { existsSync, statSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadConfig } from "../../app/config.ts";
import { foundSecret } from "../../floor/config/app-secret.ts";
import { startCommand } from "../../floor/config/command-words.ts";
import { type Config, ConfigError } from "../../floor/config/config.ts";
import { clusterFolder } from "../../floor/database/embedded/place.ts";
import { lostSecret } from "../../floor/secrets/canary.ts";
import { attention, type Finding, fault, ok, reasonOf } from "./finding.ts";

const oldestNode = 24;
const gigabyte = 2 ** 30;

export function checkNode(version = process.versions.node): Finding {
  if (Number(version.split(".")[0]) >= oldestNode) return ok("Node", version);
  return fault("Node", `${version} is too old`, `Start Parley with npm, which brings Node ${oldestNode}.`);
}

/** The configuration, or its faults. Creates no secret. */
export function checkSettings(environment: Record<string, string | undefined>): {
  config: Config | null;
  findings: Finding[];
} {
  try {
    const config = loadConfig(environment, (dataDir) => foundSecret(dataDir) ?? "");
    return { config, findings: [ok("Settings", "complete and without contradiction")] };
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      const mend = "Let the user that Parley runs as read what is in DATA_DIR, or set APP_SECRET.";
      return { config: null, findings: [fault("Settings", reasonOf(error), mend)] };
    }
    const mend = "Set it in the environment or in .env; docs/operating.md lists every name.";
    return { config: null, findings: error.faults.map((what) => fault("Settings", what, mend)) };
  }
}

export async function checkFolder({ dataDir, appSecret }: Config): Promise<Finding[]> {
  const about = "Data folder";
  if (!existsSync(dataDir)) {
    return [
      attention(
        about,
        `${dataDir} is not there yet`,
        `${startCommand} makes it. If it should be there, check DATA_DIR.`,
      ),
    ];
  }
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await writeFile(probe, "", { flag: "wx" });
    await rm(probe);
  } catch (error) {
    const mend = `Let the user that Parley runs as write to ${dataDir}, or set DATA_DIR to another folder.`;
    return [fault(about, `${dataDir} cannot be written to (${reasonOf(error)})`, mend)];
  }
  return [
    ok(about, dataDir),
    ...checkModes(dataDir),
    await checkRoom(dataDir),
    ...checkSecretFile(dataDir, appSecret),
  ];
}

/** The group of the database's own account may enter it where root runs Parley, and read nothing. */
function checkModes(dataDir: string): Finding[] {
  const mode = statSync(dataDir).mode & 0o777;
  if (process.platform === "win32" || (mode & 0o067) === 0) return [];
  const what = `${dataDir} is open to others on this machine (mode ${mode.toString(8).padStart(4, "0")})`;
  return [attention("Data folder", what, `chmod 700 ${quoted(dataDir)}`)];
}

/** The path is quoted for a shell, where needed. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

async function checkRoom(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const what = `${(free / gigabyte).toFixed(1)} GB free`;
  const mend = "Make room on the disk before it is full: then nothing can be written any more.";
  if (free < gigabyte / 4) return fault("Disk", what, mend);
  return free < 2 * gigabyte ? attention("Disk", what, mend) : ok("Disk", what);
}

function checkSecretFile(dataDir: string, appSecret: string): Finding[] {
  const path = join(dataDir, "app-secret");
  if (!appSecret && clusterFolder(dataDir))
    return [fault("Secret", `${path} is not there`, lostSecret(dataDir))];
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  return [attention("Secret", `${path} can be read by others on this machine`, `chmod 600 ${quoted(path)}`)];
}
