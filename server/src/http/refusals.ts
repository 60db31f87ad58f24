import type { ErrorCode } from "@parley/contract/errors";
import type { Context } from "../floor/context.ts";
import type { App } from "./app.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the refusal, if any. */
    refusal: ErrorCode | null;
  }
}

const counted = new Set([401, 403, 429]);

/** Counts refused calls, and logs them by kind: the route, not the path, which may contain personal data. */
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
