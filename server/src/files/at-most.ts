import { Transform } from "node:stream";
import { tooLarge } from "../errors.ts";

/** Hands on a stream, and throws `tooLarge` as soon as there is more. */
export function atMost(maxBytes: number): Transform {
  let taken = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      if (taken > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}
