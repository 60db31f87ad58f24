import { beforeAll, expect, test, vi } from "vitest";
import { mailLimits } from "./limits.ts";
import { mostWaiting, readInThread } from "./threads.ts";

/** The order is tested, not how soon: all wait for as long as a busy machine takes. */
const maxWait = 300_000;

const read = (companyId: string, text: string) =>
  readInThread(
    companyId,
    {
      raw: Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${text}`),
      limits: { ...mailLimits, milliseconds: maxWait },
      longestText: 1_000,
    },
    maxWait,
  );
/** This mail takes many times as long as the others. */
const slow = "<p>x</p>".repeat(10_000);

// All threads run, so that no mail waits for one to start.
beforeAll(async () => {
  await Promise.all(["first", "second", "third"].map((company) => read(company, "x")));
}, maxWait);

test("a company's mail is read beside another's flood, not behind it", { timeout: maxWait }, async () => {
  const ended: string[] = [];
  const flood = Array.from({ length: 6 }, () => read("flooding", slow).then(() => ended.push("slow")));
  const neighbour = read("neighbour", "Hello").then(() => ended.push("neighbour"));
  await Promise.all([...flood, neighbour]);
  expect(ended.indexOf("neighbour")).toBeLessThan(2);
});

test("further mails of a company are refused beyond so many that wait, and another company's is read", {
  timeout: maxWait,
}, async () => {
  const flood = Array.from({ length: mostWaiting + 1 }, () => read("flooding", "x"));
  await expect(read("flooding", "one too many")).rejects.toMatchObject({ status: 503 });
  await expect(read("neighbour", "Hello")).resolves.toMatchObject({ mail: { text: "Hello" } });
  await Promise.all(flood);
});

test("a company's mail is read beside the floods of three others, while each has been reading for long", {
  timeout: maxWait,
}, async () => {
  const floods = ["first", "second", "third"];
  let ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  const long = floods.map((company) => read(company, "x"));
  // All have begun after this, and none has ended.
  await Promise.resolve();
  ahead = 1_500;
  await Promise.all(long);
  const ended: string[] = [];
  const flood = floods.map((company) => read(company, slow).then(() => ended.push("slow")));
  const neighbour = read("a neighbour", "Hello").then(() => ended.push("neighbour"));
  await Promise.all([...flood, neighbour]);
  expect(ended[0]).toBe("neighbour");
});
