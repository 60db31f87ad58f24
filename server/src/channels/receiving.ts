import type { Context } from "../context.ts";
import type { DeskActor, Scope } from "../database/scope.ts";
import type { Channel } from "./channel.ts";

/** What taking in an event has at hand. */
export type Receiving = {
  scope: Scope<DeskActor>;
  channel: Channel;
  context: Pick<Context, "config" | "log">;
};

/** Undoes a unit of work that had already opened something when it met a message that is there. */
export class Repeated extends Error {
  override name = "Repeated";
}
