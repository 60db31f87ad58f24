import fc from "fast-check";
import { expect, test } from "vitest";
import { binary, compressedRtf, ids, plainRtf, tnef, unicode } from "../../corpus/tnef.ts";
import { readTnef } from "./tnef.ts";

const rtfOf = (content: Buffer) =>
  Buffer.from(
    readTnef(tnef({ properties: [binary(ids.rtf, content)] }), 10)?.rtf ?? Buffer.from("none"),
  ).toString();

test("RTF is decompressed, also with references into the initial dictionary", () => {
  expect(rtfOf(compressedRtf("\\pard Good morning}"))).toBe("{\\rtf1\\ansi\\pard Good morning}");
  expect(rtfOf(plainRtf("{\\rtf1 Good morning}"))).toBe("{\\rtf1 Good morning}");
  expect(rtfOf(compressedRtf("x").subarray(0, 10))).toBe("none");
});

test("the files within TNEF have the bytes they were wrapped with", () => {
  const content = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 256));
  const files = [{ properties: [unicode(ids.longName, "all.bin"), binary(ids.data, content)] }];
  const [file] = readTnef(tnef({ files }), 10)?.files ?? [];
  expect([file?.name, Buffer.from(file?.content ?? [])]).toEqual(["all.bin", content]);
});

test("bytes that are not TNEF are recognised, and bytes changed or cut anywhere cause no failure", () => {
  expect(readTnef(Buffer.from("PK"), 10)).toBeNull();
  const whole = tnef({
    body: Buffer.from("Good morning"),
    properties: [unicode(ids.body, "Good morning"), binary(ids.rtf, compressedRtf("\\pard x}"))],
    files: [{ properties: [unicode(ids.longName, "a.txt"), binary(ids.data, "words")] }],
  });
  const change = fc.tuple(fc.nat(whole.length - 7), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(whole.length), (changes, end) => {
      const bytes = Buffer.from(whole);
      for (const [at, byte] of changes) bytes[at + 6] = byte;
      expect(readTnef(bytes.subarray(0, Math.max(6, end)), 10)).toMatchObject({ files: expect.any(Array) });
    }),
    { numRuns: 500 },
  );
});
