import type { IncomingMessage } from "node:http";
import type { Session } from "../auth/session.ts";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { clientAddress, networkOf } from "../http/network.ts";
import { isAllowedOrigin } from "../http/same-origin.ts";
import { cookieName } from "../http/session.ts";
import { handshakePace, limitHandshakes } from "./handshake-limit.ts";
import { batchSessions } from "./session-batch.ts";

export type Refusal = "origin" | "rate_limited" | "signed_out" | "two_step_required" | "not_ready";

/** Decides which handshakes open an agent's connection. The cheapest check comes first. */
export function admitAgents(app: App, context: Context) {
  const { config, log } = context;
  const cookie = cookieName(config);
  const addressOf = clientAddress(config);
  const handshakes = limitHandshakes(handshakePace);
  const sessions = batchSessions(context);
  const admitted = new WeakMap<IncomingMessage, Session>();
  return {
    /** Null lets the handshake through; its session is kept for `sessionOf`. */
    async refuse(request: IncomingMessage): Promise<Refusal | null> {
      if (!isFromOurPages(context, request)) return "origin";
      if (!handshakes.take(networkOf(addressOf(request)))) return "rate_limited";
      try {
        const session = await sessions.find(app.parseCookie(request.headers.cookie ?? "")[cookie]);
        if (!session) return "signed_out";
        if (session.mustSetUpTwoStep) return "two_step_required";
        admitted.set(request, session);
        return null;
      } catch (error) {
        log.warn({ err: error }, "A connection could not be let in");
        return "not_ready";
      }
    },
    sessionOf: (request: IncomingMessage): Session | undefined => admitted.get(request),
  };
}

/**
 * Another site's page must not open a connection with this browser's cookie. A browser leaves the origin out only of a
 * GET to the page's own, and then says so in a header no page can set.
 */
function isFromOurPages({ config }: Context, { headers }: IncomingMessage): boolean {
  const { origin, host = "", "sec-fetch-site": site } = headers;
  if (origin === undefined) return site === "same-origin";
  return ["http", "https"].some((protocol) => isAllowedOrigin(config, origin, { protocol, host }));
}
