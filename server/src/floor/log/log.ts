/**
 * Writes the log to standard output: lines for people at a terminal, JSON elsewhere. Secrets are kept out twice, by
 * field name and by the line's content.
 */
import { type Logger, pino } from "pino";
import type { Config } from "../config/config.ts";
import { forPeople } from "./for-people.ts";
import { throttleLines } from "./log-throttle.ts";

const secretFields = ["authorization", "cookie", "set-cookie", "password", "token", "credentials"];

const redacted = "[redacted]";

export const redact = (line: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((rest, pattern) => rest.replaceAll(pattern, redacted), line);

/** Secret fields by name besides our own, and the pattern of secrets in a line. */
type SecretsOfChannels = { headers: readonly string[]; patterns: readonly RegExp[] };

export type Destination = { write(line: string): void };

export type LogConfig = Pick<Config, "nodeEnv"> & Partial<Pick<Config, "logLevel">>;

export function openLog(
  config: LogConfig,
  { headers, patterns }: SecretsOfChannels,
  destination?: Destination,
): Logger {
  const out: Destination = destination ?? openOutput();
  const log: Logger = pino(
    {
      level: config.logLevel ?? (config.nodeEnv === "test" ? "warn" : "info"),
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [...secretFields, ...headers].flatMap((field) => [
          `["${field}"]`,
          `*["${field}"]`,
          `*.*["${field}"]`,
        ]),
        censor: redacted,
      },
      serializers: { err: viewError, req: viewRequest },
      hooks: { logMethod: throttleLines(() => log) },
    },
    { write: (line) => out.write(redact(line, patterns)) },
  );
  return log;
}

/** A closed terminal or a full disk must not end the desk: lines beyond a megabyte that cannot be written are dropped. */
function openOutput(): Destination {
  const out = pino.destination({ fd: 1, sync: true, maxLength: 2 ** 20 });
  out.on("error", () => undefined);
  return process.stdout.isTTY ? { write: (line) => out.write(forPeople(line)) } : out;
}

/** The fields of an error to log. PostgreSQL's `detail` is left out: it quotes the row. */
function viewError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>;
  return {
    name,
    message,
    code,
    constraint,
    table,
    routine,
    stack,
    ...(cause ? { cause: viewError(cause) } : {}),
  };
}

/** The URL is logged without the query, which may contain a link's signature or a search. */
function viewRequest(request: { method?: string; url?: string; ip?: string }) {
  return { method: request.method, path: request.url?.split("?")[0], address: request.ip };
}
