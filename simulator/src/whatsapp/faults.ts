import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Fault } from "../faults.ts";
import { GraphRefusal } from "./refusal.ts";

/** Applies a fault before the call takes effect. True when the call has no effect, and the fault's answer is sent. */
export async function applyFault(fault: Fault | undefined, reply: FastifyReply): Promise<boolean> {
  switch (fault?.kind) {
    case "latency":
      await wait(fault.ms);
      return false;
    case "error": {
      const { code, description, retryAfter } = fault;
      throw new GraphRefusal(code, description, { details: description, retryAfter });
    }
    case "hang":
      reply.hijack();
      return true;
    case "reset":
      reply.hijack();
      reply.raw.socket?.resetAndDestroy();
      return true;
    default:
      return false;
  }
}

/** Called after the call took effect; true when its answer is lost. */
export async function dropped(fault: Fault | undefined, reply: FastifyReply): Promise<boolean> {
  if (fault?.kind === "acceptThenWait") await wait(fault.ms);
  if (fault?.kind === "acceptThenHang") {
    reply.hijack();
    return true;
  }
  if (fault?.kind === "acceptThenDrop") {
    reply.hijack();
    reply.raw.socket?.resetAndDestroy();
    return true;
  }
  if (fault?.kind === "badJson") {
    void reply.code(200).type("application/json").send('{"messages":[');
    return true;
  }
  return false;
}
