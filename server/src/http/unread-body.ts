import type { Config } from "../floor/config/config.ts";
import type { App } from "./app.ts";
import { bodyTime } from "./body-limits.ts";
import { isUpload } from "./content-type.ts";

/** Bytes of the rest of a body that is not an upload. */
const mostOfOthers = 32 * 2 ** 20;

/**
 * A browser reads the answer after it has sent the whole body. The unread rest of a refused one is read and discarded, or both sides
 * would wait for each other. It ends with the request's time limit, or far above the largest body.
 */
export function drainBodies(app: App, { maxUploadMb }: Pick<Config, "maxUploadMb">): void {
  const mostOfUploads = Math.max(1_024, 4 * maxUploadMb) * 2 ** 20;
  app.addHook("onResponse", async (request) => {
    const { raw } = request;
    if (raw.readableEnded || raw.destroyed) return;
    raw.unpipe();
    const most = isUpload(request) ? mostOfUploads : mostOfOthers;
    let size = 0;
    raw.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) raw.destroy();
    });
    raw.resume();
    if (isUpload(request)) return;
    const timer = setTimeout(() => raw.destroy(), bodyTime);
    raw.once("close", () => clearTimeout(timer));
  });
}
