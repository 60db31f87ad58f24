/** The settings of Parley and of its channels. */
import { z } from "zod";
import { foundSecret, loadSecret } from "../floor/config/app-secret.ts";
import { type Config, ownSettingNames, readConfig } from "../floor/config/config.ts";
import { clusterFolder } from "../floor/database/embedded/place.ts";
import { OperatorError } from "../floor/errors/operator-error.ts";
import { lostSecret } from "../floor/secrets/canary.ts";
import { channelModules } from "./channels.ts";

const channelSettings = z.object(
  Object.assign({}, ...channelModules.map(({ settings }) => settings.shape)) as z.ZodRawShape,
);

/** The name of every setting that is read from the environment. */
export const settingNames: readonly string[] = [...ownSettingNames, ...Object.keys(channelSettings.shape)];

/** Throws one ConfigError that names every fault. */
export const loadConfig = (
  env: Record<string, string | undefined>,
  secretIn: (dataDir: string) => string = secretOf,
): Config => readConfig(env, channelSettings, secretIn);

/** A secret is made for a new data folder; never for an existing database, whose values another secret sealed. */
function secretOf(dataDir: string): string {
  const found = foundSecret(dataDir);
  if (found === null && clusterFolder(dataDir)) throw new OperatorError(lostSecret(dataDir));
  return found ?? loadSecret(dataDir);
}
