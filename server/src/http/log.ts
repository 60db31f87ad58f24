import { type Logger, pino } from "pino";

/** Anything in an error or address that opens something: bot tokens stand in Telegram's addresses, link signatures in ours. */
export function scrub(text: string): string {
  return text
    .replace(/bot\d+:[\w-]+/g, "bot[token]")
    .replace(/\d{6,}:[\w-]{20,}/g, "[token]")
    .replace(/(signature|secret|token|password)=[^&\s]+/gi, "$1=[removed]");
}

/** JSON lines on standard output. Never bodies, cookies or authorisation headers: those are not logged at all. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: { name: "parley" },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: Error) => ({
        type: error.name,
        message: scrub(String(error.message)),
        code: (error as NodeJS.ErrnoException).code,
        stack: scrub(String(error.stack)),
        ...(error.cause instanceof Error && { cause: scrub(String(error.cause.stack)) }),
      }),
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        url: scrub(request.url),
      }),
    },
    redact: { paths: ["*.password", "*.token", "*.credentials", "*.cookie", "*.authorization"], remove: true },
  });
}
