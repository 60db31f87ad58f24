import { expect, test } from "vitest";
import { variablesIn, withSamples } from "./template-variables.ts";

test("variables are found once each, over several texts, and nothing else is one", () => {
  expect(variablesIn("Dear {{client}}", "{{ client }}: order {{order_1}} {{}} {{a b}} {client}")).toEqual([
    "client",
    "order_1",
  ]);
});

test("samples stand in place of their variables; without one the variable is shown", () => {
  expect(withSamples("Hi {{client}}, order {{ 2 }}.", { client: " Aylin " })).toEqual([
    { text: "Hi ", variable: false },
    { text: "Aylin", variable: true },
    { text: ", order ", variable: false },
    { text: "{{ 2 }}", variable: true },
    { text: ".", variable: false },
  ]);
});
