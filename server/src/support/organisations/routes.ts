import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { accessOrganisation } from "./access.ts";
import { createOrganisation, updateOrganisation } from "./change.ts";
import { chooseOrganisation } from "./clients.ts";
import { exportOrganisations } from "./export.ts";
import { setOrganisationField } from "./fields.ts";
import { listOrganisations, listTicketsOfOrganisation } from "./list.ts";
import { deleteOrganisation } from "./remove.ts";
import { viewOrganisation } from "./view.ts";

export function organisationRoutes(app: App, context: Context): void {
  route(app, calls.exportOrganisations, (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="organisations.csv"')
      .send(exportOrganisations(context, request.caller, request.query)),
  );

  route(app, calls.setOrganisationField, (request) =>
    request.work((scope) => setOrganisationField(scope, request.body)),
  );

  route(app, calls.listOrganisations, (request) =>
    request.work((scope) => listOrganisations(scope, request.query)),
  );

  route(app, calls.getOrganisation, (request) =>
    request.work(async (scope) =>
      viewOrganisation(scope, await accessOrganisation(scope, request.params.organisationid)),
    ),
  );

  route(app, calls.listOrganisationTickets, (request) =>
    request.work((scope) =>
      listTicketsOfOrganisation(scope, request.params.organisationid, request.query.after),
    ),
  );

  route(app, calls.createOrganisation, (request) =>
    request.work((scope) => createOrganisation(scope, request.body)),
  );

  route(app, calls.updateOrganisation, (request) =>
    request.work((scope) => updateOrganisation(scope, request.body)),
  );

  route(app, calls.deleteOrganisation, async (request) => {
    await deleteOrganisation((run) => request.work(run), request.body.organisationid);
    return {};
  });

  route(app, calls.chooseOrganisation, (request) =>
    request.work((scope) => chooseOrganisation(scope, request.body)),
  );
}
