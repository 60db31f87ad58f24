/**
 * Calls to the Bot API (core.telegram.org/bots/api). An answer distinguishes refused, certainly not accepted and
 * unknown, because only the second may be retried automatically. The token is a part of every address, so no address
 * is put into a reason or an error.
 */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { Agent, type Dispatcher, request } from "undici";
import { z } from "zod";
import { type Body, failureOf, lengthIn, multipart, type Upload } from "../seam/transport.ts";

/** The provider's name as it writes it. */
export const provider = "Telegram";

export type Answer<Result> =
  | { outcome: "ok"; result: Result }
  | { outcome: "refused"; code: number; description: string; retryAfterMs: number | null }
  | { outcome: "notAccepted"; reason: Reason }
  | { outcome: "unknown"; reason: Reason };

export type Download =
  | { outcome: "ok"; stream: NodeJS.ReadableStream; size: number | null }
  | { outcome: "refused"; code: number }
  | { outcome: "failed"; reason: Reason };

export type CallOptions<Result> = {
  params?: Record<string, unknown>;
  upload?: Upload;
  result: z.ZodType<Result>;
  signal: AbortSignal;
};

export type TelegramApi = {
  call<Result>(token: string, method: string, options: CallOptions<Result>): Promise<Answer<Result>>;
  download(token: string, path: string, signal: AbortSignal): Promise<Download>;
};

const refusal = z.object({
  ok: z.literal(false),
  error_code: z.number().int(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().nonnegative().optional() }).optional(),
});

/** Long polling holds an answer back for as long as requested, so the caller's signal is the limit. */
const connections = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 120_000 });

export function createTelegramApi(baseUrl: string): TelegramApi {
  return {
    async call(token, method, { params = {}, upload, result, signal }) {
      const sent = { begun: false };
      const body: Body = upload ? multipart(params, upload) : plain(params);
      try {
        const { statusCode, body: answer } = await request(`${baseUrl}/bot${token}/${method}`, {
          method: "POST",
          headers: body.headers,
          body: body.content,
          signal,
          dispatcher: noting(sent),
        });
        return read(await answer.text(), statusCode, result);
      } catch (error) {
        if (body.broken?.()) return { outcome: "notAccepted", reason: reasonOf("file_unreadable") };
        const reason = failureOf(error, provider);
        return sent.begun ? { outcome: "unknown", reason } : { outcome: "notAccepted", reason };
      }
    },

    async download(token, path, signal) {
      try {
        // A path that climbs would leave the bot's files on this very address.
        const safe = path.split("/").map(encodeURIComponent).join("/");
        if (path.split("/").includes(".."))
          return { outcome: "failed", reason: reasonOf("file_unnamed", { provider }) };
        const { statusCode, headers, body } = await request(`${baseUrl}/file/bot${token}/${safe}`, {
          signal,
          dispatcher: connections,
        });
        if (statusCode === 200) return { outcome: "ok", stream: body, size: lengthIn(headers) };
        await body.dump();
        return { outcome: "refused", code: statusCode };
      } catch (error) {
        return { outcome: "failed", reason: failureOf(error, provider) };
      }
    },
  };
}

/** Notes whether the request began to leave. Before that, whatever fails, Telegram cannot have received it. */
function noting(sent: { begun: boolean }): Dispatcher {
  return connections.compose((dispatch) => (options, handler) => {
    const begin = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      sent.begun = true;
      begin?.(controller, context);
    };
    return dispatch(options, handler);
  });
}

function read<Result>(text: string, status: number, result: z.ZodType<Result>): Answer<Result> {
  const json = parseJson(text);
  const refused = refusal.safeParse(json);
  if (refused.success) {
    const { error_code: code, description, parameters } = refused.data;
    const seconds = parameters?.retry_after;
    return {
      outcome: "refused",
      code,
      description,
      retryAfterMs: seconds === undefined ? null : seconds * 1000,
    };
  }
  const accepted = z.object({ ok: z.literal(true), result }).safeParse(json);
  if (accepted.success) return { outcome: "ok", result: accepted.data.result };
  return { outcome: "unknown", reason: reasonOf("answer_unreadable", { provider, status }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const plain = (params: Record<string, unknown>): Body => ({
  headers: { "content-type": "application/json" },
  content: JSON.stringify(params),
});
