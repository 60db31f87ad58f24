import { expect, test } from "vitest";
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
/** This mail takes some hundred milliseconds. */
const slow = "<p>x</p>".repeat(40_000);

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
  // Each has used more than a company that used little lately.
  for (const company of floods) {
    const begun = performance.now();
    while (performance.now() - begun < 1_500) await read(company, slow);
  }
  const ended: string[] = [];
  const flood = floods.map((company) => read(company, slow).then(() => ended.push("slow")));
  const neighbour = read("a neighbour", "Hello").then(() => ended.push("neighbour"));
  await Promise.all([...flood, neighbour]);
  expect(ended[0]).toBe("neighbour");
});
