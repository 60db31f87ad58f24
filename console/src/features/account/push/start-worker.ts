import type { ToPage, ToWorker } from "./worker-messages.ts";

/**
 * Registers the service worker once the page has loaded. `show` opens an address of the console: a notification was
 * clicked. A browser without workers goes without.
 */
export function startWorker(show: (path: string) => void): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.type === "open") show(data.path);
  });
  serviceWorker.startMessages();
  if (document.readyState === "complete") void register(serviceWorker);
  else addEventListener("load", () => void register(serviceWorker), { once: true });
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  try {
    const registration = await workers.register("/service-worker.js", { updateViaCache: "none" });
    const offerWaiting = () => offer(registration.waiting);
    const follow = () => registration.installing?.addEventListener("statechange", offerWaiting);
    offerWaiting();
    follow();
    registration.addEventListener("updatefound", follow);
    // Another console may have been open a moment ago and be closed by now.
    document.addEventListener("visibilitychange", () => document.hidden || offerWaiting());
  } catch (error) {
    // Without the worker the console still works, except for notifications and the time without a network.
    reportError(error);
  }
}

/** The page may be of the newer build already: the server sent it, whichever worker is in charge. */
function offer(waiting: ServiceWorker | null): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (!waiting || !entry) return;
  const message: ToWorker = { type: "takeOver", entry: new URL(entry).pathname };
  waiting.postMessage(message);
}
