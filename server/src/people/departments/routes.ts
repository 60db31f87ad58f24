import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { addDepartment, deleteDepartment, renameDepartment } from "./change.ts";
import { type CountTickets, viewDepartments } from "./overview.ts";
import { listDepartments, ownDepartment } from "./queries.ts";

export function departmentRoutes(app: App, context: Context, countTickets: CountTickets): void {
  route(app, calls.getOwnDepartment, (request) => request.work(ownDepartment));

  route(app, calls.listDepartments, (request) => request.work(listDepartments));

  route(app, calls.getDepartments, (request) =>
    request.work((scope) => viewDepartments(scope, countTickets)),
  );

  route(app, calls.createDepartment, (request) =>
    request.work((scope) => addDepartment(scope, request.body.department_name)),
  );

  route(app, calls.renameDepartment, (request) => {
    const { departmentid, department_name } = request.body;
    return request.work((scope) => renameDepartment(context, scope, departmentid, department_name));
  });

  route(app, calls.deleteDepartment, async (request) => {
    await request.work((scope) => deleteDepartment(context, scope, request.body.departmentid));
    return {};
  });
}
