/// <reference lib="dom" />
/** An update of Parley while a console is open: the server has other files from one moment to the next. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** The desk's files; once `updated`, those of another build, without one script of the first. */
async function serveBuilds(desk: string) {
  const state = { updated: false, gone: "" };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await fetch(desk + path, { headers: { accept: request.headers.accept ?? "*/*" } });
    const type = answer.headers.get("content-type") ?? "";
    if (state.updated && path === state.gone) return void response.writeHead(404).end();
    if (path !== "/service-worker.js") {
      response.writeHead(answer.status, { "content-type": type });
      return void response.end(Buffer.from(await answer.arrayBuffer()));
    }
    const script = await answer.text();
    state.gone = /\/assets\/HelpPage-[\w-]+\.js/.exec(script)?.[0] ?? "";
    response
      .writeHead(200, { "content-type": type })
      .end(state.updated ? recording + nextOf(script, state.gone) : script);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const nextOf = (script: string, gone: string) =>
  script.replace(/version:(.)[0-9a-f]{12}/, "version:$1another-build").replace(`${gone},`, "");

/** The next build's worker records that it wants to take over. The browser decides when, and takes its time. */
const recording = `const skipWaiting = self.skipWaiting.bind(self);
self.skipWaiting = async () => {
  await caches.open("wants to take over");
  await skipWaiting();
};`;
const wantsToTakeOver = (page: Page) => page.evaluate(() => caches.has("wants to take over"));

const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));
const fetchStatus = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(address);
    // The answer is read to its end, or the worker's fetch does not complete.
    await answer.text();
    return answer.status;
  }, path);

/** A build fetches a hundred files, here through two servers. */
const waiting = { timeout: 25_000 };

async function visit(page: Page, url: string) {
  await page.goto(`${url}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test.use({ withServiceWorker: true });

test("open consoles keep their files; the last one to reload lets the new build take over", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const builds = await serveBuilds(baseURL ?? "");
  const other = await context.newPage();
  await visit(page, builds.url);
  await visit(other, builds.url);
  const { gone } = builds.state;
  expect(gone).not.toBe("");

  builds.state.updated = true;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), waiting)
    .toBe(true);
  expect(await shells(page)).toEqual([expect.any(String), "shell-another-build"]);
  expect((await fetch(builds.url + gone)).status).toBe(404);
  expect([await fetchStatus(page, gone), await fetchStatus(other, gone)]).toEqual([200, 200]);

  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await comeForward(page);
  expect(await wantsToTakeOver(page), "the other console may still need its files").toBe(false);
  expect(await fetchStatus(other, gone)).toBe(200);

  await other.close();
  await expect
    .poll(async () => {
      await comeForward(page);
      return wantsToTakeOver(page);
    })
    .toBe(true);
  await builds.close();
});

/** Fires the event of a user who comes back to the tab. */
const comeForward = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
