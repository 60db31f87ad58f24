import type { IncomingMessage } from "node:http";
import type { AgentActor } from "../../floor/actors/actor.ts";
import { type Identity, presentedBy } from "../../floor/actors/authenticator.ts";
import { batchLookUps } from "../../floor/actors/look-ups.ts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../app.ts";
import { clientAddress, networkOf } from "../network.ts";
import { isAllowedOrigin } from "../same-origin.ts";
import { handshakePace, limitHandshakes } from "./handshake-limit.ts";
import type { AdmittedAgent } from "./publish.ts";

export type Refusal = "origin" | "rate_limited" | "signed_out" | "two_step_required" | "not_ready";

/** Decides which handshakes open an agent's connection. The cheapest check comes first. */
export function admitAgents(app: App, context: Context) {
  const { config, log } = context;
  const addressOf = clientAddress(config);
  const handshakes = limitHandshakes(handshakePace);
  const find = batchLookUps();
  const admitted = new WeakMap<IncomingMessage, AdmittedAgent>();
  return {
    /** Null accepts the handshake; its agent is stored for `agentOf`. */
    async refuse(request: IncomingMessage): Promise<Refusal | null> {
      if (!isFromOurPages(context, request)) return "origin";
      if (!handshakes.consume(networkOf(addressOf(request)))) return "rate_limited";
      try {
        const { headers } = request;
        const cookies = app.parseCookie(headers.cookie ?? "");
        const presented = presentedBy(context.authenticators, { headers, cookies });
        const identity = presented && (await find(presented));
        if (!identity || !isAgent(identity)) return "signed_out";
        if (identity.mustSetUpTwoStep) return "two_step_required";
        // The identities of one authentication method are of one kind.
        admitted.set(request, { identity, by: presented.by as AdmittedAgent["by"] });
        return null;
      } catch (error) {
        log.warn({ err: error }, "A connection could not be let in");
        return "not_ready";
      }
    },
    agentOf: (request: IncomingMessage): AdmittedAgent | undefined => admitted.get(request),
  };
}

/** The rooms of this namespace are for agents and cover the whole company. */
const isAgent = (identity: Identity): identity is Identity<AgentActor> => identity.actor.kind === "agent";

/**
 * Another site's page must not open a connection with this browser's cookie. A browser omits the origin only on a
 * same-origin GET, and then says so in a header that no page can set.
 */
export function isFromOurPages({ config }: Pick<Context, "config">, { headers }: IncomingMessage): boolean {
  const { origin, host = "", "sec-fetch-site": site } = headers;
  if (origin === undefined) return site === "same-origin";
  return ["http", "https"].some((protocol) => isAllowedOrigin(config, origin, { protocol, host }));
}
