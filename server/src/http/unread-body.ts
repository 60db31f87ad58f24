import type { Config } from "../config.ts";
import type { App } from "./app.ts";
import { bodyTime } from "./body-limits.ts";
import { isUpload } from "./content-type.ts";

/**
 * A browser looks at the answer once its whole body has left. What a refusal leaves unread of an upload is let through to
 * nowhere, or both would wait for each other until one gives up. The server's time limit for a request ends it, and so
 * does a length far above the largest upload.
 */
export function drainBodies(app: App, { maxUploadMb }: Pick<Config, "maxUploadMb">): void {
  const most = Math.max(1_024, 4 * maxUploadMb) * 2 ** 20;
  app.addHook("onResponse", async (request) => {
    const { raw } = request;
    if (raw.readableEnded || raw.destroyed) return;
    raw.unpipe();
    let taken = 0;
    raw.on("data", (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > most) raw.destroy();
    });
    raw.resume();
    if (isUpload(request)) return;
    const timer = setTimeout(() => raw.destroy(), bodyTime);
    raw.once("close", () => clearTimeout(timer));
  });
}
