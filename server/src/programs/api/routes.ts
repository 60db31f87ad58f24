import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import * as lists from "./lists.ts";
import { getTicket, listMessages, listNotes, listTickets, versionOf } from "./tickets.ts";

export function programRoutes(app: App, context: Context): void {
  route(app, calls.v1ListTickets, (request) =>
    request.work((scope) => listTickets(context, scope, request.query)),
  );

  route(app, calls.v1GetTicket, (request, reply) =>
    request.work(async (scope) => {
      const ticket = await getTicket(scope, request.params.id, request.query.expand);
      reply.header("etag", await versionOf(scope, "ticket", ticket.id));
      return ticket;
    }),
  );

  route(app, calls.v1ListMessages, (request) =>
    request.work((scope) => listMessages(context, scope, request.params.id, request.query)),
  );

  route(app, calls.v1ListNotes, (request) =>
    request.work((scope) => listNotes(context, scope, request.params.id, request.query)),
  );

  route(app, calls.v1ListClients, (request) =>
    request.work((scope) => lists.listClients(context, scope, request.query)),
  );

  route(app, calls.v1GetClient, (request, reply) =>
    request.work(async (scope) => {
      const client = await lists.getClient(scope, request.params.id);
      reply.header("etag", await versionOf(scope, "client", client.id));
      return client;
    }),
  );

  route(app, calls.v1ListAgents, (request) =>
    request.work((scope) => lists.listAgents(context, scope, request.query)),
  );
  route(app, calls.v1ListDepartments, (request) =>
    request.work((scope) => lists.listDepartments(context, scope, request.query)),
  );
  route(app, calls.v1ListChannels, (request) =>
    request.work((scope) => lists.listChannels(context, scope, request.query)),
  );
  route(app, calls.v1ListTags, (request) =>
    request.work((scope) => lists.listTags(context, scope, request.query)),
  );
  route(app, calls.v1ListFields, (request) =>
    request.work((scope) => lists.listFields(context, scope, request.query)),
  );
  route(app, calls.v1ListViews, (request) =>
    request.work((scope) => lists.listViews(context, scope, request.query)),
  );
}
