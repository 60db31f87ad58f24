import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const files = ["page.js", "page.css", "swagger-ui.css", "swagger-ui-bundle.js"];

describe("the reference's page", () => {
  test.each(["/api/docs", ...files.map((file) => `/api/docs/${file}`)])(
    "the reference at %s is for administrators alone",
    async (path) => {
      expect((await world.stranger.get(path)).statusCode).toBe(401);
      expect((await world.as("tomas").get(path)).statusCode).toBe(403);
      expect((await world.as("ingrid").get(path)).statusCode).toBe(200);
    },
  );

  test("the reference's page loads only files served here, and runs nothing inline", async () => {
    const { body, headers } = await world.as("ingrid").get("/api/docs");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(["/favicon.svg", "/theme.js", ...served(body)]);
    expect(body).not.toMatch(/<script>|<style|style=|\son\w+=/);
  });

  test("the reference serves no other file of the library", async () => {
    for (const file of ["index.html", "swagger-ui.js", "..%2fopenapi.ts", "%2e%2e"]) {
      const { statusCode } = await world.as("ingrid").get(`/api/docs/${file}`);
      expect([file, statusCode]).toEqual([file, expect.toSatisfy((status: number) => status >= 400)]);
    }
  });
});

const served = (body: string) => [...body.matchAll(/"(\/api\/docs\/[^"]+)"/g)].map(([, address]) => address);

test("the reference equals the one that is checked in", async () => {
  const file = join(import.meta.dirname, "../../../docs/openapi.json");
  expect((await world.as("ingrid").get("/openapi.json")).json()).toEqual(
    JSON.parse(readFileSync(file, "utf8")),
  );
});
