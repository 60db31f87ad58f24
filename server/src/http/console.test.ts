import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import Fastify from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "./app.ts";
import { consoleRoutes } from "./console.ts";
import { answerError } from "./error-handler.ts";

const page = "<!doctype html><title>Parley</title>";
const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const root = mkdtempSync(join(tmpdir(), "parley-console-"));
mkdirSync(join(root, "dist/assets"), { recursive: true });
writeFileSync(join(root, "dist/index.html"), page);
writeFileSync(join(root, "dist/user-guide.pdf"), "%PDF-1.7");
writeFileSync(join(root, "dist/assets/index-4f2a.js"), "export {}");
writeFileSync(join(root, "dist/assets/start-9c1b.js"), "start()");
writeFileSync(join(root, "dist/assets/start-9c1b.js.gz"), gzipSync("start()"));
writeFileSync(join(root, "secret.txt"), "not the console's");
afterAll(() => rmSync(root, { recursive: true }));

const app: App = Fastify().withTypeProvider<ZodTypeProvider>().setErrorHandler(answerError);
beforeAll(() => consoleRoutes(app, { root: join(root, "dist"), userGuideUrl: "/user-guide.pdf" }));
afterAll(() => app.close());

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe("addresses outside the console", () => {
  test.each([
    "/nowhere",
    "/assets/gone.js",
    "/assets/..%2f..%2fsecret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/",
  ])("addresses like %s outside the console are refused as JSON", async (url) => {
    const answer = await get(url, { accept: "*/*" });
    expect(answer.json()).toEqual({
      message: "Not found.",
      code: "not_found",
      reason: { code: "not_found", facts: {} },
    });
    expect(answer.statusCode).toBe(404);
  });

  test("an address of a removed script gets no page, whatever the browser accepts", async () => {
    expect((await get("/assets/gone.js", navigation)).statusCode).toBe(404);
  });

  test("an address outside the console gets the page only for a reading call", async () => {
    const answer = await app.inject({ method: "POST", url: "/login", headers: navigation });
    expect(answer.statusCode).toBe(404);
  });
});

describe("the page", () => {
  test.each(["/", "/login", "/no/such/page", "/profile/mira", "/?ticket=1"])(
    "the address %s gets the page",
    async (url) => {
      const answer = await get(url, navigation);
      expect([answer.statusCode, answer.body]).toEqual([200, page]);
      expect(answer.headers["content-type"]).toMatch(/^text\/html/);
      expect(answer.headers["cache-control"]).toBe("no-cache");
    },
  );
});

describe("files", () => {
  test("files with a hash in their name are cached for good", async () => {
    const answer = await get("/assets/index-4f2a.js");
    expect([answer.statusCode, answer.body]).toEqual([200, "export {}"]);
    expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("a file is sent compressed to a browser that accepts it, where the build left a copy", async () => {
    const browser = { "accept-encoding": "gzip, deflate, br, zstd" };
    const compressed = await get("/assets/start-9c1b.js", browser);
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": expect.stringMatching(/javascript; charset=utf-8$/),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    });
    expect(gunzipSync(compressed.rawPayload).toString()).toBe("start()");
    const plain = await get("/assets/start-9c1b.js", { "accept-encoding": "identity" });
    expect([plain.body, plain.headers["content-encoding"]]).toEqual(["start()", undefined]);
    const alone = await get("/assets/index-4f2a.js", browser);
    expect([alone.body, alone.headers["content-encoding"]]).toEqual(["export {}", undefined]);
  });

  test("files of other names are revalidated, and take precedence over the page", async () => {
    const answer = await get("/user-guide.pdf", navigation);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(answer.headers["cache-control"]).toBe("no-cache");
    const again = await get("/user-guide.pdf", { "if-none-match": answer.headers.etag });
    expect(again.statusCode).toBe(304);
  });
});

test("a missing console build is answered with the command to build it", async () => {
  const bare: App = Fastify().withTypeProvider<ZodTypeProvider>();
  await consoleRoutes(bare, { root: join(root, "nowhere"), userGuideUrl: "/user-guide.pdf" });
  const answer = await bare.inject({ url: "/", headers: navigation });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  await bare.close();
});

test("the address of the built user guide redirects to one elsewhere", async () => {
  const other: App = Fastify().withTypeProvider<ZodTypeProvider>();
  await consoleRoutes(other, { root: join(root, "dist"), userGuideUrl: "https://docs.example/guide.pdf" });
  const answer = await other.inject({ url: "/user-guide.pdf", headers: navigation });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "https://docs.example/guide.pdf"]);
  await other.close();
});
