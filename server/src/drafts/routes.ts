import { draftChange, drafts, saveDraft as saveBody } from "@parley/contract/drafts";
import type { App } from "../http/app.ts";
import { listDrafts } from "./queries.ts";
import { saveDraft } from "./save.ts";

const config = { access: "agent" } as const;

export function draftRoutes(app: App): void {
  app.get("/drafts", { config, schema: { response: { 200: drafts } } }, (request) =>
    request.work(listDrafts),
  );

  app.post("/save-draft", { config, schema: { body: saveBody, response: { 200: draftChange } } }, (request) =>
    request.work((scope) => saveDraft(scope, request.body)),
  );
}
