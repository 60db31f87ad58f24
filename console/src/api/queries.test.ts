import { expect, test } from "vitest";
import { ticketSearchPath } from "./queries.ts";

test("any phrase is one segment of the address, which a browser does not shorten", () => {
  for (const phrase of [".", "..", "a/b", "100 %", "?", "#1"]) {
    const { pathname, search } = new URL(ticketSearchPath(phrase, "open"), "http://desk");
    const [, , keyword = "", state] = pathname.split("/");
    expect([decodeURIComponent(keyword).trim(), state, search]).toEqual([phrase, "open", ""]);
  }
});
