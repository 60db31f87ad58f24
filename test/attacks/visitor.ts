/** A caller from outside: any address of this machine's own network, any header, and the given cookies. */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Answer = {
  /** 0: the connection ended without an answer. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  milliseconds: number;
};

export type Sent = {
  method?: string;
  json?: unknown;
  /** Sent instead of `json`, with a content type among the headers. */
  body?: string | Buffer;
  /** Undefined leaves a usual header out. */
  headers?: Record<string, string | undefined>;
};

export type Visitor = {
  call(path: string, sent?: Sent): Promise<Answer>;
  get(path: string, headers?: Sent["headers"]): Promise<Answer>;
  post(path: string, json: unknown, headers?: Sent["headers"]): Promise<Answer>;
  cookies: Map<string, string>;
  close(): void;
};

type Options = {
  /** A loopback address, so that one machine stands for many networks. */
  from?: string;
  /** `name=value`, already signed in. */
  cookie?: string;
  /** Retries once the agent's limit of calls has refilled, when another limit is tested. */
  patient?: boolean;
};

const timeout = 20_000;
/** Milliseconds in which a patient caller retries. */
const patience = 30_000;

export function openVisitor(
  url: string,
  { from = "127.0.0.1", cookie, patient = false }: Options = {},
): Visitor {
  const agent = new Agent({ keepAlive: true, localAddress: from });
  const cookies = new Map<string, string>();
  if (cookie) keep(cookies, cookie);
  const call = async (path: string, { method, json, body, headers = {} }: Sent = {}): Promise<Answer> => {
    const payload = body ?? (json === undefined ? undefined : JSON.stringify(json));
    const all = {
      origin: url,
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(payload !== undefined && { "content-length": String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const options = { method: method ?? (payload ? "POST" : "GET"), headers: sent, agent };
    const once = () => ask(url, path, options, payload);
    const answer = await (patient ? askAgain(once) : once());
    for (const line of answer.headers["set-cookie"] ?? []) keep(cookies, line);
    return answer;
  };
  return {
    call,
    get: (path, headers) => call(path, { ...(headers && { headers }) }),
    post: (path, json, headers) => call(path, { method: "POST", json, ...(headers && { headers }) }),
    cookies,
    close: () => agent.destroy(),
  };
}

type Request = { method: string; headers: Record<string, string | undefined>; agent: Agent };

async function askAgain(once: () => Promise<Answer>): Promise<Answer> {
  for (const until = performance.now() + patience; ; ) {
    const answer = await once();
    const milliseconds = Number(answer.headers["retry-after"] ?? 1) * 1000;
    if (!isOverShare(answer) || performance.now() + milliseconds > until) return answer;
    await wait(milliseconds);
  }
}

const isOverShare = ({ status, text }: Answer) => status === 429 && text.includes('"too_many_calls"');

function ask(url: string, path: string, options: Request, payload?: string | Buffer): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, headers: IncomingHttpHeaders, text: string) =>
      resolve({ status, headers, text, milliseconds: performance.now() - startedAt });
    const sending = request({ hostname, port, path, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => end(answer.statusCode ?? 0, answer.headers, text));
      answer.on("error", (error) => end(0, answer.headers, String(error)));
    });
    // A refusal may end the connection while the body is still being sent: that is an answer, too.
    sending.on("error", (error) => end(0, {}, String(error)));
    sending.setTimeout(timeout, () => sending.destroy(new Error(`no answer within ${timeout} ms`)));
    sending.end(payload);
  });
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(/; */);
  const at = pair.indexOf("=");
  const ended = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || at === pair.length - 1;
  if (ended) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

export const json = <Body>({ text }: Answer): Body => JSON.parse(text) as Body;
