/** The visitor's calls. A refusal and an unreachable desk are two errors. */
import type { ErrorAnswer } from "@parley/contract/errors";
import { key } from "./address.ts";
import { currentToken } from "./token.ts";

const within = 20_000;

export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** The reason as a code, where the desk gives one. */
  readonly reason: string | null;
  constructor(status: number, { code, message, reason }: Partial<ErrorAnswer>) {
    super(message ? String(message) : `status ${status}`);
    this.status = status;
    this.code = code ?? "unexpected";
    const why = (reason?.facts as { why?: unknown } | undefined)?.why;
    this.reason = typeof why === "string" ? why : (reason?.code ?? null);
  }
  /** True when the desk asks to come back later, rather than never. */
  get passes(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** True if the token has ended, or never existed. */
export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.status === 401;

export class Unreachable extends Error {}

export function get<Answer>(path: string, query: Record<string, string | number> = {}): Promise<Answer> {
  const asked = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams(asked).toString();
  return call(search ? `${path}?${search}` : path, { method: "GET" });
}

export function post<Answer>(path: string, body: object): Promise<Answer> {
  return call(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

export function callAddress(path: string): string {
  return `/visitor/${key}/${path}`;
}

/** The header is empty where there is no token yet: `settings` is public. */
export function authorization(): Record<string, string> {
  const token = currentToken();
  return token ? { authorization: `Visitor ${token}` } : {};
}

async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), within);
  try {
    const response = await fetch(callAddress(path), {
      ...init,
      headers: { ...init.headers, ...authorization() },
      credentials: "omit",
      signal: controller.signal,
    });
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    return answer;
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Unreachable(error instanceof Error ? error.message : "no answer");
  } finally {
    clearTimeout(timer);
  }
}
