import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createView, deleteView, updateView } from "./change.ts";
import { countViews } from "./count.ts";
import { orderViews } from "./order.ts";
import { findView, listViews, viewView } from "./rows.ts";

export function viewRoutes(app: App): void {
  route(app, calls.listViews, (request) => request.work(listViews));

  route(app, calls.countViews, (request) => request.work(countViews));

  route(app, calls.getView, (request) =>
    request.work(async (scope) => viewView(scope, await findView(scope, request.params.viewid))),
  );

  route(app, calls.createView, (request) => request.work((scope) => createView(scope, request.body)));

  route(app, calls.updateView, (request) => request.work((scope) => updateView(scope, request.body)));

  route(app, calls.deleteView, async (request) => {
    await request.work((scope) => deleteView(scope, request.body.viewid));
    return {};
  });

  route(app, calls.orderViews, async (request) => {
    await request.work((scope) => orderViews(scope, request.body.keys));
    return {};
  });
}
