/** Notifies this process of a connected, replaced or removed channel. Other processes notice within 2 s. */
import { EventEmitter } from "node:events";
import type { Context } from "../context.ts";

const emitters = new WeakMap<Context, EventEmitter>();

export function channelsChanged(context: Context): void {
  emitters.get(context)?.emit("change");
}

/** Returns a function that unsubscribes. */
export function onChannelChange(context: Context, listener: () => void): () => void {
  const emitter = emitters.get(context) ?? new EventEmitter();
  emitters.set(context, emitter);
  emitter.on("change", listener);
  return () => emitter.off("change", listener);
}
