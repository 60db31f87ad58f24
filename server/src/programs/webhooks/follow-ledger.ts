import type { Context } from "../../floor/context.ts";
import { writeDueDeliveries } from "./write-due.ts";

/** Writes what is due as soon as this process has given events their places; never twice at once. */
export function followLedger(context: Context): { write(): Promise<void>; stop(): void } {
  let going: Promise<void> | null = null;
  let again = false;

  async function loop() {
    do {
      again = false;
      await writeDueDeliveries(context);
    } while (again);
  }

  async function write(): Promise<void> {
    if (going) {
      again = true;
      return going;
    }
    going = loop().finally(() => {
      going = null;
    });
    return going;
  }

  const stop = context.relay.onPlaced(() => {
    write().catch((error: unknown) => context.log.warn({ err: error }, "Due deliveries were not written"));
  });
  return { write, stop };
}
