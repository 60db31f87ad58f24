import { expect, test } from "vitest";
import { reasonOf } from "./reasons.ts";

test("a provider's words keep no character that PostgreSQL's JSON refuses", () => {
  const says = "No\0 \ud800such \ud83d\ude00 number";
  expect(reasonOf("provider", { provider: "WhatsApp", says }).facts).toEqual({
    provider: "WhatsApp",
    says: "No \ufffdsuch \ud83d\ude00 number",
  });
  const because = reasonOf("provider", { provider: "WhatsApp", says });
  expect(JSON.stringify(reasonOf("perhaps_arrived", { because }))).not.toMatch(/\\u0000|\\ud800/);
});
