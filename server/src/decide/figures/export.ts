import type { FigureFilter, Figures } from "@parley/contract/figures";
import { beginFile, line } from "../../floor/csv/lines.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { readFigures } from "./read.ts";

/** The figures as a file: a line for each day, each agent, and each hour of each weekday. Times are minutes. */
export async function exportFigures(scope: Scope, filter: FigureFilter): Promise<string> {
  const { days, agents, hours, waiting_hours, time_zone } = await readFigures(scope, filter);
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
  const about = [`day (${time_zone})`, "agent", "weekday (1 is Monday)", "hour"];
  const empty = more.map(() => null);
  return [
    beginFile([...about, ...titles, ...more, "waiting (average)"]),
    ...days.map((day) => line([day.day, null, null, null, ...values(day), null])),
    ...agents.map((agent) => line([null, agent.name, null, null, ...values(agent), null])),
    ...byHour(hours, waiting_hours).map(({ weekday, hour, opened, received, waiting }) =>
      line([null, null, weekday, hour, opened, null, null, received, null, null, null, ...empty, waiting]),
    ),
  ].join("");
}

/** Each hour of each weekday of which one of them says something. */
function byHour(hours: Figures["hours"], waiting: Figures["waiting_hours"]) {
  const none = { opened: 0, received: 0, waiting: 0 };
  const all = Map.groupBy([...hours, ...waiting], ({ weekday, hour }) => weekday * 24 + hour);
  return [...all].toSorted(([a], [b]) => a - b).map(([, parts]) => Object.assign({}, none, ...parts) as Hour);
}
type Hour = Figures["hours"][number] & Figures["waiting_hours"][number];
