/** Reads a body that is only proven by a signature over all of it: beyond the memory limit it waits in a file. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { errorCodes, type FastifyRequest } from "fastify";
import { tooManyBodies } from "../floor/errors/errors.ts";
import type { App } from "./app.ts";
import { networkOf } from "./network.ts";

/** All bodies of these routes stay bytes. */
export function spoolBodies(app: App, inMemory: number): void {
  const slots = new SpoolSlots();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request: FastifyRequest, payload: Readable) =>
    readSpooled(payload, {
      ...{ most: request.routeOptions.bodyLimit, inMemory },
      acquireSlot: () => slots.acquire(networkOf(request.ip)),
    }),
  );
}

/** The number of files at once, in all and for one network. */
const mostFiles = 8;
const mostOfNetwork = 2;

/** Strangers of one network leave slots for the provider, which repeats a call that finds none free. */
export class SpoolSlots {
  readonly #held: string[] = [];

  /** Returns the function that frees the slot. Throws 429. */
  acquire(network: string): () => void {
    const own = this.#held.filter((one) => one === network).length;
    if (this.#held.length >= mostFiles || own >= mostOfNetwork) throw tooManyBodies();
    this.#held.push(network);
    return () => void this.#held.splice(this.#held.indexOf(network), 1);
  }
}

type Limits = { most: number; inMemory: number; acquireSlot: () => () => void };

/**
 * Throws when the body is longer than `most`. The file has no name while it is written, so that no crash leaves one.
 */
export async function readSpooled(
  payload: Readable,
  { most, inMemory, acquireSlot }: Limits,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  let file: FileHandle | null = null;
  let freePlace: (() => void) | null = null;
  try {
    for await (const piece of payload as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (length > inMemory) {
        freePlace ??= acquireSlot();
        file ??= await openFile();
      }
      if (file) await file.writeFile(piece);
      else pieces.push(piece);
    }
    if (!file) return Buffer.concat(pieces);
    const rest = Buffer.alloc(length - lengthOf(pieces));
    await file.read(rest, 0, rest.length, 0);
    return Buffer.concat([...pieces, rest]);
  } finally {
    freePlace?.();
    await file?.close();
  }
}

const lengthOf = (pieces: Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0);

async function openFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `parley-call-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}
