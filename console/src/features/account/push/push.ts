/** Push messages in this browser: their state, and turning them on and off. */
import type { PushSubscriptionJson } from "@parley/contract/push";
import { call } from "../../../api/client.ts";
import { askPermission, currentSubscription, isUnder, permission, subscribeUnder } from "./browser.ts";

/**
 * Reads the state when the page opens. Where notifications are denied, the server is updated silently; where the
 * server's key has changed, the browser subscribes again.
 */
export async function checkPush(): Promise<boolean> {
  if (permission() !== "granted") {
    const session = await call("getSession");
    if (permission() === "denied" && session.status === "valid" && session.isPushSubscribed)
      await update(false);
    return false;
  }
  const known = await currentSubscription();
  if (!known) return false;
  const { isPushSubscribed } = await call("checkSubscription", { body: jsonOf(known) });
  if (isPushSubscribed && !isUnder(known, await fetchKey())) await subscribe();
  return isPushSubscribed;
}

/** False when the user denies the browser's question. */
export async function turnOn(): Promise<boolean> {
  if ((await askPermission()) !== "granted") {
    await update(false);
    return false;
  }
  await subscribe();
  return true;
}

export async function turnOff(): Promise<void> {
  await update(false);
}

async function subscribe(): Promise<void> {
  const subscription = await subscribeUnder(await fetchKey());
  await call("subscribe", { body: jsonOf(subscription) });
}

/** A push service's subscription has an address and both keys. */
const jsonOf = (subscription: PushSubscription) => subscription.toJSON() as PushSubscriptionJson;
const fetchKey = async () => (await call("getPushKey")).key;
const update = (subscription: boolean) => call("updateSubscription", { body: { subscription } });
