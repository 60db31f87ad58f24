import { calls } from "@parley/contract/calls/table";
import { texts } from "@parley/contract/texts";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { listActions } from "../actions/list.ts";
import { listTicketsOf } from "../tickets/of-client.ts";
import { accessClient, accessClientOrKept } from "./access.ts";
import { switchBlocked, updateClient } from "./change.ts";
import { exportClients } from "./export.ts";
import { listClientFiles } from "./files.ts";
import { listClients, listMoreClients, searchClients } from "./list.ts";
import { mergeClients, unmergeClients } from "./merge.ts";
import { dismissMergeProposal, listMergeProposals } from "./merge-proposals.ts";
import { actionsOf, viewClientProfile } from "./profile.ts";

export function clientAdminRoutes(app: App, context: Context): void {
  const { live } = context;
  route(app, calls.listClients, (request) => request.work((scope) => listClients(scope, request.query)));

  route(app, calls.exportClients, (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="clients.csv"')
      .send(exportClients(context, request.caller, request.query)),
  );

  route(app, calls.listMoreClients, async (request) => {
    const from = { ...request.params, ...request.query };
    const clients = await request.work((scope) => listMoreClients(scope, from));
    return clients.length > 0 ? clients : texts.tableEnd;
  });

  route(app, calls.searchClients, (request) =>
    request.work((scope) => searchClients(scope, request.params.term)),
  );

  route(app, calls.getClient, (request) =>
    request.work(async (scope) =>
      viewClientProfile(scope, await accessClientOrKept(scope, request.params.id)),
    ),
  );

  route(app, calls.listClientActions, (request) =>
    request.work(async (scope) => {
      const client = await accessClient(scope, request.params.id);
      return listActions(scope, actionsOf(scope, client), request.query);
    }),
  );

  route(app, calls.listClientTickets, (request) =>
    request.work(async (scope) => {
      const client = await accessClient(scope, request.params.id);
      return listTicketsOf(scope, { client: client.id }, request.query.after);
    }),
  );

  route(app, calls.listClientFiles, (request) =>
    request.work(async (scope) => {
      const client = await accessClient(scope, request.params.id);
      return listClientFiles(scope, client.id, request.query.after);
    }),
  );

  route(app, calls.switchClientBlock, (request) =>
    request.work((scope) => switchBlocked(scope, live.visitors, request.params.id)),
  );

  route(app, calls.updateClient, (request) => request.work((scope) => updateClient(scope, request.body)));

  route(app, calls.listMergeProposals, (request) =>
    request.work((scope) => listMergeProposals(scope, request.query)),
  );

  route(app, calls.dismissMergeProposal, (request) =>
    request.work((scope) => dismissMergeProposal(scope, request.body)),
  );

  route(app, calls.mergeClients, (request) =>
    request.work(async (scope) => {
      const kept = await accessClient(scope, request.params.id);
      return mergeClients(scope, kept.id, request.body.clientid);
    }),
  );

  route(app, calls.unmergeClients, (request) =>
    request.work((scope) => unmergeClients(scope, request.params.id)),
  );
}
