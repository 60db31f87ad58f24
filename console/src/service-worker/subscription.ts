import type { PushKey, PushState } from "@parley/contract/push";

type Manager = Pick<PushManager, "subscribe">;

/**
 * The browser replaced its subscription. It is renewed on the server only where push messages were on. Signed out, the
 * calls are refused and nothing changes.
 */
export async function renewSubscription(manager: Manager, old: PushSubscription | null): Promise<void> {
  const wanted = old
    ? await ask<PushState>("/check-subscription", old.toJSON())
    : await ask<PushState>("/auth/validate");
  if (!wanted?.isPushSubscribed) return;
  const key = await ask<PushKey>("/push-key");
  if (!key) return;
  const renewed = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key.key });
  await ask("/subscribe", renewed.toJSON());
}

/** Null when the server refuses. Rejects when it cannot be reached; the browser may retry. */
async function ask<Answer>(path: string, body?: object): Promise<Answer | null> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(path, { credentials: "include", ...(body && post) });
  return response.ok ? ((await response.json()) as Answer) : null;
}
