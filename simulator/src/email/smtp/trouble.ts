/** Faults of a submission: `smtp.` with the step they affect. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../../faults.ts";
import type { Mailbox } from "../mailbox.ts";
import type { PostOffice } from "../post-office.ts";

/** The connection ended and accepts no answer. */
export class Cut extends Error {}

/** Runs before the effect. Rejects with the refusal, or with `Cut`. */
export async function meet(
  { faults }: PostOffice,
  step: string,
  mailbox: Mailbox | undefined,
  socket: Socket | undefined,
): Promise<Fault | undefined> {
  const fault = faults.consume(mailbox?.id ?? 0, `smtp.${step}`);
  switch (fault?.kind) {
    case "latency":
      await Promise.race([wait(fault.ms, undefined, { ref: false }), closed(socket)]);
      break;
    case "error":
      throw Object.assign(new Error(fault.description ?? "Refused by the simulator"), {
        responseCode: fault.code,
      });
    case "hang":
      await closed(socket);
      throw new Cut("Hung");
    case "reset":
      socket?.resetAndDestroy();
      throw new Cut("Reset");
    default:
  }
  return fault;
}

/** Runs after the effect, instead of the answer. */
export async function recover(fault: Fault | undefined, socket: Socket | undefined): Promise<void> {
  switch (fault?.kind) {
    case "acceptThenHang":
      await closed(socket);
      throw new Cut("Hung");
    case "acceptThenDrop":
      socket?.destroy();
      throw new Cut("Dropped");
    case "acceptThenWait":
      await Promise.race([wait(fault.ms, undefined, { ref: false }), closed(socket)]);
      break;
    case "badJson":
      socket?.end("no SMTP\r\n");
      throw new Cut("Garbled");
    default:
  }
}

async function closed(socket: Socket | undefined): Promise<void> {
  if (socket && !socket.destroyed) await once(socket, "close");
}
