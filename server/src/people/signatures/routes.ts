import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { listSignatures, saveDepartmentSignature, saveSignature } from "./save.ts";
import { viewSignature } from "./view.ts";

export function signatureRoutes(app: App): void {
  route(app, calls.getSignature, (request) =>
    request.work((scope) => viewSignature(scope, request.query.departmentid)),
  );

  route(app, calls.saveSignature, (request) =>
    request.work((scope) => saveSignature(scope, request.body.html)),
  );

  route(app, calls.listSignatures, (request) => request.work(listSignatures));

  route(app, calls.saveDepartmentSignature, (request) =>
    request.work((scope) => saveDepartmentSignature(scope, request.body)),
  );
}
