/** The document of the calls for programs, `docs/openapi-v1.json`. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { describeProgramCalls } from "./openapi.ts";

const reference = describeProgramCalls();

test("the linter finds no error and no warning", async () => {
  expect(await lint(JSON.stringify(reference))).toEqual([]);
});

test("the linter finds what is wrong", async () => {
  const wrong = { ...reference, info: { title: "Parley" }, tags: [] };
  expect(await lint(JSON.stringify(wrong))).not.toEqual([]);
});

test("a description is there for each field and each parameter", () => {
  const described = new Map<string, unknown>();
  collect(reference, "", described);
  expect(described.size).toBeGreaterThan(150);
  expect([...described].filter(([, description]) => !description).map(([name]) => name)).toEqual([]);
});

test("a description stands beside a type that may be null", () => {
  expect(reference.components?.schemas?.Ticket).toMatchObject({
    properties: { closed_at: { type: ["string", "null"], description: expect.any(String) } },
  });
});

test("no shape has two names", () => {
  const names = Object.keys(reference.components?.schemas ?? {});
  expect(names).toEqual(expect.arrayContaining(["Ticket", "Message", "Note", "Client", "Event"]));
  expect(names.filter((name) => name.endsWith("Output"))).toEqual([]);
});

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, absoluteRef: "/openapi-v1.json", config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The descriptions of fields and parameters by their place. */
function collect(value: unknown, path: string, into: Map<string, unknown>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const { description, $ref } = (inner ?? {}) as { description?: string; $ref?: string };
    if (path.endsWith("/properties") || path.endsWith("/parameters"))
      into.set(`${path}/${key}`, description ?? $ref);
    collect(inner, `${path}/${key}`, into);
  }
}
