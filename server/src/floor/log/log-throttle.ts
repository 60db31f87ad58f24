/** Keeps strangers from filling the log: of each kind the first lines of a minute are written, the rest counted. */
import type { LogFn, Logger } from "pino";

const mostPerKind = 20;
const window = 60_000;
/** A message may contain a stranger's input. Kinds beyond these share one counter. */
const mostKinds = 500;

/** A field that keeps a line from being counted: `log.info({ [everyLine]: true }, …)`. */
export const everyLine = Symbol("every line");

type Kind = { written: number; leftOut: number; level: number };

/** A function for pino's `hooks.logMethod`. `root` writes the summaries. */
export function throttleLines(root: () => Logger) {
  const kinds = new Map<string, Kind>();
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function summarize(): void {
    clearTimeout(timer);
    timer = undefined;
    process.off("exit", summarize);
    since = performance.now();
    for (const [kind, { leftOut, level }] of kinds) {
      if (leftOut > 0) write(level, { [everyLine]: true, kind, leftOut }, "Lines of one kind were left out");
    }
    kinds.clear();
  }

  function write(level: number, fields: object, message: string): void {
    const log = root();
    const label = log.levels.labels[level] as "info";
    log[label](fields, message);
  }

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields] = args as [unknown];
    if (typeof fields === "object" && fields !== null && everyLine in fields) {
      method.apply(this, args);
      return;
    }
    if (performance.now() - since >= window) summarize();
    const name = kindOf(args);
    const key = kinds.has(name) || kinds.size < mostKinds ? name : "others";
    const kind = kinds.get(key) ?? { written: 0, leftOut: 0, level };
    kinds.set(key, kind);
    if (kind.written >= mostPerKind) {
      kind.leftOut++;
      kind.level = Math.max(kind.level, level);
      if (timer) return;
      timer = setTimeout(summarize, since + window - performance.now()).unref();
      process.once("exit", summarize);
      return;
    }
    kind.written++;
    method.apply(this, args);
  };
}

/** The message, and for an error its origin: two faults of our own are two kinds. */
function kindOf(args: unknown[]): string {
  const message = String(args.find((word) => typeof word === "string") ?? "").slice(0, 100);
  const [fields] = args;
  const error = fields instanceof Error ? fields : (fields as { err?: unknown } | null)?.err;
  if (!(error instanceof Error)) return message;
  const place = error.stack?.split("\n").find((line) => /^\s+at /.test(line));
  return `${message} ${place?.trim() ?? ""}`.trim();
}
