import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createField, orderFields, updateField } from "./change.ts";
import { deleteField } from "./remove.ts";
import { countUses, listFields } from "./rows.ts";

export function fieldRoutes(app: App): void {
  route(app, calls.listFields, (request) => request.work(listFields));

  route(app, calls.listFieldUses, (request) => request.work(countUses));

  route(app, calls.createField, (request) => request.work((scope) => createField(scope, request.body)));

  route(app, calls.updateField, (request) => request.work((scope) => updateField(scope, request.body)));

  route(app, calls.orderFields, (request) => request.work((scope) => orderFields(scope, request.body)));

  route(app, calls.deleteField, async (request) => {
    await deleteField((run) => request.work(run), request.body.fieldid);
    return {};
  });
}
