import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createBubble, deleteBubble, editBubble } from "./bubbles.ts";
import { listBubbles } from "./queries.ts";

export function bubbleRoutes(app: App): void {
  route(app, calls.listBubbles, (request) => request.work(listBubbles));

  route(app, calls.createBubble, (request) => request.work((scope) => createBubble(scope, request.body)));

  route(app, calls.editBubble, (request) =>
    request.work((scope) => editBubble(scope, request.params.id, request.body)),
  );

  route(app, calls.deleteBubble, (request) =>
    request.work((scope) => deleteBubble(scope, request.params.id)),
  );
}
