import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { closeTicket } from "../tickets/close.ts";
import { setTicketPriority } from "../tickets/priority.ts";
import { changeTicketTags } from "../tickets/tags.ts";
import * as lists from "./lists.ts";
import { checkVersion, once } from "./repeat.ts";
import { getTicket, listMessages, listNotes, listTickets, sendReply, versionOf } from "./tickets.ts";

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

  route(app, calls.v1SendMessage, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        await checkVersion(scope, request, request.params.id);
        return sendReply(scope, request.params.id, request.body);
      }),
    ),
  );

  route(app, calls.v1ChangeTags, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, () =>
        changeTicketTags(scope, { ticketid: request.params.id, ...request.body }),
      ),
    ),
  );

  route(app, calls.v1SetPriority, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, () =>
        setTicketPriority(scope, { ticketid: request.params.id, ...request.body }),
      ),
    ),
  );

  route(app, calls.v1CloseTicket, (request, reply) =>
    request.work((scope) =>
      changeTicket(scope, request, reply, () =>
        closeTicket(scope, { ticketid: request.params.id, ...request.body }),
      ),
    ),
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

type Change = Parameters<typeof once>[1] & { params: { id: string } };

/** Carries a change of a ticket out once, on the version that the caller names; the answer is the ticket afterwards. */
const changeTicket = (
  scope: Parameters<typeof once>[0],
  request: Change,
  reply: Parameters<typeof once>[2],
  change: () => Promise<unknown>,
) =>
  once(scope, request, reply, async () => {
    await checkVersion(scope, request, request.params.id);
    await change();
    return getTicket(scope, request.params.id, undefined);
  });
