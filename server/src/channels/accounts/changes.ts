/** Notifies this process of a connected, replaced or removed channel. Other processes notice within 2 s. */
import { EventEmitter } from "node:events";
import type { Context } from "../../floor/context.ts";

const emitters = new WeakMap<Context, EventEmitter>();

/** Notifies of one channel, or of any without an id. */
export function channelsChanged(context: Context, channelId?: string): void {
  emitters.get(context)?.emit("change", channelId);
}

/** Returns a function that unsubscribes. */
export function onChannelChange(context: Context, listener: (channelId?: string) => void): () => void {
  const emitter = emitters.get(context) ?? new EventEmitter();
  emitters.set(context, emitter);
  emitter.on("change", listener);
  return () => emitter.off("change", listener);
}
