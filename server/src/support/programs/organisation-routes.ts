/** Organisations of programs. Who does not see every department sees those of the clients whom they see. */
import { calls } from "@parley/contract/calls/table";
import type { ProgramOrganisation } from "@parley/contract/programs";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { accessOrganisation, selectOrganisations } from "../organisations/access.ts";
import { createOrganisation, updateOrganisation } from "../organisations/change.ts";
import { setOrganisationField } from "../organisations/fields.ts";
import { deleteOrganisation } from "../organisations/remove.ts";
import { viewOrganisation, viewOrganisations } from "../organisations/view.ts";
import { openCursor, type Asked as Page, pageOf } from "./page.ts";
import { once } from "./repeat.ts";
import { fieldsOf, shapeOrganisation } from "./shapes.ts";

type Programs = Scope<ProgramActor>;

export function programOrganisationRoutes(app: App, context: Context): void {
  route(app, calls.v1ListOrganisations, (request) =>
    request.work((scope) => listOrganisations(context, scope, request.query)),
  );
  route(app, calls.v1GetOrganisation, (request) =>
    request.work((scope) => getOrganisation(scope, request.params.id)),
  );
  route(app, calls.v1CreateOrganisation, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        // Who sees some departments does not see an organisation without clients.
        if (scope.actor.departments !== "all") throw forbidden("every_department_only");
        return shapeOrganisation(await createOrganisation(scope, request.body));
      }),
    ),
  );
  route(app, calls.v1UpdateOrganisation, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        const { id: organisationid } = await accessOrganisation(scope, request.params.id);
        return shapeOrganisation(await updateOrganisation(scope, { organisationid, ...request.body }));
      }),
    ),
  );
  route(app, calls.v1SetOrganisationFields, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        const { id: organisationid } = await accessOrganisation(scope, request.params.id);
        for (const change of fieldsOf(request.body))
          await setOrganisationField(scope, { organisationid, ...change });
        return getOrganisation(scope, organisationid);
      }),
    ),
  );
  route(app, calls.v1DeleteOrganisation, async (request) => {
    const { id } = request.params;
    await request.work((scope) => {
      if (scope.actor.departments !== "all") throw forbidden("every_department_only");
      return accessOrganisation(scope, id);
    });
    await deleteOrganisation((run) => request.work(run), id);
    return {};
  });
}

const getOrganisation = async (scope: Programs, id: string): Promise<ProgramOrganisation> =>
  shapeOrganisation(await viewOrganisation(scope, await accessOrganisation(scope, id)));

async function listOrganisations(context: Context, scope: Programs, asked: Page) {
  const where = { companyId: scope.companyId, list: "organisations" };
  const last = openCursor<string>(context, where, asked.after);
  const all = selectOrganisations(scope).selectAll("organisation");
  const later = last === null ? all : all.where("organisation.id", ">", last);
  const rows = await later
    .orderBy("organisation.id")
    .limit(asked.limit + 1)
    .execute();
  return pageOf(context, where, asked, await viewOrganisations(scope, rows), {
    shape: shapeOrganisation,
    positionOf: ({ organisationid }) => organisationid,
  });
}
