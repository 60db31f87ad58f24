import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { texts } from "@parley/contract/texts";
import { invalid, notFound, notReady, Refusal, tooLarge } from "./errors.ts";

/** Shapes whatever was thrown as `{ message, code }`. What nobody expected is logged whole and told as nothing. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error);
  if (!refusal) {
    request.log.error({ err: error }, "unexpected error");
    return reply.status(500).send({ message: texts.unexpected, code: "unexpected" });
  }
  if (refusal.status === 503) {
    request.log.warn({ err: error }, "the database does not answer");
    reply.header("retry-after", "2");
  }
  return reply.status(refusal.status).send(refusal.answer());
}

export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  if (hasZodFastifySchemaValidationErrors(error)) return refuseShape(error.validation, error.validationContext);
  if (isUnavailable(error)) return notReady();
  const { code, statusCode } = error as FastifyError;
  // PostgreSQL cannot keep a NUL in text, and no zod shape of ours says so.
  if (code === "22021" || code === "22P05") return invalid("Text may not contain the character NUL.");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || code === "FST_REQ_FILE_TOO_LARGE") return tooLarge();
  if (statusCode === 415) return new Refusal(415, "wrong_type", error.message);
  if (statusCode === 429) return new Refusal(429, "rate_limited", "Too many tries. Please wait a moment.");
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal(statusCode, "invalid", error.message);
  return null;
}

type Fault = { instancePath: string; message?: string };

/** An id in the path that is none is an id that never was. */
function refuseShape(faults: Fault[], context?: string): Refusal {
  if (context === "params") return notFound();
  const said = faults.map(({ instancePath, message }) => `${instancePath.slice(1).replaceAll("/", ".")}: ${message}`);
  return invalid(said.length === 1 ? (said[0] ?? "") : said);
}

const unavailableCodes = new Set([
  "57P01", // terminated by an administrator
  "57P02", // crashed
  "57P03", // starting up
  "53300", // too many connections
  "08000",
  "08003",
  "08006",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
]);
const unavailableTexts = /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/;

/** The database went away under the call: nothing was promised, and it may be tried again. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return syscall === "connect";
  return (code !== undefined && unavailableCodes.has(code)) || unavailableTexts.test(error.message);
}
