import { rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** An account was connected, changed or disconnected, or its state is another. `tickets`: its name or whether it is connected. */
export function publishChannel(
  scope: Pick<Scope, "publish" | "companyId">,
  channelId: string,
  { tickets }: { tickets: boolean },
): void {
  scope.publish("channelUpdate", { channelid: channelId, tickets }, [rooms.company(scope.companyId)]);
}
