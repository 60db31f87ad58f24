import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createKey, endKey, rotateKey, updateKey } from "./change.ts";
import { listKeys } from "./rows.ts";

/** A key outlives the call that makes it, so the rights are held until then. */
const held = { hold: true };

export function keyRoutes(app: App, { config }: Context): void {
  route(app, calls.listKeys, async (request) => ({
    keys: await request.work(listKeys),
    address: config.apiOrigin,
  }));

  route(app, calls.createKey, (request) => request.work((scope) => createKey(scope, request.body), held));

  route(app, calls.updateKey, (request) => request.work((scope) => updateKey(scope, request.body), held));

  route(app, calls.rotateKey, (request) =>
    request.work((scope) => rotateKey(scope, request.body.keyid), held),
  );

  route(app, calls.endKey, (request) => request.work((scope) => endKey(scope, request.body.keyid)));
}
