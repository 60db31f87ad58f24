import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { summed, summedAfter } from "./checksum.ts";

test.each([[[]], [[0, 0]], [[1]], [[3, 0, 70_000, 1]], [[8_191, 8_192, 8_193]]])(
  "pieces of %j bytes have the checksum of the whole",
  (lengths) => {
    const pieces = lengths.map((length) => randomBytes(length));
    const sum = pieces.map(summed).reduce(summedAfter, 0);
    expect(sum).toBe(crc32(Buffer.concat(pieces)));
  },
);
