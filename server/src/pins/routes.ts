import { pin, pinMessage as pinBody, pins, unpinMessage as unpinBody } from "@parley/contract/pins";
import { createdOnHint } from "@parley/contract/values";
import { z } from "zod";
import type { App } from "../http/app.ts";
import { accessTicket } from "../tickets/access.ts";
import { pinMessage, unpinMessage } from "./pin.ts";
import { findPins } from "./queries.ts";
import { viewPin } from "./view.ts";

const config = { access: "agent" } as const;
const params = z.object({ ticketid: z.string().max(36) });
const querystring = z.object({ created_on: createdOnHint.optional() });

export function pinRoutes(app: App): void {
  app.get(
    "/:ticketid/get-pinned-msg",
    { config, schema: { params, querystring, response: { 200: pins } } },
    (request) =>
      request.work(async (scope) => {
        const ticket = await accessTicket(scope, request.params.ticketid, "see");
        return (await findPins(scope, ticket.id)).map(viewPin);
      }),
  );

  app.post(
    "/:ticketid/pin-message",
    { config, schema: { params, body: pinBody, response: { 200: pin } } },
    (request) => request.work((scope) => pinMessage(scope, request.params.ticketid, request.body.messageid)),
  );

  app.post(
    "/:ticketid/unpin-message",
    { config, schema: { params, body: unpinBody, response: { 200: z.object({}) } } },
    (request) =>
      request.work((scope) => unpinMessage(scope, request.params.ticketid, request.body.createdOn)),
  );
}
