import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { suggestAddresses } from "./suggest.ts";

export function suggestionRoutes(app: App): void {
  route(app, calls.suggestAddresses, (request) =>
    request.work((scope) => suggestAddresses(scope, request.query.phrase)),
  );
}
