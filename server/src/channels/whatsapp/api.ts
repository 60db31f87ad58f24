/**
 * Calls to the Graph API (developers.facebook.com/docs/graph-api). An answer distinguishes refused, certainly not
 * accepted and unknown, because only the second may be retried automatically. Tokens travel in headers, and no address
 * is put into a reason or an error.
 */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { Agent, type Dispatcher, request } from "undici";
import { z } from "zod";
import { fetchPublic, type PublicAnswer } from "../../files/fetching/fetch-public.ts";
import type { Config } from "../../floor/config/config.ts";
import { type Body, failureOf, multipart, type Upload } from "../seam/transport.ts";
import { declaration } from "./declaration.ts";
import { whatsappConfig } from "./settings.ts";

/** The provider's name as it writes it. */
export const provider = "WhatsApp";

export type Refused = {
  outcome: "refused";
  status: number;
  code: number;
  subcode: number | null;
  /** The provider's own words. */
  says: string;
  retryAfterMs: number | null;
  transient: boolean;
};
export type Answer<Result> =
  | { outcome: "ok"; result: Result }
  | Refused
  | { outcome: "notAccepted"; reason: Reason }
  | { outcome: "unknown"; reason: Reason };

export type GraphCall<Result> = {
  method?: "GET" | "POST" | "DELETE";
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  /** A multipart body: the fields and a file, which streams. */
  form?: { fields: Record<string, unknown>; upload: Upload };
  /** Raw bytes, as for a resumable upload. */
  bytes?: { content: Buffer; headers: Record<string, string> };
  result: z.ZodType<Result>;
  signal: AbortSignal;
};

export type Graph = {
  /** `path` has neither version nor leading slash; `token` is sent as a bearer token. */
  call<Result>(token: string, path: string, call: GraphCall<Result>): Promise<Answer<Result>>;
  /** Downloads media from the address that the provider named. The token is sent only to the provider's own hosts. */
  download(token: string, url: string, signal: AbortSignal): Promise<PublicAnswer>;
};

const downloadTimeout = 5 * 60_000;

const refusal = z.object({
  error: z.object({
    message: z.string().default(""),
    code: z.number().int(),
    error_subcode: z.number().int().optional(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional().catch(undefined),
  }),
});

const connections = new Agent({
  connect: { timeout: 10_000 },
  headersTimeout: 60_000,
  bodyTimeout: 120_000,
});

export function createGraph(config: Pick<Config, "channelSettings">): Graph {
  const { WHATSAPP_API_URL: base, WHATSAPP_GRAPH_VERSION: version } = whatsappConfig(config);
  return {
    async call(token, path, { method = "GET", query = {}, result, signal, ...given }) {
      const sent = { begun: false };
      const body = bodyOf(given);
      try {
        const answer = await request(`${base}/${version}/${path}`, {
          method,
          query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
          headers: { authorization: `Bearer ${token}`, ...body?.headers },
          body: body?.content,
          signal,
          dispatcher: noting(sent),
        });
        const retryAfter = Number(answer.headers["retry-after"]);
        return read(await answer.body.text(), answer.statusCode, retryAfter, result);
      } catch (error) {
        if (body?.broken?.()) return { outcome: "notAccepted", reason: reasonOf("file_unreadable") };
        const reason = failureOf(error, provider);
        return sent.begun ? { outcome: "unknown", reason } : { outcome: "notAccepted", reason };
      }
    },

    download: (token, url, signal) =>
      fetchPublic(url, {
        provider,
        providerUrl: base,
        maxBytes: declaration.download ?? Number.POSITIVE_INFINITY,
        timeout: downloadTimeout,
        allowHost: isMetas,
        headers: { authorization: `Bearer ${token}` },
        signal,
      }),
  };
}

/** True for hosts that may see a token. */
const isMetas = (host: string): boolean =>
  ["facebook.com", "fbsbx.com", "whatsapp.net", "fbcdn.net"].some(
    (one) => host === one || host.endsWith(`.${one}`),
  );

function bodyOf({ json, form, bytes }: Pick<GraphCall<unknown>, "json" | "form" | "bytes">): Body | null {
  if (form) return multipart(form.fields, form.upload);
  if (bytes) return { headers: bytes.headers, content: bytes.content };
  if (json === undefined) return null;
  return { headers: { "content-type": "application/json" }, content: JSON.stringify(json) };
}

/** Notes whether the request began to leave. Before that, whatever fails, the provider cannot have received it. */
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

function read<Result>(
  text: string,
  status: number,
  retryAfter: number,
  result: z.ZodType<Result>,
): Answer<Result> {
  const json = parseJson(text);
  const refused = refusal.safeParse(json);
  if (refused.success) {
    const { code, error_subcode, message, is_transient, error_user_msg, error_data } = refused.data.error;
    return {
      outcome: "refused",
      status,
      code,
      subcode: error_subcode ?? null,
      says: error_user_msg ?? error_data?.details ?? message,
      retryAfterMs: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter * 1000 : null,
      transient: is_transient ?? false,
    };
  }
  const accepted = result.safeParse(json);
  if (status >= 200 && status < 300 && accepted.success) return { outcome: "ok", result: accepted.data };
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
