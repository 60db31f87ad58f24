import type { ErrorCode } from "@parley/contract/errors";
import type { Context } from "../floor/context.ts";
import type { App } from "./app.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why the call was refused. */
    refusal: ErrorCode | null;
  }
}

const counted = new Set([401, 403, 429]);

/** Counts calls that were refused access, and writes them to the log by kind: the route, not the path, which may quote people. */
export function reportRefusals(app: App, { figures }: Pick<Context, "figures">): void {
  app.decorateRequest("refusal", null);
  app.addHook("onResponse", async (request, reply) => {
    const { refusal: code, caller } = request;
    const status = reply.statusCode;
    if (!code || !counted.has(status)) return;
    figures.refusals.inc({ status, code });
    const { method, ip } = request;
    const route = request.routeOptions.url ?? null;
    const line = { event: "refused", status, code, method, route, agent: caller?.id ?? null };
    request.log.info({ ...line, network: networkOf(ip) }, `Access was refused: ${code}`);
  });
}
