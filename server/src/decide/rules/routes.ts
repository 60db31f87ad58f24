import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { createRule, deleteRule, orderRules, switchRule, undoRule, updateRule } from "./change.ts";
import { explainRules } from "./explain.ts";
import { listRules, listVersions } from "./rows.ts";
import { tryRule } from "./try.ts";

export function ruleRoutes(app: App): void {
  route(app, calls.listRules, (request) => request.work(listRules));

  route(app, calls.createRule, (request) => request.work((scope) => createRule(scope, request.body)));

  route(app, calls.updateRule, (request) => request.work((scope) => updateRule(scope, request.body)));

  route(app, calls.switchRule, (request) => request.work((scope) => switchRule(scope, request.body)));

  route(app, calls.orderRules, (request) => request.work((scope) => orderRules(scope, request.body.ruleids)));

  route(app, calls.deleteRule, async (request) => {
    await request.work((scope) => deleteRule(scope, request.body.ruleid));
    return {};
  });

  route(app, calls.listRuleVersions, (request) =>
    request.work((scope) => listVersions(scope, request.params.ruleid)),
  );

  route(app, calls.undoRule, (request) => request.work((scope) => undoRule(scope, request.body)));

  route(app, calls.tryRule, (request) => request.work((scope) => tryRule(scope, request.body)));

  route(app, calls.explainRules, (request) =>
    request.work((scope) => explainRules(scope, request.params.ticketid, request.query)),
  );
}
