import type { ClientProfile } from "@parley/contract/client-profiles";
import { expect, test } from "vitest";
import { english } from "../../../sample/english.ts";
import { isReserved } from "../client-queries.ts";
import { clientRows } from "./client-rows.ts";

const client = {
  short_id: "4F1C09AE",
  account_number: null,
  address: null,
  note: null,
  count_ticket_reopened: 2,
  created_on: "nonsense",
} as ClientProfile["client"];

test("a client's missing value says so", () => {
  const values = clientRows(english, client).map(([, value]) => value);
  expect(values).toEqual([
    "4F1C09AE",
    "Account number not specified.",
    "Address not specified.",
    "Note not added.",
    "2",
    "Unknown",
  ]);
});

test.each([
  ["", true],
  ["  ", true],
  ["ALL", true],
  ["*", true],
  ["rosa", false],
])("the term %j matches every client: %s", (term, everybody) => {
  expect(isReserved(term)).toBe(everybody);
});
