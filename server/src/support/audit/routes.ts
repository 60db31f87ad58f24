import { calls } from "@parley/contract/calls/table";
import { limits } from "@parley/contract/limits";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { exportAudit } from "./export.ts";
import { listAudit } from "./list.ts";

export function auditRoutes(app: App, context: Context): void {
  route(app, calls.listAudit, (request) =>
    request.work((scope) => listAudit(scope, request.query, limits.auditPage)),
  );

  route(app, calls.exportAudit, (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="audit-log.csv"')
      .send(exportAudit(context, request.caller, request.query)),
  );
}
