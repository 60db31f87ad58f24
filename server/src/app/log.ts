/** The log, without the secrets of the channels and addresses of public files. */
import type { Logger } from "pino";
import { publicLinkPattern } from "../files/public-link.ts";
import { type Destination, type LogConfig, openLog, redact } from "../floor/log/log.ts";
import { channelModules } from "./channels.ts";

const secrets = {
  headers: channelModules.flatMap(({ secrets }) => secrets.headers),
  patterns: [publicLinkPattern, ...channelModules.flatMap(({ secrets }) => secrets.patterns)],
};

export const createLog = (config: LogConfig, destination?: Destination): Logger =>
  openLog(config, secrets, destination);

/** Redacts a line for a person as the log does. */
export const redactLine = (line: string): string => redact(line, secrets.patterns);
