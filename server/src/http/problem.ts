/** Errors of the calls for programs, as problem details (RFC 9457). */
import type { Reason } from "@parley/contract/reasons";
import type { FastifyRequest } from "fastify";
import type { Refusal } from "../floor/errors/errors.ts";
import { englishOf } from "../floor/reasons/english.ts";

/** True for addresses without a route too. */
export const isForPrograms = ({ url }: Pick<FastifyRequest, "url">): boolean =>
  /^\/api\/v1([/?]|$)/.test(url);

/** `type` is a name that programs compare, and no address: our reason's code. */
export const typeOf = (code: string): string => `urn:parley:reason:${code}`;

export function problemOf({ status, code, details }: Refusal): object {
  const reasons: Reason[] = details.reasons ?? (details.reason ? [details.reason] : []);
  const [first] = reasons;
  const { message, handler, lastSeq } = details;
  return {
    type: typeOf(first?.code ?? code),
    title: first ? englishOf(first) : [message].flat()[0],
    status,
    detail: [message].flat().join("\n"),
    code,
    ...(reasons.length > 0 && {
      errors: reasons.map((reason) => ({
        type: typeOf(reason.code),
        title: englishOf(reason),
        ...factsOf(reason),
      })),
    }),
    ...(handler && { handler: { id: handler.userid, name: handler.user_name } }),
    ...(lastSeq && { last_number: lastSeq }),
  };
}

const factsOf = ({ facts }: Reason) => (facts && Object.keys(facts).length > 0 ? { facts } : {});
