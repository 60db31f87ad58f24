import {
  createDepartment as createBody,
  deleteDepartment as deleteBody,
  department,
  departmentOverview,
  renameDepartment as renameBody,
} from "@parley/contract/departments";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { addDepartment, deleteDepartment, renameDepartment } from "./change.ts";
import { viewDepartments } from "./overview.ts";
import { listDepartments, ownDepartment } from "./queries.ts";

export function departmentRoutes(app: App, context: Context): void {
  app.get(
    "/auth/department",
    { config: { access: "agent" }, schema: { response: { 200: department } } },
    (request) => request.work(ownDepartment),
  );

  app.get(
    "/auth/get-departments",
    { config: { access: "agent" }, schema: { response: { 200: z.array(department) } } },
    (request) => request.work(listDepartments),
  );

  app.get(
    "/admin/get-departments",
    { config: { access: "admin" }, schema: { response: { 200: departmentOverview } } },
    (request) => request.work(viewDepartments),
  );

  app.post(
    "/admin/create-department",
    { config: { access: "admin" }, schema: { body: createBody, response: { 200: department } } },
    (request) => request.work((scope) => addDepartment(scope, request.body.department_name)),
  );

  app.post(
    "/admin/rename-department",
    { config: { access: "admin" }, schema: { body: renameBody, response: { 200: department } } },
    (request) =>
      request.work((scope) =>
        renameDepartment(context, scope, request.body.departmentid, request.body.department_name),
      ),
  );

  app.post(
    "/admin/delete-department",
    { config: { access: "admin" }, schema: { body: deleteBody, response: { 200: z.object({}) } } },
    async (request) => {
      await request.work((scope) => deleteDepartment(scope, request.body.departmentid));
      return {};
    },
  );
}
