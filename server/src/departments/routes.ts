import { department } from "@parley/contract/departments";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { listDepartments, ownDepartment } from "./queries.ts";

export function departmentRoutes(app: App, _context: Context): void {
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
}
