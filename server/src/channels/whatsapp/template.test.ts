import { expect, test } from "vitest";
import { refusedSend } from "./refused.ts";
import { templateContent } from "./template.ts";

test("numbered variables go by their position, named ones with their name, separately for each part", () => {
  const variables = [
    { part: "body" as const, name: "2", value: "pier 4" },
    { part: "header" as const, name: "1", value: "A-7" },
    { part: "body" as const, name: "1", value: "Olena" },
  ];
  expect(templateContent({ name: "order_ready", language: "en_US", variables })).toEqual({
    type: "template",
    template: {
      name: "order_ready",
      language: { code: "en_US" },
      components: [
        { type: "header", parameters: [{ type: "text", text: "A-7" }] },
        {
          type: "body",
          parameters: [
            { type: "text", text: "Olena" },
            { type: "text", text: "pier 4" },
          ],
        },
      ],
    },
  });
  const client = [{ part: "body" as const, name: "client", value: "Olena" }];
  expect(templateContent({ name: "hello", language: "bg", variables: client }).template).toMatchObject({
    components: [{ type: "body", parameters: [{ type: "text", parameter_name: "client", text: "Olena" }] }],
  });
});

test("a template without variables names no components", () => {
  expect(templateContent({ name: "hello", language: "bg", variables: [] }).template).toEqual({
    name: "hello",
    language: { code: "bg" },
  });
});

test.each([
  [131047, "reply_window_closed"],
  [132000, "template_variables"],
  [132001, "template_unknown"],
  [132012, "template_variables"],
  [132015, "template_not_approved"],
  [132016, "template_not_approved"],
  [132007, "template_against_policy"],
])("the answer %s is a refusal with the reason %s", (code, reason) => {
  const refused = {
    outcome: "refused",
    status: 400,
    code,
    says: "No.",
    retryAfterMs: null,
    transient: false,
  };
  expect(refusedSend(refused as Parameters<typeof refusedSend>[0])).toMatchObject({
    outcome: "refused",
    reason: { code: reason },
  });
});
