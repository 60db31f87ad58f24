import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { searchEverything } from "./search.ts";

export function searchRoutes(app: App): void {
  route(app, calls.searchEverything, (request) =>
    request.work((scope) => searchEverything(scope, request.query)),
  );
}
