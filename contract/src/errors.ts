/** How every refusal travels: a text for people and a code for programs. */
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
  /** Between the password and the second step too much time has passed, or too many codes were wrong. */
  "challenge_over",
  /** The company asks for a second step that this agent has not set up. */
  "two_step_required",
  /** The client wrote something that the agent had not seen when answering. */
  "client_wrote",
  /** The client wrote too long ago: only a template can be sent. */
  "reply_window_closed",
  "too_large",
  /** The company's files take as much room as they may. */
  "storage_full",
  "wrong_type",
  "rate_limited",
  /** One agent asked for more at once than a console does. */
  "too_many_calls",
  /** A code is on its way to this browser's address and may be used; another cannot be had yet. */
  "code_sent",
  "provider_refused",
  /** A page vouches for its visitor in a way that does not count. */
  "identify_refused",
  "search_too_long",
  "not_ready",
  "unexpected",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorAnswer = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  code: z.enum(errorCodes),
  /** The text as a code, to be worded in the reader's language; `reasons` where `message` is a list, one for each. */
  reason: reason.optional(),
  reasons: z.array(reason).optional(),
  /** The handler who was faster, with `already_accepted`. */
  handler: z.object({ userid: z.uuid(), user_name: z.string() }).optional(),
  /** The client's new messages, with `client_wrote`: the newest in order, and the number of the last message. */
  news: z.array(message).optional(),
  lastSeq: z.number().int().positive().optional(),
  ...providerErrors(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** A provider's refusal of a set-up call, as `<platform>Error`. */
function providerErrors() {
  const said = z.object({ error_code: z.number(), description: z.string() }).optional();
  const fields = platforms.map((platform) => [`${platform}Error`, said]);
  return Object.fromEntries(fields) as Record<`${Platform}Error`, typeof said>;
}
