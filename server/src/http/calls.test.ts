import { areas, type Call, calls, programAreas } from "@parley/contract/calls/table";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { watchAnswers } from "../../../test/world/answers.ts";
import type { App } from "./app.ts";
import { followCalls, type InspectAnswer, route } from "./calls.ts";

/** A separate app with the routes of the test. */
function openApp(inspect: InspectAnswer | null = null) {
  const logged: string[] = [];
  const log = pino({}, { write: (line) => void logged.push(line) });
  const app: App = Fastify({ loggerInstance: log as FastifyBaseLogger }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  return { app, logged, check: followCalls(app, inspect) };
}

describe("the table of calls", () => {
  test("the table of calls declares every call once, in one area", () => {
    const names = [...Object.values(areas), ...Object.values(programAreas)].flatMap((area) =>
      Object.keys(area),
    );
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test("the table of calls has no two calls of one method and path", () => {
    const lines = Object.values(calls).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test.each(Object.values(calls).map((call) => [call.name, call] as const))(
    "%s declares the parameters of its path",
    (_name, call) => {
      const places = [...call.path.matchAll(/:(\w+)/g)].map(([, place]) => place);
      const declared = "params" in call ? Object.keys(call.params.shape) : [];
      expect(declared.toSorted()).toEqual(places.toSorted());
    },
  );
});

test("a route outside the table does not start unless it declares its requirements", () => {
  const { app, check } = openApp();
  app.get("/page", { config: { notACall: "page" } }, async () => "a page");
  app.get("/stray", async () => ({}));
  expect(check).toThrow("Not in the table of calls: GET /stray, HEAD /stray");
});

test("a table with a call without a route does not start either", () => {
  const { app, check } = openApp();
  for (const call of Object.values(calls) as Call[]) {
    if (call.name !== "getPushKey" && call.name !== "listBubbles") route(app, call, refuse);
  }
  expect(check).toThrow("Without a route: listBubbles, getPushKey");
});

test("an answer's undeclared keys stay with the server and are logged, without their values", async () => {
  const { app, logged } = openApp();
  const bubble = { bubbleid: "5d1b7c1e-0000-4000-8000-000000000000", name: "Greeting", content: "Good day" };
  route(app, calls.listBubbles, async () => [bubble, { ...bubble, owner: "mira" }]);
  const answer = await app.inject("/bubbles");
  expect([answer.statusCode, answer.json()]).toEqual([200, [bubble, bubble]]);
  const line = logged.find((one) => one.includes("Undeclared keys")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ level: 50, call: "listBubbles", keys: ["[].owner"] });
  expect(line).not.toContain("mira");
});

test("undeclared keys of a shared answer stay with the server and are logged", async () => {
  const { app, logged } = openApp();
  const bubble = { bubbleid: "5d1b7c1e-0000-4000-8000-000000000000", name: "Greeting", content: "Good day" };
  const all = [bubble, { ...bubble, owner: "mira" }];
  route(app, calls.listBubbles, async () => all, { sharesAnswer: true });
  expect((await app.inject("/bubbles")).json()).toEqual([bubble, bubble]);
  const line = logged.find((one) => one.includes("Undeclared keys")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ level: 50, call: "listBubbles", keys: ["[].owner"] });
  expect(line).not.toContain("mira");
});

test("an answer that matches its declaration logs nothing", async () => {
  const { app, logged } = openApp();
  route(app, calls.getPushKey, async () => ({ key: "public" }));
  expect((await app.inject("/push-key")).json()).toEqual({ key: "public" });
  expect(logged.filter((line) => line.includes("Undeclared keys"))).toEqual([]);
});

describe("in tests", () => {
  test.each([
    ["an undeclared key", { key: "public", secret: "s" }, "getPushKey: answer.secret is not declared"],
    ["a wrong value", { key: 5 }, "expected string, received number"],
    ["a missing value", {}, "expected string, received undefined"],
  ])("%s fails in tests", async (_what, given, text) => {
    const watch = watchAnswers();
    const { app } = openApp(watch.inspect);
    route(app, calls.getPushKey, async () => given as { key: string });
    expect((await app.inject("/push-key")).statusCode).toBe(200);
    expect(watch.check).toThrow(text);
    expect(watch.check).not.toThrow();
  });
});

const refuse = async (): Promise<never> => {
  throw new Error("Never called");
};
