import type { FastifyBaseLogger } from "fastify";

const most = 30;
const minute = 60_000;

export type LimitedLines = (
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  level: "info" | "warn",
  facts: object,
) => void;

/**
 * Lines of one kind, 30 a minute at most: what strangers cause must not fill a disk. The next minute's first line says how
 * many were left out.
 */
export function limitedLines(message: string, now = Date.now): LimitedLines {
  let since = now();
  let written = 0;
  let leftOut = 0;
  return (log, level, facts) => {
    if (now() - since >= minute) {
      since = now();
      written = 0;
    }
    if (written >= most) {
      leftOut += 1;
      return;
    }
    written += 1;
    log[level]({ ...facts, ...(leftOut > 0 && { leftOut }) }, message);
    leftOut = 0;
  };
}
