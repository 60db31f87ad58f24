/** How much and how long a body may be. Uploads are streamed and bounded where they are read (`form.ts`). */
import type { CallAbility } from "@parley/contract/abilities";
import { bodyTooSlow, notReady, type Refusal, tooManyBodies } from "../errors.ts";
import type { App } from "./app.ts";
import { hasBody, isUpload } from "./content-type.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Milliseconds from the headers to the end of the body, where it is not an upload. */
    bodyTime?: number;
  }
}

/** Bytes. A text of 16 000 characters takes six times as many when each is escaped; providers send what they like. */
export const bodySizes = { public: 2 ** 16, webhook: 2 ** 20, signedIn: 2 ** 17, long: 2 ** 21 };

function bodySizeOf(ability: CallAbility): number {
  if (ability === "public" || ability === "webhook") return bodySizes[ability];
  return ability === "visitor" ? bodySizes.public : bodySizes.signedIn;
}

/** Milliseconds. */
export const bodyTime = 30_000;
/** Unfinished bodies of one network address at once; an office behind one address has its bodies sent in a moment. */
const mostUnfinished = 200;

/**
 * Answers 408 to a body that does not end, 429 to a network address with too many unfinished bodies, and frees what
 * was received.
 */
export function limitBodies(app: App): void {
  const unfinished = new Map<string, number>();
  const cuts = new Set<(refusal: Refusal) => void>();
  // A body that comes slowly does not hold up a stop.
  app.addHook("preClose", async () => {
    for (const cut of cuts) cut(notReady());
  });
  app.addHook("onRoute", (route) => {
    const ability = route.config?.ability;
    if (ability) route.bodyLimit ??= bodySizeOf(ability);
  });
  app.addHook("preParsing", async (request) => {
    const { raw, routeOptions } = request;
    if (raw.complete || !hasBody(request) || isUpload(request)) return;
    const network = networkOf(request.ip);
    const count = unfinished.get(network) ?? 0;
    if (count >= mostUnfinished) throw tooManyBodies();
    unfinished.set(network, count + 1);
    cuts.add(cut);
    const timer = setTimeout(() => cut(bodyTooSlow()), routeOptions.config.bodyTime ?? bodyTime);
    raw.once("end", settle).once("close", settle);

    let settled = false;
    function settle() {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      cuts.delete(cut);
      const rest = (unfinished.get(network) ?? 1) - 1;
      if (rest === 0) unfinished.delete(network);
      else unfinished.set(network, rest);
    }
    function cut(refusal: Refusal) {
      settle();
      // The parser answers with the error and closes; when no parser reads any more the connection is closed without
      // an answer.
      if (raw.listenerCount("error") > 0) raw.emit("error", withStatus(refusal));
      else raw.destroy();
    }
  });
}

/** Fastify takes an error of the body's stream for the caller's fault unless it has a status of its own. */
const withStatus = (refusal: Refusal) => Object.assign(refusal, { statusCode: refusal.status });
