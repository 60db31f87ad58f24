/** Push messages in this browser: their state, and turning them on and off. */
import type { PushKey, PushState } from "@parley/contract/push";
import type { SessionInfo } from "@parley/contract/sessions";
import { get, post } from "../../api/client.ts";
import { askPermission, currentSubscription, isUnder, permission, subscribeUnder } from "./browser.ts";

/**
 * The state when the page opens. Where notifications are denied, the server is updated silently; where the server's key
 * has changed, the browser subscribes again.
 */
export async function checkPush(): Promise<boolean> {
  if (permission() !== "granted") {
    const session = await get<SessionInfo>("/auth/validate");
    if (permission() === "denied" && session.status === "valid" && session.isPushSubscribed)
      await update(false);
    return false;
  }
  const known = await currentSubscription();
  if (!known) return false;
  const { isPushSubscribed } = await post<PushState>("/check-subscription", known.toJSON());
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
  await post<PushState>("/subscribe", subscription.toJSON());
}

const fetchKey = async () => (await get<PushKey>("/push-key")).key;
const update = (subscription: boolean) => post<PushState>("/update-subscription", { subscription });
