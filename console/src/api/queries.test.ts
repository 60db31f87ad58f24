import { expect, test } from "vitest";
import { addressOf } from "./address.ts";
import { ticketSearch } from "./queries.ts";

test("any phrase is one segment of the address, which a browser does not shorten", () => {
  for (const phrase of [".", "..", "a/b", "100 %", "?", "#1"]) {
    const { address } = addressOf("searchTickets", { params: ticketSearch(phrase, "open") });
    const { pathname, search } = new URL(address, "http://desk");
    const [, , keyword = "", state] = pathname.split("/");
    expect([decodeURIComponent(keyword).trim(), state, search]).toEqual([phrase, "open", ""]);
  }
});
