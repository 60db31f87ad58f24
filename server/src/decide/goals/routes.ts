import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createPolicy, deletePolicy, orderPolicies, updatePolicy } from "./change.ts";
import { listPolicies } from "./rows.ts";
import { showTicketGoals } from "./show.ts";
import { tryPolicy } from "./try.ts";

export function goalRoutes(app: App): void {
  route(app, calls.listGoalPolicies, (request) => request.work(listPolicies));

  route(app, calls.createGoalPolicy, (request) => request.work((scope) => createPolicy(scope, request.body)));

  route(app, calls.updateGoalPolicy, (request) => request.work((scope) => updatePolicy(scope, request.body)));

  route(app, calls.orderGoalPolicies, (request) =>
    request.work((scope) => orderPolicies(scope, request.body.policyids)),
  );

  route(app, calls.deleteGoalPolicy, async (request) => {
    await request.work((scope) => deletePolicy(scope, request.body.policyid));
    return {};
  });

  route(app, calls.tryGoalPolicy, (request) => request.work((scope) => tryPolicy(scope, request.body)));

  route(app, calls.showTicketGoals, (request) =>
    request.work((scope) => showTicketGoals(scope, request.params.ticketid)),
  );
}
