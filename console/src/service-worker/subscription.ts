import type { Answer, Body } from "@parley/contract/calls/table";
import type { PushSubscriptionJson } from "@parley/contract/push";
import { addressOf } from "../api/address.ts";

type Manager = Pick<PushManager, "subscribe">;
type Asked = "checkSubscription" | "getSession" | "getPushKey" | "subscribe";

/**
 * The browser replaced its subscription. It is renewed on the server only where push messages were on. Signed out, the
 * calls are refused and nothing changes.
 */
export async function renewSubscription(manager: Manager, old: PushSubscription | null): Promise<void> {
  const wanted = old
    ? await ask("checkSubscription", old.toJSON() as PushSubscriptionJson)
    : await ask("getSession");
  if (!wanted || !("isPushSubscribed" in wanted && wanted.isPushSubscribed)) return;
  const key = await ask("getPushKey");
  if (!key) return;
  const renewed = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key.key });
  await ask("subscribe", renewed.toJSON() as PushSubscriptionJson);
}

/** Null when the server refuses. Rejects when it is unreachable; the browser may retry. */
async function ask<Name extends Asked>(name: Name, body?: Body<Name>): Promise<Answer<Name> | null> {
  const { method, address } = addressOf<Asked>(name, {});
  const headers = { "content-type": "application/json" };
  const sent = body && { headers, body: JSON.stringify(body) };
  const response = await fetch(address, { method, credentials: "include", ...sent });
  return response.ok ? ((await response.json()) as Answer<Name>) : null;
}
