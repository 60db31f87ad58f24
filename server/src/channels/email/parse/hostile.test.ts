import fc from "fast-check";
import { expect, test } from "vitest";
import { corpus } from "../corpus/corpus.ts";
import { parseMail } from "../corpus/parse.ts";

const whole = {
  text: expect.any(String),
  rest: expect.any(String),
  subject: expect.any(String),
  headers: expect.any(Array),
};
const small = corpus.filter(({ raw }) => raw.length < 20_000).map(({ raw }) => raw);

test("a mail of random bytes is read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      expect(await parseMail(bytes)).toMatchObject(whole);
    }),
    { numRuns: 300 },
  );
});

/** Some bytes are overwritten, a stretch is removed, another doubled. */
const mutation = fc.record({
  raw: fc.constantFrom(...small),
  bytes: fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
  from: fc.nat(20_000),
  length: fc.nat(400),
  to: fc.nat(20_000),
});

test("mails of the corpus with bytes changed, lost and doubled are read", async () => {
  await fc.assert(
    fc.asyncProperty(mutation, async ({ raw, bytes, from, length, to }) => {
      const changed = Buffer.from(raw);
      for (const [at, byte] of bytes) changed[at % changed.length] = byte;
      const piece = changed.subarray(from % changed.length, (from % changed.length) + length);
      const mail = Buffer.concat([
        changed.subarray(0, to % changed.length),
        piece,
        changed.subarray((to % changed.length) + (length % 50)),
      ]);
      expect(await parseMail(mail)).toMatchObject(whole);
    }),
    { numRuns: 500 },
  );
});

test("a mail that takes too long becomes its own attachment, and the next one is read", async () => {
  const raw = Buffer.from(
    `From: a@b.example\r\nSubject: Slow\r\nContent-Type: text/html\r\n\r\n${"<p>x</p>".repeat(40_000)}`,
  );
  const slow = await parseMail(raw, { milliseconds: 10 });
  expect(slow).toMatchObject({
    subject: "Slow",
    from: { address: "a@b.example" },
    text: "",
    problems: ["unreadable"],
  });
  expect(slow.attachments[0]?.content).toHaveLength(raw.length);
  expect(await parseMail(Buffer.from("From: a@b.example\r\n\r\nHello"))).toMatchObject({
    text: "Hello",
    problems: [],
  });
});

test("a mail of 30 megabytes of empty parts is read up to the limit", async () => {
  const parts = "--b\r\n\r\n".repeat(4_000_000);
  const raw = Buffer.from(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n${parts}`,
  );
  expect(await parseMail(raw)).toMatchObject({ text: "Hello", problems: ["parts_cut"] });
});

test("ten mails of several megabytes do not block this thread", async () => {
  const raw = Buffer.from(
    `From: a@b.example\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(3_000_000).toString("base64").replace(/.{76}/g, "$&\r\n")}`,
  );
  await parseMail(raw);
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: 10 }, () => parseMail(raw)));
  const { user } = process.threadCpuUsage(before);
  expect(user / 1_000 / 10).toBeLessThan(50);
});

test.each([
  ["open elements", "<b>".repeat(300_000)],
  ["brackets", "<".repeat(900_000)],
  ["quotes", "<a b='".repeat(150_000)],
  ["attributes", `<p ${"a='b' ".repeat(150_000)}>`],
])("HTML of very many %s is read in time", async (_, markup) => {
  const mail = await parseMail(
    Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\nHello ${markup}`),
  );
  expect(mail.problems).not.toContain("unreadable");
  expect(mail.text).toMatch(/^Hello/);
});
