/** The server as a component test plays it: an answer to each call, at the HTTP edge. */
import type { ErrorAnswer, ErrorCode } from "@parley/contract/errors";
import type { Reason } from "@parley/contract/reasons";
import { vi } from "vitest";

export type Call = { method: string; path: string; body: unknown };
type Answer = (call: Call) => unknown;

export type Network = {
  /** All calls, oldest first. */
  calls: Call[];
  /** The bodies sent to a path. */
  sent(path: string): unknown[];
  /** Answers calls to a path; an error thrown by the answer stands for a broken connection. */
  on(path: string, answer: Answer): void;
};

/** An answer with another status than 200. */
export class Status {
  readonly status: number;
  readonly answer: Partial<ErrorAnswer>;

  constructor(status: number, answer: Partial<ErrorAnswer> = {}) {
    this.status = status;
    this.answer = answer;
  }
}

/** A refusal of the server: its reason beside a text that no screen needs. */
export const refusal = (status: number, code: ErrorCode, reason: Reason) =>
  new Status(status, { code, message: "Refused.", reason });

/** A connection that breaks before an answer comes. */
export const broken = (): never => {
  throw new TypeError("Failed to fetch");
};

const noLimits = {
  ...{ text: 4096, caption: 1024, upload: {}, kinds: [], shown: {}, redraw: [], reactions: [] },
  ours: { edits: null, deletes: null },
};

/** Each chat asks for what stands beside its messages, each list for its views: nothing, unless the test answers. */
function nothingBeside(path: string): unknown {
  if (path === "/views/counts") return {};
  if (path === "/views") return { views: [], order: [], time_zone: "UTC" };
  if (["/note-drafts", "/tickets/mentioned", "/outgoing", "/shared-bubbles/folders"].includes(path))
    return [];
  if (path === "/offers") return { offers: [] };
  if (path === "/away") return { away: [] };
  if (path === "/routing") return { departments: [] };
  if (path.startsWith("/agent-routing/"))
    return { userid: path.slice(15), capacity: 5, languages: [], skills: [], shift: null };
  if (/^\/tickets\/[^/]+\/routing$/.test(path)) return { offers: [], waiting: null };
  if (path === "/admin/merge-proposals") return { proposals: [], total: 0 };
  if (path === "/shared-bubbles") return { bubbles: [], total: 0, language: null };
  if (/^\/[^/]+\/send-limits$/.test(path)) return noLimits;
  if (/^\/[^/]+\/outgoing$/.test(path)) return { outgoing: [], opening: null, time_zone: "UTC" };
  const alone = /^\/tickets\/([^/]+)$/.exec(path);
  if (alone) return { ticketid: alone[1] };
  if (/^\/[^/]+\/take-over$/.test(path)) return { minutes: null, offline_since: null };
  return /^\/[^/]+\/notes$/.test(path) ? { notes: [], lines: [], cursor: null } : undefined;
}

/** Replaces `fetch` until the test ends. A call without an answer fails the test. */
export function openNetwork(answers: Record<string, Answer> = {}): Network {
  const known = new Map(Object.entries(answers));
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input, location.href);
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? "GET", path: pathname + search, body };
    const answer = known.get(pathname);
    const beside = answer ? undefined : nothingBeside(pathname);
    if (beside) return Response.json(beside);
    calls.push(call);
    if (!answer) {
      const missing = new Error(`The test has no answer to ${call.method} ${call.path}`);
      reportError(missing);
      throw missing;
    }
    const given = await answer(call);
    if (given instanceof Status) return Response.json(given.answer, { status: given.status });
    return Response.json(given);
  });
  return {
    calls,
    sent: (path) => calls.filter((call) => call.path === path).map(({ body }) => body),
    on: (path, answer) => void known.set(path, answer),
  };
}
