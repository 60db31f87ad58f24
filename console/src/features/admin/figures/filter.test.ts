import { expect, test } from "vitest";
import { readFilter as readTableFilter } from "../ticket-table/filter.ts";
import { askedBy, readFilter, ticketsBehind, waitingTickets } from "./filter.ts";

const range = { from: "2026-11-01", to: "2026-11-30" };
const department = "11111111-1111-4111-8111-111111111111";

test("an address names the filter; what it should not name is left out", () => {
  const filter = readFilter(
    new URLSearchParams({ days: "7", department, times: "open", agent: "mira", more: "1" }),
  );
  expect(filter).toEqual({ days: "7", department, times: "open" });
  expect(askedBy(filter)).toEqual({ days: "7", department });
  expect(readFilter(new URLSearchParams({ days: "5" }))).toEqual({});
});

test("a number leads to the tickets that it counts, by a filter that the table reads", () => {
  const of = (path: string) => readTableFilter(new URL(path, "http://desk.example").searchParams);
  expect(of(ticketsBehind("reopened", { department, times: "open", days: "7" }, range))).toEqual({
    ...{ department, figure: "reopened", ...range },
  });
  expect(of(ticketsBehind("received", {}, range, "1-09"))).toEqual({
    ...{ figure: "received", figure_of: "1-09", ...range },
  });
  expect(of(waitingTickets({ department }))).toEqual({ department, stage: "waiting" });
});
