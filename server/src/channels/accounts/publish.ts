import { rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";

/**
 * Publishes that an account was connected, changed or disconnected, or that its state changed. `tickets`: its name or
 * connection changed.
 */
export function publishChannel(
  scope: Pick<Scope, "publish" | "companyId">,
  channelId: string,
  { tickets }: { tickets: boolean },
): void {
  scope.publish("channelUpdate", { channelid: channelId, tickets }, [rooms.company(scope.companyId)]);
}
