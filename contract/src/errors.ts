/** Every refusal travels as a text for people and a code for programs. */
import { z } from "zod";
import { message } from "./messages.ts";
import { platforms } from "./platforms.ts";
import { reason } from "./reasons.ts";
import type { Platform } from "./values.ts";

export const errorCodes = [
  "invalid",
  "signed_out",
  "forbidden",
  "not_found",
  "ambiguous_id",
  "conflict",
  "already_accepted",
  "last_admin",
  "department_has_agents",
  "department_has_tickets",
  "ticket_closed",
  "not_handler",
  "wrong_password",
  "wrong_code",
  /** Too much time has passed between the password and the second step, or too many codes were wrong. */
  "challenge_over",
  /** The company requires a second step that this agent has not set up. */
  "two_step_required",
  /** The client wrote something that the agent had not seen when answering. */
  "client_wrote",
  /** The client wrote too long ago: only a template can be sent. */
  "reply_window_closed",
  "too_large",
  /** The company's files occupy as much room as they may. */
  "storage_full",
  "wrong_type",
  "rate_limited",
  /** One agent asked for more at once than a console ever does. */
  "too_many_calls",
  /** A code has been sent to this browser's address and is still valid; the next one has to wait. */
  "code_sent",
  /** A cursor of before a restore. */
  "events_begin_anew",
  /** It has changed since the version that `If-Match` names. */
  "version_changed",
  /** The `Idempotency-Key` belongs to another call. */
  "repeat_differs",
  "provider_refused",
  /** The page's proof of its visitor's identity is not valid. */
  "identify_refused",
  "search_too_long",
  "not_ready",
  "unexpected",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorAnswer = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  code: z.enum(errorCodes),
  /**
   * The reason as a code, to be worded in the reader's language. Where `message` is a list, `reasons` has one for each.
   */
  reason: reason.optional(),
  reasons: z.array(reason).optional(),
  /** The colleague who accepted the ticket first, with `already_accepted`. */
  handler: z.object({ userid: z.uuid(), user_name: z.string() }).optional(),
  /** The client's new messages, with `client_wrote`: the newest in order, and the number of the last message. */
  news: z.array(message).optional(),
  lastSeq: z.number().int().positive().optional(),
  ...providerErrors(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** The codes of a provider's refusal of a set-up call: `<platform>Error`. */
function providerErrors() {
  const said = z.object({ error_code: z.number(), description: z.string() }).optional();
  const fields = platforms.map((platform) => [`${platform}Error`, said]);
  return Object.fromEntries(fields) as Record<`${Platform}Error`, typeof said>;
}
