import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, readPage } from "../docs/blocks.ts";
import { documentedProcesses, nginxConfig } from "./page.ts";

const page = "docs/growing.md";

test("the cluster is made of each example of the page, and of no other", () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"));
  const taken = sources.flatMap((text) =>
    [...text.matchAll(/\bdocumented\("([^"]+)"\)/g)].map(([, start = ""]) => start),
  );
  const examples = blocksOf(page).filter(({ text }) => !text.includes("│"));
  expect(examples.length).toBeGreaterThan(4);
  const begun = examples.map(({ text }) => taken.filter((start) => text.startsWith(start)));
  expect(begun).toEqual(examples.map(() => [expect.any(String)]));
  expect(begun.flat().toSorted()).toEqual(taken.toSorted());
});

test("nginx leads to the page's processes, and the page to its file", () => {
  const ports = documentedProcesses().flatMap(({ PORT }) => PORT ?? []);
  const led = [...nginxConfig().matchAll(/server 127\.0\.0\.1:(\d+) /g)].map(([, port]) => port);
  expect(ports.length).toBeGreaterThan(1);
  expect(led).toEqual([...ports, ...ports]);
  expect(readPage(page)).toContain("](nginx.conf)");
});

test("a worker says on its own port whether it is ready", () => {
  const workers = documentedProcesses().filter(({ PARLEY_ROLE }) => PARLEY_ROLE === "worker");
  expect(workers).toEqual(workers.map(() => ({ PARLEY_ROLE: "worker", METRICS_PORT: expect.any(String) })));
  expect(workers.length).toBeGreaterThan(1);
});
