import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { changeCompanyHours, changeDepartmentHours } from "./change.ts";
import { viewHours } from "./rows.ts";

export function hoursRoutes(app: App): void {
  route(app, calls.getOpeningHours, (request) => request.work(viewHours));

  route(app, calls.changeOpeningHours, (request) =>
    request.work((scope) => changeCompanyHours(scope, request.body.hours)),
  );

  route(app, calls.changeDepartmentHours, (request) => {
    const { departmentid, hours } = request.body;
    return request.work((scope) => changeDepartmentHours(scope, departmentid, hours));
  });
}
