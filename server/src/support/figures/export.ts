import type { FigureFilter } from "@parley/contract/figures";
import { beginFile, line } from "../../floor/csv/lines.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { readFigures } from "./read.ts";

/** The figures as a file: a line for each day, and one for each agent. Times are minutes. */
export async function exportFigures(scope: Scope, filter: FigureFilter): Promise<string> {
  const { days, agents, time_zone } = await readFigures(scope, filter);
  const titles = ["opened", "reopened", "closed", "received", "sent", "goals met", "goals missed"];
  const more = [
    "one star",
    "two stars",
    "three stars",
    "with words",
    "first answer (median)",
    "first answer in opening hours (median)",
  ];
  const values = (row: (typeof days)[number] | (typeof agents)[number]) => [
    ...[row.opened, row.reopened, row.closed, row.received, row.sent, row.goals_met, row.goals_missed],
    ...[...row.stars, row.with_words, row.answer, row.answer_open],
  ];
  return [
    beginFile([`day (${time_zone})`, "agent", ...titles, ...more]),
    ...days.map((day) => line([day.day, null, ...values(day)])),
    ...agents.map((agent) => line([null, agent.name, ...values(agent)])),
  ].join("");
}
