import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createAutomatic, deleteAutomatic, switchAutomatic, updateAutomatic } from "./change.ts";
import { explainAutomatic } from "./explain.ts";
import { listAutomatic } from "./rows.ts";

export function automaticRoutes(app: App): void {
  route(app, calls.listAutomatic, (request) => request.work(listAutomatic));

  route(app, calls.createAutomatic, (request) =>
    request.work((scope) => createAutomatic(scope, request.body)),
  );

  route(app, calls.updateAutomatic, (request) =>
    request.work((scope) => updateAutomatic(scope, request.params.automaticid, request.body)),
  );

  route(app, calls.switchAutomatic, (request) =>
    request.work((scope) => switchAutomatic(scope, request.params.automaticid, request.body.enabled)),
  );

  route(app, calls.deleteAutomatic, async (request) => {
    await request.work((scope) => deleteAutomatic(scope, request.params.automaticid));
    return {};
  });

  route(app, calls.explainAutomatic, (request) =>
    request.work((scope) => explainAutomatic(scope, request.params.ticketid)),
  );
}
