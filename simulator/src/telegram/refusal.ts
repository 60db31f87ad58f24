import type { ResponseParameters } from "@grammyjs/types";

/** An answer `{ok: false}`; the HTTP status equals `code`. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export const badRequest = (what: string): Refusal => new Refusal(400, `Bad Request: ${what}`);
export const forbidden = (what: string): Refusal => new Refusal(403, `Forbidden: ${what}`);
export const conflict = (what: string): Refusal => new Refusal(409, `Conflict: ${what}`);

/** The phrase that begins a description when the caller gives none. */
const PHRASES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Request Entity Too Large",
  500: "Internal Server Error",
  502: "Bad Gateway",
};

export function ordered(code: number, description?: string, retryAfter?: number): Refusal {
  if (code !== 429) return new Refusal(code, description ?? PHRASES[code] ?? "Error");
  const seconds = retryAfter ?? 1;
  return new Refusal(429, description ?? `Too Many Requests: retry after ${seconds}`, {
    retry_after: seconds,
  });
}
