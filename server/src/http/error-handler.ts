/** Every error is answered as `{ message, code }`; an unexpected one without details, and logged. */
import type { ErrorCode } from "@parley/contract/errors";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDiskFull } from "../floor/database/disk-full.ts";
import { Busy } from "../floor/database/shares.ts";
import { isUnavailable, tookTooLong } from "../floor/database/unavailable.ts";
import {
  busy,
  diskFull,
  invalid,
  notFound,
  notReady,
  Refusal,
  stopped,
  textReason,
  tooLarge,
} from "../floor/errors/errors.ts";
import { fieldReason } from "../floor/reasons/fields.ts";
import { isForPrograms, problemOf } from "./problem.ts";

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error);
  request.refusal = refusal.code;
  if (error instanceof Busy) {
    request.log.warn({ req: request }, "A company has too much under way");
    reply.header("retry-after", "2");
  } else if (refusal.status === 503) {
    request.log.warn({ err: error, req: request }, unavailableBecause(error));
    reply.header("retry-after", "2");
  } else if (refusal.status >= 500) {
    request.log.error({ err: error, req: request }, "Unexpected error");
  }
  // Fastify closes the connection after a body that is too large, which loses the answer: `unread-body.ts` reads the
  // rest.
  if ((error as FastifyError | null)?.code === "FST_ERR_CTP_BODY_TOO_LARGE") reply.removeHeader("connection");
  // Headers that a handler set for its good answer (a download's name, a cache time) must not stay on this one.
  reply.removeHeader("content-disposition").header("cache-control", "no-store");
  if (isForPrograms(request))
    return reply
      .status(refusal.status)
      .type("application/problem+json; charset=utf-8")
      .send(JSON.stringify(problemOf(refusal)));
  return reply
    .status(refusal.status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(refusal.answer()));
}

function unavailableBecause(error: unknown): string {
  if (isDiskFull(error)) return "PostgreSQL's disk is full";
  return tookTooLong(error) ? "A statement took too long" : "The database does not answer";
}

/** The answer to an error; sockets acknowledge with the same. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return refuseInput(error);
  if (error instanceof Busy) return busy();
  if (tookTooLong(error)) return stopped();
  if (isDiskFull(error)) return diskFull();
  if (isUnavailable(error)) return notReady();
  const { code = "", statusCode = 500, message } = (error ?? {}) as FastifyError;
  if (cannotHold.has(code)) return invalid("value_out_of_range");
  // Fastify's own refusals: a broken body, a wrong type, a body that is too long. Any other 4xx is hidden from the
  // caller.
  if (!code.startsWith("FST_") || statusCode < 400 || statusCode >= 500) {
    return new Refusal(500, "unexpected", "unexpected");
  }
  return statusCode === 413
    ? tooLarge()
    : new Refusal(statusCode, codes[statusCode] ?? "invalid", textReason(message));
}

const codes: Record<number, ErrorCode> = { 404: "not_found", 415: "wrong_type" };

// Text with bytes PostgreSQL refuses, a number or a time out of range: invalid input that passed the schema.
const cannotHold = new Set(["22021", "22P05", "22003", "22008"]);

type Fault = {
  instancePath: string;
  keyword?: string;
  message?: string;
  params: Record<string, unknown>;
};

function refuseInput({ validation, validationContext }: { validation: Fault[]; validationContext?: string }) {
  // An impossible id is treated as unknown.
  const aboutId = ({ params }: Fault) => params.format === "uuid";
  if (validationContext === "params" && validation.some(aboutId)) return notFound();
  const [messages, reasons] = [validation.map(readable), validation.map(reasonOfFault)];
  const [message, reason] = [messages[0], reasons[0]];
  if (messages.length > 1 || !message || !reason) return invalid(reasons, { message: messages });
  return invalid(reason, { message });
}

const pathOf = ({ instancePath }: Fault) => instancePath.slice(1).replaceAll("/", ".");

const reasonOfFault = (fault: Fault): Reason =>
  unknownParameter(fault) ??
  fieldReason(pathOf(fault), { ...fault.params, code: fault.keyword, message: fault.message ?? "" });

function readable(fault: Fault): string {
  const { message = "is not valid" } = fault;
  const path = pathOf(fault);
  const text = message.replace(/^Invalid input: /, "");
  return path ? `${path}: ${text}` : text;
}

/** The names are the caller's own words, so they are cut. */
function unknownParameter(fault: Fault): Reason | null {
  const { keys } = fault.params as { keys?: unknown };
  if (fault.keyword !== "unrecognized_keys" || !Array.isArray(keys)) return null;
  const field = [pathOf(fault), keys.join(", ")].filter(Boolean).join(".");
  return reasonOf("parameter_unknown", { field: field.slice(0, 200) });
}
