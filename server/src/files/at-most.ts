import { Transform } from "node:stream";
import { tooLarge } from "../floor/errors/errors.ts";

/** Passes a stream on, and throws `tooLarge` as soon as there is more. */
export function atMost(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge());
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
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}
