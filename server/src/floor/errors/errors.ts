/**
 * The refusals of this server, each with its status, code and reason. `http/` shapes them, sockets acknowledge with
 * them.
 */
import type { ErrorAnswer, ErrorCode } from "@parley/contract/errors";
import { type BareReason, type Reason, reasonOf } from "@parley/contract/reasons";
import { texts } from "@parley/contract/texts";
import { englishOf } from "../reasons/english.ts";
import { type FieldIssue, fieldReason } from "../reasons/fields.ts";

/** A code stands for a reason without facts. */
export type Why = BareReason | Reason;

/** The reason of a refusal, where it stands in an answer. */
export const reasonFrom = (why: Why): Reason => (typeof why === "string" ? reasonOf(why) : why);

export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Partial<ErrorAnswer> & Pick<ErrorAnswer, "message">;

  /** The text is the reason's own, unless `details` has another. A list is answered as a list. */
  constructor(status: number, code: ErrorCode, why: Why | Why[], details: Partial<ErrorAnswer> = {}) {
    const reasons = Array.isArray(why) ? why.map(reasonFrom) : reasonFrom(why);
    const message = Array.isArray(reasons) ? reasons.map(englishOf) : englishOf(reasons);
    const all = { message, ...(Array.isArray(reasons) ? { reasons } : { reason: reasons }), ...details };
    super([all.message].flat().join("\n"));
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.details = all;
  }

  answer(): ErrorAnswer {
    const { message, ...more } = this.details;
    return { message, code: this.code, ...more };
  }
}

/** A reason that only the author of a program sees, in English alone. */
export const textReason = (says: string): Reason => reasonOf("text", { says });

export const invalid = (why: Why | Why[], details?: Partial<ErrorAnswer>) =>
  new Refusal(400, "invalid", why, details);
/** Refuses fields with the validator's words as the text. */
export function invalidFields(
  issues: (FieldIssue & { path: PropertyKey[] })[],
  textOf = (field: string, message: string) => `${field}: ${message}`,
): Refusal {
  const fields = issues.map(({ path, ...issue }) => ({ field: path.map(String).join("."), issue }));
  return invalid(
    fields.map(({ field, issue }) => fieldReason(field, issue)),
    { message: fields.map(({ field, issue }) => textOf(field, issue.message)) },
  );
}
export const signedOut = () => new Refusal(401, "signed_out", "signed_out");
/** A program's key is unknown, broken, ended or missing. */
export const unknownKey = () => new Refusal(401, "signed_out", "key_invalid");
export const forbidden = (why: Why = "not_allowed") => new Refusal(403, "forbidden", why);
export const twoStepRequired = () => new Refusal(403, "two_step_required", "two_step_required");
/** The refusal also for rows that exist but that the caller may not see: the two must look alike. */
export const notFound = () => new Refusal(404, "not_found", "not_found");
export const conflict = (code: ErrorCode, why: Why, details?: Partial<ErrorAnswer>) =>
  new Refusal(409, code, why, details);
export const bodyTooSlow = () => new Refusal(408, "invalid", "body_too_slow");
export const tooManyBodies = () => new Refusal(429, "rate_limited", "too_many_bodies");
export const tooLarge = () => new Refusal(413, "too_large", "file_too_large");
/** The refusal for an agent, with the limit in megabytes. The text is the specification's. */
export const largerThan = (bytes: number) =>
  new Refusal(413, "too_large", reasonOf("file_larger_than", { max: Math.floor(bytes / 100_000) / 10 }), {
    message: texts.fileTooLarge,
  });
export const notReady = () => new Refusal(503, "not_ready", "not_ready");
/** PostgreSQL has no room to write. */
export const diskFull = () => new Refusal(503, "not_ready", "database_disk_full");
export const busy = () => new Refusal(503, "not_ready", "company_busy");
/** The status is not 503, which a client would repeat. */
export const searchStopped = () => new Refusal(422, "search_too_long", "search_too_long");
export const stopped = () => new Refusal(503, "not_ready", "took_too_long");
