/** Reads a body that is only proven by a signature over all of it: beyond the memory limit it waits in a file. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errorCodes, type FastifyRequest } from "fastify";
import { tooManyBodies } from "../floor/errors/errors.ts";
import type { App } from "./app.ts";

/** All bodies of these routes stay bytes. */
export function spoolBodies(app: App, inMemory: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request: FastifyRequest, payload: Readable) =>
    readSpooled(payload, { most: request.routeOptions.bodyLimit, inMemory }),
  );
}

/** The number of files at once; a provider repeats a call that finds none free. */
const mostFiles = 8;
let files = 0;

/**
 * Throws when the body is longer than `most`. The file has no name while it is written, so that no crash leaves one.
 */
export async function readSpooled(
  payload: Readable,
  { most, inMemory }: { most: number; inMemory: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  let file: FileHandle | null = null;
  try {
    for await (const piece of payload as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (length > inMemory) file ??= await openFile();
      if (file) await file.writeFile(piece);
      else pieces.push(piece);
    }
    if (!file) return Buffer.concat(pieces);
    const rest = Buffer.alloc(length - lengthOf(pieces));
    await file.read(rest, 0, rest.length, 0);
    return Buffer.concat([...pieces, rest]);
  } finally {
    if (file) {
      files -= 1;
      await file.close();
    }
  }
}

const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

async function openFile(): Promise<FileHandle> {
  if (files >= mostFiles) throw tooManyBodies();
  files += 1;
  const path = join(tmpdir(), `parley-call-${randomUUID()}`);
  try {
    const file = await open(path, "wx+", 0o600);
    await rm(path);
    return file;
  } catch (error) {
    files -= 1;
    throw error;
  }
}
