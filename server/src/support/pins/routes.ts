import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { accessTicket } from "../ticket/access.ts";
import { pinMessage, unpinMessage } from "./pin.ts";
import { findPins } from "./queries.ts";
import { viewPin } from "./view.ts";

export function pinRoutes(app: App): void {
  route(app, calls.listPins, (request) =>
    request.batch(async (scope) => {
      const ticket = await accessTicket(scope, request.params.ticketid, "read");
      return (await findPins(scope, ticket)).map(viewPin);
    }),
  );

  route(app, calls.pinMessage, (request) =>
    request.work((scope) => pinMessage(scope, request.params.ticketid, request.body.messageid)),
  );

  route(app, calls.unpinMessage, (request) =>
    request.work((scope) => unpinMessage(scope, request.params.ticketid, request.body.createdOn)),
  );
}
