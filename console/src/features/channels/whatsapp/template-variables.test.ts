import { expect, test } from "vitest";
import { variablesIn, withSamples } from "./template-variables.ts";

test("a text's variables are found without repeats, over several texts, and nothing else is found", () => {
  expect(variablesIn("Dear {{client}}", "{{ client }}: order {{order_1}} {{}} {{a b}} {client}")).toEqual([
    "client",
    "order_1",
  ]);
});

test("samples replace their variables; a variable without one is shown", () => {
  expect(withSamples("Hi {{client}}, order {{ 2 }}.", { client: " Aylin " })).toEqual([
    { text: "Hi ", variable: false },
    { text: "Aylin", variable: true },
    { text: ", order ", variable: false },
    { text: "{{ 2 }}", variable: true },
    { text: ".", variable: false },
  ]);
});
