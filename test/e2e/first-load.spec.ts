import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures.ts";

const dist = join(import.meta.dirname, "../../console/dist");
/** 200 KB of script, as transferred. */
const budget = 200 * 1024;
/** The theme, the entry, its runtime, and one script with everything else. */
const mostScripts = 4;
/** With the service worker's start, the parts that are loaded ahead, and their texts. */
const mostInWorkspace = 8;

/** The scripts that the page names, and all that these import at once: addresses and texts. */
function firstScripts(): Map<string, string> {
  const scripts = new Map<string, string>();
  const take = (address: string) => {
    if (scripts.has(address)) return;
    const text = readFileSync(join(dist, address), "utf8");
    scripts.set(address, text);
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) take(`/assets/${name}`);
  };
  const page = readFileSync(join(dist, "index.html"), "utf8");
  for (const [, address = ""] of page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)) take(address);
  return scripts;
}

test("the tickets show with the scripts of the first load, which are at most 200 KB", async ({
  agent,
  page,
}) => {
  const scripts = firstScripts();
  const sizes = [...scripts.values()].map((text) => gzipSync(text).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget);
  expect(scripts.size).toBeLessThanOrEqual(mostScripts);

  await agent.signIn("mira");
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize })),
  );
  const first = sent.filter(({ path, bytes }) => scripts.has(path) && bytes > 0);
  expect(first).toHaveLength(scripts.size);
  expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget);

  const held: string[] = [];
  // No other script ever arrives.
  await page.route("**/*.js", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (scripts.has(pathname)) await route.continue();
    else held.push(pathname);
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
});

test("a messenger's ticket is opened with few scripts, without the editor of mails", async ({
  agent,
  client,
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await agent.signIn("mira");
  await client.write("Hello");
  await agent.open(client.name);
  await expect(agent.bubble("Hello")).toBeVisible();
  const editors = readdirSync(join(dist, "assets")).filter((name) => /^editor-.*\.js$/.test(name));
  expect(editors).toHaveLength(1);
  const scripts = loaded.filter((path) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(mostScripts);
  expect(scripts.length).toBeLessThanOrEqual(mostInWorkspace);
  expect(loaded).not.toContain(`/assets/${editors[0]}`);
});

test("the start makes every call once", async ({ agent, client, page }) => {
  await client.write("Hello");
  await agent.signIn("ingrid");
  // On a busy machine answers are slow, the connection comes after 400 ms, and the poll of the session before the page
  // is rendered.
  await page.addInitScript(() => {
    const now = Date.now();
    Date.now = () => now;
    const after = window.setTimeout.bind(window);
    const every = window.setInterval.bind(window);
    window.setTimeout = ((run: () => void, wait?: number) =>
      after(run, wait === 400 ? 20_000 : wait)) as never;
    window.setInterval = ((run: () => void, wait?: number) =>
      every(run, wait === 10_000 ? 600_000 : wait)) as never;
  });
  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.resourceType() === "fetch" && !pathname.startsWith("/assets/")) asked.push(pathname + search);
  });
  await page.goto("/");
  await expect(agent.ticket(client.name).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const paths = asked.map((path) => path.split("?")[0]);
  expect(paths).toEqual(
    expect.arrayContaining(["/auth/validate", "/auth/profile", "/tickets", "/auth/agents"]),
  );
  expect(asked.filter((path, at) => asked.indexOf(path) !== at)).toEqual([]);
});

test("no script of the console carries the schemas of the calls, nor the library they are written with", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  expect(files.length).toBeGreaterThan(10);
  const carrying = files.filter((name) => /\bZod[A-Z]\w+/.test(readFileSync(join(dist, name), "utf8")));
  expect(carrying).toEqual([]);
});
