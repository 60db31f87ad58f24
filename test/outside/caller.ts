import { setTimeout as wait } from "node:timers/promises";
import type { Person } from "./house.ts";

/** Null status: no answer came. */
export type Answered = { status: number | null; body: unknown; retryAfter: string | null };

/** The calls of a console. They never throw for the effect of a fault. */
export type Caller = {
  get(path: string): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
  /** Repeats until it gets any answer but a failure of the server, as a console's outbox does. */
  surely(path: string, body: object): Promise<Answered>;
};

/** `origin` differs where another process of the same desk is called. */
export function callAs(url: string, { cookie }: Pick<Person, "cookie">, origin = url): Caller {
  const call = async (method: "GET" | "POST", path: string, body?: object): Promise<Answered> => {
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { cookie, origin, ...(body && { "content-type": "application/json" }) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(15_000),
      });
      const text = await answer.text();
      const json = answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
      return { status: answer.status, body: json, retryAfter: answer.headers.get("retry-after") };
    } catch (error) {
      return { status: null, body: String((error as Error).cause ?? error), retryAfter: null };
    }
  };
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    async surely(path, body) {
      for (;;) {
        const answered = await call("POST", path, body);
        if (answered.status !== null && answered.status < 500) return answered;
        await wait(50);
      }
    },
  };
}
