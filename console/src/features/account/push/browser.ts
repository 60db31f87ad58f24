/** The browser's side of push messages: its abilities, its permission, and its subscription. */

/** Milliseconds to wait for the service worker, which may have failed to register. */
const timeout = 10_000;

/** The reason why push is impossible, or null. */
export type Obstacle = "insecure" | "installFirst" | "unsupported";

export function findObstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  // There is no service worker in development.
  if (!import.meta.env.PROD) return "unsupported";
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (able) return null;
  // iOS and iPadOS allow push messages only for pages added to the home screen.
  return "standalone" in navigator && !navigator.standalone ? "installFirst" : "unsupported";
}

export const permission = (): NotificationPermission => Notification.permission;

/** Asks unless already decided. When dismissed, it stays undecided. */
export const askPermission = (): Promise<NotificationPermission> => Notification.requestPermission();

export async function currentSubscription(): Promise<PushSubscription | null> {
  return (await findManager()).getSubscription();
}

/** The browser's subscription under the server's key. One under another key is useless and is removed first. */
export async function subscribeUnder(key: string): Promise<PushSubscription> {
  const pushManager = await findManager();
  const known = await pushManager.getSubscription();
  if (known && isUnder(known, key)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function findManager(): Promise<PushManager> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("There is no service worker")), timeout);
  });
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

export function isUnder({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return false;
  const bytes = new Uint8Array(options.applicationServerKey);
  const written = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return written.replace(/=+$/, "") === key;
}
