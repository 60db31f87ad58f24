/** The settings of Parley and of its channels. */
import { z } from "zod";
import { loadSecret } from "../app-secret.ts";
import { type Config, ownSettingNames, readConfig } from "../config.ts";
import { channelModules } from "./channels.ts";

const channelSettings = z.object(
  Object.assign({}, ...channelModules.map(({ settings }) => settings.shape)) as z.ZodRawShape,
);

/** Every name that is read from the environment. */
export const settingNames: readonly string[] = [...ownSettingNames, ...Object.keys(channelSettings.shape)];

/** Throws one ConfigError that names every fault. */
export const loadConfig = (
  env: Record<string, string | undefined>,
  secretIn: (dataDir: string) => string = loadSecret,
): Config => readConfig(env, channelSettings, secretIn);
