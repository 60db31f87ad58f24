/** The time zone that a browser names is left out where it cannot be read: no list stays empty for it. */
import { newCompany } from "@parley/contract/registration";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oddValues } from "../../../test/world/odd-values.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** No address of a call may contain NUL. */
const inQueries = oddValues.filter((odd) => typeof odd !== "string" || !odd.includes("\0"));

/** A query has `tz` once, or several times for a list. */
const queryOf = (odd: unknown): string =>
  new URLSearchParams(
    (Array.isArray(odd) ? [...odd, "x"] : [odd]).map((one): [string, string] => ["tz", String(one)]),
  ).toString();

test("an agent's lists are answered in the company's zone", async () => {
  const mira = world.as("mira");
  const { id } = await world.ticket({ department: "bookings", messages: ["Hello"] });
  const { id: colleague } = world.agents.jonas;
  for (const odd of inQueries) {
    const query = queryOf(odd);
    for (const path of [
      `/notifications?${query}`,
      `/${id}/1/chat?${query}`,
      `/get-chat-slice?ticketid=${id}&around=1&${query}`,
      `/${colleague}/private-chat?seen=false&${query}`,
    ]) {
      const answer = await mira.get(path);
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
    }
  }
});

test("a company registers in the desk's own zone", () => {
  for (const odd of oddValues) {
    const data = {
      ...{ contact_person: "Ada Byron", first_name: "Ada", company_name: "Harbour", company_phone: "1" },
      ...{ company_email: "ada@harbour.test", password: "Lighthouse-42", country: "BG", lang: "en" },
    };
    expect(newCompany.parse({ data: { ...data, time_zone: odd } }).data.time_zone).toBeUndefined();
  }
});
