import type { App } from "./app.ts";

/**
 * A browser looks at the answer once its whole body has left. What a refusal leaves unread of an upload is let through to
 * nowhere, or both would wait for each other until one gives up. The server's time limit for a request ends it.
 */
export function letBodiesThrough(app: App): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.readableEnded || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
  });
}
