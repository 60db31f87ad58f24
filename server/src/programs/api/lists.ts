/** Clients, and the lists of a company that change seldom, as programs read them. */
import type {
  ProgramAgent,
  ProgramChannel,
  ProgramDepartment,
  ProgramField,
  ProgramTag,
  ProgramView,
} from "@parley/contract/programs";
import type { SelectQueryBuilder } from "kysely";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { accessClient } from "../../support/clients/access.ts";
import { nextClients } from "../../support/clients/list.ts";
import { viewClient } from "../../support/clients/view.ts";
import { choicesOf, selectFields } from "../../support/fields/rows.ts";
import { selectTags } from "../../support/tags/rows.ts";
import { audienceOf, selectViews } from "../../support/views/rows.ts";
import { type Asked, openCursor, pageOf } from "./page.ts";
import { shapeClient } from "./shapes.ts";

type Programs = Scope<ProgramActor>;

export async function listClients(
  context: Context,
  scope: Programs,
  { limit, after, number }: Asked & { number?: string | undefined },
) {
  const where = { companyId: scope.companyId, list: "clients" };
  const last = openCursor<{ clientid: string; created_on: string }>(context, where, after) ?? undefined;
  const rows = await nextClients(scope, { number }, last, limit + 1);
  return pageOf(context, where, { limit }, rows, {
    shape: shapeClient,
    positionOf: ({ clientid, created_on }) => ({ clientid, created_on }),
  });
}

export const getClient = async (scope: Programs, id: string) =>
  shapeClient(await viewClient(scope, await accessClient(scope, id)));

type Named = "agent" | "department" | "channel" | "tag" | "field" | "view";

/** A page of rows in the order of their ids. */
async function pageById<Table extends Named, Row extends { id: string }, Item>(
  context: Context,
  { companyId }: Programs,
  list: Table,
  asked: Asked,
  query: SelectQueryBuilder<Database, Table, Row>,
  shape: (row: Row) => Item,
) {
  const where = { companyId, list };
  const last = openCursor<string>(context, where, asked.after);
  const ids = context.database.dynamic.ref(`${list}.id`);
  const later = last === null ? query : query.where(ids as never, ">", last as never);
  const rows = await later
    .orderBy(ids as never)
    .limit(asked.limit + 1)
    .execute();
  return pageOf(context, where, asked, rows, { shape, positionOf: ({ id }) => id });
}

export const listAgents = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "agent",
    asked,
    scope.db.selectFrom("agent").selectAll().where("company_id", "=", scope.companyId),
    (agent): ProgramAgent => ({
      id: agent.id,
      name: agentName(agent),
      department_id: agent.department_id,
      disabled: agent.disabled_on !== null,
    }),
  );

export const listDepartments = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "department",
    asked,
    scope.db
      .selectFrom("department")
      .selectAll()
      .where("company_id", "=", scope.companyId)
      .where("deleted_on", "is", null),
    ({ id, name }): ProgramDepartment => ({ id, name }),
  );

export const listChannels = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "channel",
    asked,
    scope.db
      .selectFrom("channel")
      .select(["id", "platform", "name", "removed_on", "department_id"])
      .where("company_id", "=", scope.companyId),
    ({ id, platform, name, removed_on, department_id }): ProgramChannel => ({
      ...{ id, platform, name, department_id },
      connected: removed_on === null,
    }),
  );

export const listTags = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "tag",
    asked,
    selectTags(scope),
    ({ id, name, colour, archived_on }): ProgramTag => {
      return { id, name, colour, archived: archived_on !== null };
    },
  );

export const listFields = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "field",
    asked,
    selectFields(scope),
    (field): ProgramField => ({
      ...{ id: field.id, owner: field.owner, name: field.name, type: field.type },
      choices: choicesOf(field).map(({ choiceid, name }) => ({ id: choiceid, name })),
      archived: field.archived_on !== null,
    }),
  );

export const listViews = (context: Context, scope: Programs, asked: Asked) =>
  pageById(
    context,
    scope,
    "view",
    asked,
    selectViews(scope),
    (view): ProgramView => ({
      ...{ id: view.id, name: view.name, department_id: view.department_id, condition: view.condition },
      audience: audienceOf(view),
    }),
  );
