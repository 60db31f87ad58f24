/** Organisations of programs. A program that does not see every department sees those of the clients it sees. */
import { calls } from "@parley/contract/calls/table";
import type { ProgramOrganisation } from "@parley/contract/programs";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { lockCompany } from "../../people/company/lock.ts";
import {
  accessOrganisation,
  lockOrganisation,
  selectOrganisations,
} from "../../support/organisations/access.ts";
import { createOrganisation, updateOrganisation } from "../../support/organisations/change.ts";
import { setOrganisationField } from "../../support/organisations/fields.ts";
import { deleteOrganisation } from "../../support/organisations/remove.ts";
import { viewOrganisation, viewOrganisations } from "../../support/organisations/view.ts";
import { openCursor, type Asked as Page, pageOf } from "./page.ts";
import { type Asked, checkValues, once, versionOfValues } from "./repeat.ts";
import { fieldsOf, shapeOrganisation } from "./shapes.ts";

type Programs = Scope<ProgramActor>;

export function programOrganisationRoutes(app: App, context: Context): void {
  route(app, calls.v1ListOrganisations, (request) =>
    request.work((scope) => listOrganisations(context, scope, request.query)),
  );
  route(app, calls.v1GetOrganisation, (request, reply) =>
    request.work(async (scope) => {
      const organisation = await getOrganisation(scope, request.params.id);
      reply.header("etag", versionOf(organisation));
      return organisation;
    }),
  );
  route(app, calls.v1CreateOrganisation, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        // A program that sees some departments only does not see an organisation without clients.
        if (scope.actor.departments !== "all") throw forbidden("every_department_only");
        return shapeOrganisation(await createOrganisation(scope, request.body));
      }),
    ),
  );
  route(app, calls.v1UpdateOrganisation, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        const { id: organisationid } = await accessOrganisation(scope, request.params.id);
        // The company's lock comes before the organisation's.
        await lockCompany(scope);
        await checkVersion(scope, request);
        return shapeOrganisation(await updateOrganisation(scope, { organisationid, ...request.body }));
      }),
    ),
  );
  route(app, calls.v1SetOrganisationFields, (request, reply) =>
    request.work((scope) =>
      once(scope, request, reply, async () => {
        const { id: organisationid } = await accessOrganisation(scope, request.params.id);
        await checkVersion(scope, request);
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
    // A step removes clients, which changes no version.
    const step = async (scope: Programs, run: (scope: Scope) => Promise<boolean>) => {
      await checkVersion(scope, request);
      return run(scope);
    };
    await deleteOrganisation((run) => request.work((scope) => step(scope, run)), id);
    return {};
  });
}

/** Locks the organisation, and throws 412 where it has another version than the caller names. */
const checkVersion = (scope: Programs, request: Pick<Asked, "headers"> & { params: { id: string } }) =>
  checkValues(request, async () => {
    const { id } = await lockOrganisation(scope, request.params.id, "update");
    return versionOf(await getOrganisation(scope, id));
  });

/** The number of its clients belongs to them. */
const versionOf = ({ name, domains, note, fields }: ProgramOrganisation): string =>
  versionOfValues([name, domains, note, Object.entries(fields).sort()]);

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
  const notes = new Map(rows.map(({ id, note }) => [id, note]));
  return pageOf(context, where, asked, await viewOrganisations(scope, rows), {
    shape: (row) => shapeOrganisation({ ...row, note: notes.get(row.organisationid) ?? null }),
    positionOf: ({ organisationid }) => organisationid,
  });
}
