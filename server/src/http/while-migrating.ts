/** The answers of a process until its database is of this version: that it is alive, and its progress. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { version } from "../floor/config/version.ts";
import { notReady } from "../floor/errors/errors.ts";

type Percent = () => Promise<number>;

export type EarlyAnswers = {
  /** Resolves when it answers. */
  listen(percent: Percent): Promise<void>;
  /** Frees the port, even if it never listened. */
  close(): Promise<void>;
};

/** Milliseconds: the database is asked for the progress once in this time, however many ask. */
const freshFor = 1_000;
/** Milliseconds that an answer under way may take after the end. */
const patience = 1_000;

/** `port`: null where this process answers nothing. */
export function createEarlyAnswers(host: string, port: number | null): EarlyAnswers {
  let server: ReturnType<typeof createServer> | undefined;
  return {
    async listen(percent) {
      if (port === null) return;
      const state = describeState(percent);
      const listening = createServer((request, response) => void answer(request, response, state));
      server = listening;
      await new Promise<void>((resolve, reject) => {
        listening.once("error", reject).listen(port, host, resolve);
      });
    },
    async close() {
      const closing = server;
      if (!closing?.listening) return;
      const late = setTimeout(() => closing.closeAllConnections(), patience);
      await new Promise((resolve) => {
        closing.close(resolve);
        closing.closeIdleConnections();
      });
      clearTimeout(late);
    },
  };
}

function describeState(percent: Percent): () => Promise<string> {
  let asked: { at: number; state: Promise<string> } | undefined;
  // The upgrade itself waits for a database that does not answer, and says so in the log.
  const ask = () =>
    percent().then(
      (share) => `migrating, ${share} %`,
      () => "migrating",
    );
  return () => {
    if (!asked || performance.now() - asked.at > freshFor) asked = { at: performance.now(), state: ask() };
    return asked.state;
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, state: () => Promise<string>) {
  // An unread body would delay the answer.
  request.resume();
  const [path] = (request.url ?? "").split("?");
  const send = (status: number, type: string, text: string) =>
    response
      .writeHead(status, {
        "content-type": `${type}; charset=utf-8`,
        "cache-control": "no-store",
        connection: "close",
        ...(status === 503 && { "retry-after": "10" }),
      })
      .end(text);
  if (path === "/healthz") return send(200, "application/json", JSON.stringify({ status: "ok", version }));
  const status = await state();
  if (path === "/readyz") return send(503, "application/json", JSON.stringify({ status }));
  if (request.headers.accept?.includes("text/html")) {
    return send(
      503,
      "text/plain",
      `Parley is being brought to a new version (${status}). Please try again in a moment.\n`,
    );
  }
  return send(503, "application/json", JSON.stringify(notReady().answer()));
}
