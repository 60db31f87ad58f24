import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { listDrafts } from "./queries.ts";
import { saveDraft } from "./save.ts";

export function draftRoutes(app: App): void {
  route(app, calls.listDrafts, (request) => request.batch(listDrafts));

  route(app, calls.saveDraft, (request) => request.work((scope) => saveDraft(scope, request.body)));
}
