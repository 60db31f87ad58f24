// Shared by the tests: an HTTP client that knows nothing of the simulator's internals, and a webhook receiver.
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { ApiResponse, Update } from "@grammyjs/types";
import { type SimulatorOptions, startSimulator } from "./server.ts";

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: ApiResponse<T>;
}

export function botClient(url: string, token: string) {
  const address = (method: string) => `${url}/bot${token}/${method}`;
  const read = async <T>(response: Response): Promise<Answer<T>> => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ApiResponse<T>,
  });
  return {
    address,
    /** Sends parameters as JSON. */
    async raw<T = unknown>(method: string, params: object = {}): Promise<Answer<T>> {
      const headers = { "content-type": "application/json" };
      return read<T>(await fetch(address(method), { method: "POST", headers, body: JSON.stringify(params) }));
    },
    /** Sends a form, urlencoded or multipart. */
    async form<T = unknown>(method: string, body: URLSearchParams | FormData): Promise<Answer<T>> {
      return read<T>(await fetch(address(method), { method: "POST", body }));
    },
    /** The result, or a test failure with Telegram's words. */
    async ask<T = unknown>(method: string, params: object = {}): Promise<T> {
      const { body } = await this.raw<T>(method, params);
      if (!body.ok) throw new Error(`${method}: ${body.error_code} ${body.description}`);
      return body.result;
    },
    /** `code description` of a refusal. */
    async refusal(method: string, params: object = {}): Promise<string> {
      const { status, body } = await this.raw(method, params);
      if (body.ok) throw new Error(`${method} was expected to be refused`);
      if (status !== body.error_code) throw new Error(`HTTP ${status} with error_code ${body.error_code}`);
      return `${body.error_code} ${body.description}`;
    },
  };
}

export interface Hook {
  url: string;
  received: { update: Update; headers: IncomingHttpHeaders }[];
  /** Statuses for the next posts; 200 once they are used up. */
  statuses: number[];
  /** Resolves when that many updates were posted, whatever their answer. */
  posts(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openHook(
  hold: (update: Update) => Promise<void> = async () => undefined,
): Promise<Hook> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const update = JSON.parse(Buffer.concat(chunks).toString()) as Update;
    hook.received.push({ update, headers: request.headers });
    for (const { count, resolve } of waiting) if (hook.received.length >= count) resolve();
    await hold(update);
    response.writeHead(hook.statuses.shift() ?? 200).end();
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const hook: Hook = {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/hook`,
    received: [],
    statuses: [],
    posts(count) {
      if (hook.received.length >= count) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      return promise;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hook;
}

/** One bot, one client who has said /start, and calls from outside. */
export async function openWorld(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ allowInsecureWebhooks: true, ...options });
  const { control, url } = simulator;
  const bot = control.createBot({ name: "Meridian Travel" });
  const dimitar = await control.createPerson({ firstName: "Dimitar", lastName: "Petrov", language: "bg" });
  const api = botClient(url, bot.token);
  const phone = control.phone({ bot: bot.id, person: dimitar.id });
  await phone.start();
  await api.ask("getUpdates", { offset: FIRST_UPDATE + 1 });
  return { simulator, control, url, bot, dimitar, api, phone, chat_id: dimitar.id };
}

export type OutsideWorld = Awaited<ReturnType<typeof openWorld>>;

/** The number of a new bot's first update. */
export const FIRST_UPDATE = 880_000_001;
