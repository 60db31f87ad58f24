/**
 * Calls to the bot API (creators.viber.com/docs/bots-api). Every answer is HTTP 200 and says in `status` whether the
 * call succeeded. An answer distinguishes refused, certainly not accepted and unknown: only the second may be retried
 * automatically.
 */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { Agent, type Dispatcher, request } from "undici";
import { z } from "zod";
import { readAtMost } from "../../files/at-most.ts";
import { failureOf } from "../seam/transport.ts";
import { parseTokens } from "./json.ts";

/** The provider's name as it writes it. */
export const provider = "Viber";

export type Answer<Result> =
  | { outcome: "ok"; result: Result }
  | { outcome: "refused"; status: number; says: string; retryAfterMs: number | null }
  | { outcome: "notAccepted"; reason: Reason }
  | { outcome: "unknown"; reason: Reason };

export type Call<Result> = { body: object; result: z.ZodType<Result>; signal: AbortSignal };

export type ViberApi = {
  call<Result>(token: string, method: string, call: Call<Result>): Promise<Answer<Result>>;
};

/** The documented status of too many requests. */
export const tooManyRequests = 12;

const connections = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 60_000, bodyTimeout: 60_000 });
/** The limit of an answer in bytes; the longest lists an account's members. */
const longestAnswer = 2 ** 20;

export function createViberApi(baseUrl: string): ViberApi {
  return {
    async call(token, method, { body, result, signal }) {
      const sent = { begun: false };
      try {
        const answer = await request(`${baseUrl}/pa/${method}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-viber-auth-token": token },
          body: JSON.stringify(body),
          signal,
          dispatcher: noting(sent),
        });
        return read(answer, await textOf(answer.body), result);
      } catch (error) {
        const reason = failureOf(error, provider);
        return sent.begun ? { outcome: "unknown", reason } : { outcome: "notAccepted", reason };
      }
    },
  };
}

/** Notes whether the request began to leave. Before that, whatever fails, Viber cannot have received it. */
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

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const content = await readAtMost(body, longestAnswer);
  if (!content) throw new Error("The answer is too long");
  return content.toString("utf8");
}

const said = z.object({ status: z.number().int(), status_message: z.string().default("") });

function read<Result>(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, "statusCode" | "headers">,
  text: string,
  result: z.ZodType<Result>,
): Answer<Result> {
  if (statusCode === 429) {
    const seconds = Number(headers["retry-after"]);
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
    return { outcome: "refused", status: tooManyRequests, says: "", retryAfterMs };
  }
  const unreadable = reasonOf("answer_unreadable", { provider, status: statusCode });
  // One server failed behind another, which does not tell how far the first had got.
  if (statusCode >= 500) return { outcome: "unknown", reason: unreadable };
  const json = parse(text);
  const { data } = said.safeParse(json);
  if (data && data.status !== 0)
    return { outcome: "refused", status: data.status, says: data.status_message, retryAfterMs: null };
  const accepted = result.safeParse(json);
  if (data && accepted.success) return { outcome: "ok", result: accepted.data };
  return { outcome: "unknown", reason: unreadable };
}

function parse(text: string): unknown {
  try {
    return parseTokens(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
