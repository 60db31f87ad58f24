/**
 * Parley's service worker: caches the console's own files for times without a network, shows pushes, and opens the
 * console from them. It never intercepts API calls.
 */
import type { PushMessage } from "@parley/contract/push";
import type { ToWorker } from "../features/account/push/worker-messages.ts";
import { wordPush } from "./notification.ts";
import { openConsole } from "./open.ts";
import { fetchPage, fetchShellFile, forgetOtherShells, isPage, keepShell, type Shell } from "./shell.ts";
import { renewSubscription } from "./subscription.ts";

declare const self: ServiceWorkerGlobalScope;
/** The build (`console/vite/service-worker.ts`) inserts this. */
declare const BUILT_SHELL: Shell;
const shell: Shell = BUILT_SHELL;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell(shell));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await forgetOtherShells(shell);
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(pathname)) event.respondWith(fetchPage(shell, request, event.preloadResponse));
  } else if (pathname.startsWith("/assets/") || shell.files.includes(pathname)) {
    event.respondWith(fetchShellFile(shell, request, (work) => event.waitUntil(work)));
  }
});

self.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (!message) return;
  const { title, options } = wordPush(message);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openConsole(self.clients, (event.notification.data as { path: string }).path));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription } = event as unknown as { oldSubscription: PushSubscription | null };
  (event as ExtendableEvent).waitUntil(renewSubscription(self.registration.pushManager, oldSubscription));
});

/**
 * A page of this worker's build asks it to take over. It waits while another page is open: that page may be older and
 * load files that only the previous worker's cache holds.
 */
self.addEventListener("message", (event) => {
  const message = event.data as ToWorker;
  if (message.type !== "takeOver" || message.entry !== shell.entry) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const asking = event.source as Client | null;
      if (open.every(({ id }) => id === asking?.id)) await self.skipWaiting();
    })(),
  );
});
