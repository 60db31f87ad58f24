import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { setClientField, viewClientDetails } from "./fields.ts";
import { setClientNote } from "./note.ts";
import { updateClientNumber } from "./number.ts";
import { viewTicketClient } from "./panel.ts";
import { changeClientTags } from "./tags.ts";

export function clientRoutes(app: App, _context: Context): void {
  route(app, calls.updateClientNumber, (request) =>
    request.work((scope) => updateClientNumber(scope, request.body)),
  );

  route(app, calls.setClientField, (request) => request.work((scope) => setClientField(scope, request.body)));

  route(app, calls.getClientDetails, (request) =>
    request.work((scope) => viewClientDetails(scope, request.params.ticketid)),
  );

  route(app, calls.getTicketClient, (request) =>
    request.work((scope) => viewTicketClient(scope, request.params.ticketid)),
  );

  route(app, calls.setClientNote, (request) => request.work((scope) => setClientNote(scope, request.body)));

  route(app, calls.changeClientTags, (request) =>
    request.work((scope) => changeClientTags(scope, request.body)),
  );
}
