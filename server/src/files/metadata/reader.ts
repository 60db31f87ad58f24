/** Reads parts of a file, a window at a time. */
import type { FileHandle } from "node:fs/promises";

export type Reader = {
  size: number;
  /** Returns fewer bytes where the file ends earlier; at most a window. */
  bytes(at: number, length: number): Promise<Buffer>;
};

export const windowSize = 64 * 1024;

export function createReader(file: Pick<FileHandle, "read">, size: number): Reader {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    size,
    async bytes(at, length) {
      const end = Math.min(at + length, size);
      if (at < start || end > start + held.length) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(windowSize), 0, windowSize, at);
        [start, held] = [at, buffer.subarray(0, bytesRead)];
      }
      return held.subarray(at - start, Math.max(at, end) - start);
    },
  };
}
