import type { FastifyBaseLogger } from "fastify";

type Bindings = Parameters<FastifyBaseLogger["child"]>[0];
type Options = Parameters<FastifyBaseLogger["child"]>[1];
type Words = [object, string?];

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * The log of one call, which names the call in each line. Few calls write one, and a child of pino costs more than
 * routing does: it is made for the first line.
 */
class CallLog {
  #child: FastifyBaseLogger | undefined;
  readonly #make: () => FastifyBaseLogger;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  made(): FastifyBaseLogger {
    this.#child ??= this.#make();
    return this.#child;
  }

  get level(): string {
    return this.made().level;
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.made().child(bindings, options);
  }
}

for (const level of levels) {
  Object.defineProperty(CallLog.prototype, level, {
    value(this: CallLog, ...words: Words) {
      this.made()[level](...words);
    },
  });
}

/** The function for Fastify's `childLoggerFactory`. */
export const createCallLog = (
  log: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger => new CallLog(() => log.child(bindings, options)) as CallLog & FastifyBaseLogger;
