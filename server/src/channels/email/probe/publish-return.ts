import type { Reason } from "@parley/contract/reasons";
import { rooms } from "../../../floor/actors/rooms.ts";
import type { Scope } from "../../../floor/database/scope.ts";

type Probe = { channel_id: string; agent_id: string; kind: string; sent_on: Date };

/** Publishes the last step of a test to the administrator who ran it. */
export function publishReturn(
  scope: Pick<Scope, "publish" | "companyId" | "now">,
  { channel_id: channelid, agent_id, kind, sent_on }: Probe,
  result: { ok: boolean; reason?: Reason },
): void {
  if (kind !== "test") return;
  const ms = Math.max(0, scope.now.getTime() - sent_on.getTime());
  const step = { name: "returning" as const, ms, ...result };
  scope.publish("channelTestStep", { channelid, step }, [rooms.agent(scope.companyId, agent_id)]);
}
