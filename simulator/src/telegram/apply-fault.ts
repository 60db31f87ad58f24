import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { breakConnection } from "../break-connection.ts";
import type { Fault } from "../faults.ts";
import { ordered } from "./refusal.ts";

export interface FaultEffect {
  /** True if the call has no effect and no answer. */
  lost?: boolean;
  /** The call has its effect; this replaces the answer. */
  afterwards?: (reply: FastifyReply) => FastifyReply;
  /** The call has its effect, and is answered so many milliseconds later. */
  answerAfter?: number;
}

/** Applies a fault to a call whose body has been read. */
export async function applyFault(fault: Fault | undefined, reply: FastifyReply): Promise<FaultEffect> {
  switch (fault?.kind) {
    case undefined:
    case "reset":
    case "wrongUids":
    case "reversed":
      return {};
    case "latency":
      await wait(fault.ms);
      return {};
    case "error": {
      const refusal = ordered(fault.code, fault.description, fault.retryAfter);
      if (refusal.parameters?.retry_after) reply.header("retry-after", refusal.parameters.retry_after);
      throw refusal;
    }
    case "hang":
      reply.hijack();
      return { lost: true };
    case "acceptThenHang":
      return { afterwards: (held) => held.hijack() };
    case "acceptThenWait":
      return { answerAfter: fault.ms };
    case "acceptThenDrop":
      return { afterwards: breakConnection };
    case "answer":
      return { afterwards: (held) => held.code(200).send({ ok: true, result: fault.result }) };
    case "badJson":
      return { afterwards: (held) => held.code(200).type("application/json").send('{"ok":true,"result":{') };
  }
}
