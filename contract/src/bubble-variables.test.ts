import { expect, test } from "vitest";
import {
  type BubbleFacts,
  bubbleVariables,
  fillBubble,
  keyOfField,
  mayNameField,
  unfilledIn,
  variableOfField,
} from "./bubble-variables.ts";

const facts: BubbleFacts = {
  ticket: { id: "02b24e11-0000-4000-8000-000000000001", clientName: "Olena Koval" },
  agentFirstName: "Mira",
};

test("each variable is filled in, with spaces around its name or without", () => {
  const text = "{{client.first_name}}, {{ client.name }}, {{agent.first_name}}, {{ticket.id}}";
  expect(fillBubble(text, facts)).toBe("Olena, Olena Koval, Mira, 02b24e11");
});

test("a variable without a value stays, as one that is unknown does, and both are found with their place", () => {
  for (const clientName of ["Visitor 1234", "+359 88 123 4567", "olena@pier.example", " "]) {
    const filled = fillBubble("Dear {{client.first_name}} ({{client.name}}): {{order.id}}", {
      ...facts,
      ticket: { id: "02b24e11", clientName },
    });
    expect(unfilledIn(filled)).toEqual([
      { variable: "{{client.first_name}}", from: 5, why: "empty" },
      { variable: "{{client.name}}", from: 28, why: "empty" },
      { variable: "{{order.id}}", from: 46, why: "unknown" },
    ]);
  }
  const before = fillBubble("{{client.first_name}} {{ticket.id}}", { ticket: null, agentFirstName: "" });
  expect(unfilledIn(before).map(({ why }) => why)).toEqual(["empty", "empty"]);
});

test("a value is inserted once and as it is, whatever it holds", () => {
  const clientName = "$& <b>{{agent.first_name}}</b>";
  const filled = fillBubble("{{client.name}}", { ...facts, ticket: { id: "1", clientName } });
  expect(filled).toBe(clientName);
  expect(unfilledIn(filled).map(({ variable }) => variable)).toEqual(["{{agent.first_name}}"]);
});

test("names of an object are no variables", () => {
  const text = "{{constructor}} {{toString}} {{__proto__}} {{}}";
  expect(fillBubble(text, facts)).toBe(text);
  expect(unfilledIn(text).map(({ why }) => why)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
});

test("braces that are no variable are text", () => {
  expect(unfilledIn("{ a } {{ b\n}} }} {{{c}}")).toEqual([{ variable: "{{c}}", from: 18, why: "unknown" }]);
});

test("a field's value is filled in by its owner and name, whatever their case; one without a value stays", () => {
  const fields = new Map([
    ["ticket.reason", "Refund {{ticket.id}}"],
    ["client.number of seats", "2"],
    ["organisation.contract", ""],
  ]);
  const text = "{{ticket.Reason}} {{ client.number of Seats }} {{organisation.Contract}} {{client.name}}";
  expect(fillBubble(text, { ...facts, fields })).toBe(
    "Refund {{ticket.id}} 2 {{organisation.Contract}} Olena Koval",
  );
  const known = (name: string) => fields.has(keyOfField(name));
  expect(unfilledIn("{{organisation.Contract}} {{ticket.Resaon}}", known).map(({ why }) => why)).toEqual([
    "empty",
    "unknown",
  ]);
  expect(variableOfField({ owner: "client", name: "Number of seats" })).toBe("client.Number of seats");
  expect(["{{client.name}} {{order.id}}", "{{ticket.id}}", "{{client.Seats}}"].map(mayNameField)).toEqual([
    false,
    false,
    true,
  ]);
});

test("a further variable is a line in the table", () => {
  const table = { ...bubbleVariables, "order.id": () => "A-7" };
  expect(fillBubble("{{order.id}}", facts, table)).toBe("A-7");
});
