import { calls } from "@parley/contract/calls/table";
import type { Figures } from "@parley/contract/figures";
import type { ProgramFigures } from "@parley/contract/program-figures";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { exportFigures } from "./export.ts";
import { readFigures } from "./read.ts";

const shapeFigures = ({ agents, words, rules, ...figures }: Figures): ProgramFigures => ({
  ...figures,
  agents: agents.map(({ userid, ...agent }) => ({ agent_id: userid, ...agent })),
  rules: rules.map(({ ruleid, ...rule }) => ({ rule_id: ruleid, ...rule })),
  words: words.map(({ ticketid, ...said }) => ({ ticket_id: ticketid, ...said })),
});

export function figureRoutes(app: App): void {
  route(app, calls.getFigures, (request) => request.work((scope) => readFigures(scope, request.query)));

  route(app, calls.v1GetFigures, (request) =>
    request.work(async (scope) => shapeFigures(await readFigures(scope, request.query))),
  );

  route(app, calls.exportFigures, async (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="figures.csv"')
      .send(await request.work((scope) => exportFigures(scope, request.query))),
  );
}
