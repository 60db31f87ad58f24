import { calls } from "@parley/contract/calls/table";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { listAway, setAway } from "./away.ts";
import { explainRouting, listOffers } from "./explain.ts";
import { changeAgentRouting, changeRouting, listRouting, viewAgentRouting } from "./settings.ts";

export function routingRoutes(app: App): void {
  route(app, calls.listRouting, (request) => request.work(listRouting));

  route(app, calls.changeRouting, (request) => request.work((scope) => changeRouting(scope, request.body)));

  route(app, calls.getAgentRouting, (request) =>
    request.work((scope) => viewAgentRouting(scope, request.params.userid)),
  );

  route(app, calls.changeAgentRouting, (request) =>
    request.work((scope) => changeAgentRouting(scope, request.body)),
  );

  route(app, calls.listAway, (request) => request.work(listAway));

  route(app, calls.setAway, (request) => request.work((scope) => setAway(scope, request.body)));

  route(app, calls.listOffers, (request) => request.batch(listOffers));

  route(app, calls.explainRouting, (request) =>
    request.work((scope) => explainRouting(scope, request.params.ticketid)),
  );
}
