import { Transform } from "node:stream";
import { tooLarge } from "../floor/errors/errors.ts";

/** Passes a stream on, and throws `tooLarge` as soon as there is more. */
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

/** Reads a stream whole; null as soon as there is more. */
export async function readAtMost(
  stream: AsyncIterable<string | Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let taken = 0;
  for await (const chunk of stream) {
    taken += chunk.length;
    if (taken > maxBytes) return null;
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
