/** The refusals this server gives, each with its status, code and text. `http/` shapes them, sockets acknowledge with them. */
import type { ErrorAnswer, ErrorCode } from "@parley/contract/errors";
import type { Reason } from "@parley/contract/reasons";
import { texts } from "@parley/contract/texts";
import { englishOf } from "./reasons/english.ts";

export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Partial<ErrorAnswer>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string | string[],
    details: Partial<ErrorAnswer> = {},
  ) {
    super(Array.isArray(message) ? message.join("\n") : message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.details = Array.isArray(message) ? { ...details, message } : details;
  }

  answer(): ErrorAnswer {
    return { message: this.message, code: this.code, ...this.details };
  }
}

/** A refusal whose text is a reason's, which travels with it. */
export const refusedBecause = (
  status: number,
  code: ErrorCode,
  reason: Reason,
  details: Partial<ErrorAnswer> = {},
) => new Refusal(status, code, englishOf(reason), { reason, ...details });

export const invalid = (message: string | string[]) => new Refusal(400, "invalid", message);
export const signedOut = () => new Refusal(401, "signed_out", "Please sign in.");
export const forbidden = (message = "You may not do this.") => new Refusal(403, "forbidden", message);
export const twoStepRequired = () => new Refusal(403, "two_step_required", texts.twoStepRequired);
/** Also for what exists but is not the caller's to see: the two must look alike. */
export const notFound = () => new Refusal(404, "not_found", "Not found.");
export const conflict = (code: ErrorCode, message: string, details?: Partial<ErrorAnswer>) =>
  new Refusal(409, code, message, details);
export const bodyTooSlow = () => new Refusal(408, "invalid", "The call was not finished in time.");
export const tooManyBodies = () =>
  new Refusal(429, "rate_limited", "Too many unfinished calls come from your network. Please wait a moment.");
export const tooLarge = () => new Refusal(413, "too_large", texts.fileTooLarge);
export const notReady = () => new Refusal(503, "not_ready", "Parley is not ready yet. Please try again.");
export const busy = () =>
  new Refusal(503, "not_ready", "Too much is under way in your company at the moment. Please try again.");
export const stopped = () =>
  new Refusal(503, "not_ready", "This took too long and was stopped. Please try again, or ask for less.");
