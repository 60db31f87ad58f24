import type { Context } from "../../floor/context.ts";
import type { DeskActor, Scope } from "../../floor/database/scope.ts";
import type { Channel, IncomingEvent } from "../seam/adapter.ts";
import type { LongText } from "./long-text.ts";

/** The context of receiving an event. */
export type Receiving = {
  scope: Scope<DeskActor>;
  channel: Channel;
  context: Pick<Context, "adapters" | "config" | "figures" | "files" | "log">;
  /** The file of an event whose text or caption is over the limit. */
  longText: LongText | null;
};

export type EventOf<Kind extends IncomingEvent["kind"]> = Extract<IncomingEvent, { kind: Kind }>;

/** Undoes a unit of work that had already inserted rows when it met an existing message. */
export class Repeated extends Error {
  override name = "Repeated";
}
