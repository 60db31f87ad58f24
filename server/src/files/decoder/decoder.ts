/**
 * Decodes strangers' media in child processes with limits on time and memory, so that no file takes a thread or memory
 * from requests. A file that ends its child is not tried again. `docs/decisions/030-files.md` has the numbers.
 */
import type { Logger } from "pino";
import { createFairQueue } from "./fair-queue.ts";
import { readFirstBytes } from "./first-bytes.ts";
import type { FileKind } from "./kinds.ts";
import type { Redrawn } from "./picture.ts";
import {
  createDecoderProcess,
  type DecoderProcess,
  type Outcome,
  type Timings,
  type Work,
} from "./process.ts";

/** A file's type by its content, and its preview. */
export type Inspected = {
  mediaType: string;
  kind: FileKind;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  waveform: number[] | null;
  /** The preview as WebP. */
  thumbnail: Buffer | null;
  /** A picture that its metadata rotates, redrawn as shown and without metadata. Null for one without a rotation. */
  upright: Buffer | null;
};

/** The fields of a file that was not decoded. */
export const unreadFields = {
  width: null,
  height: null,
  durationMs: null,
  waveform: null,
  thumbnail: null,
  upright: null,
};

declare module "../../floor/context.ts" {
  interface Context {
    decoder: Decoder;
  }
}

export type Decoder = {
  /**
   * Returns a file without thumbnail, size and length when no slot is free in time or the file does not decode.
   * `urgent`: an agent waits for the answer.
   */
  inspect(companyId: string, path: string, options: { urgent: boolean }): Promise<Inspected>;
  /** A small square picture. Null when the file does not decode as a picture, "busy" when no slot is free in time. */
  square(companyId: string, path: string): Promise<Buffer | null | "busy">;
  /**
   * A picture as a JPEG of at most so many bytes. Null when that is impossible, "busy" when no slot is free in time.
   */
  redraw(companyId: string, path: string, mostBytes: number): Promise<Redrawn | null | "busy">;
  /** A voice note as a WAV. Null when it does not decode or is too long, "busy" when no slot is free in time. */
  wave(companyId: string, path: string): Promise<Buffer | null | "busy">;
  /** True if files of the company are waiting, so that further ones should be tried later. */
  isBusy(companyId: string): boolean;
  /** The running child processes. */
  pids(): number[];
  stop(): Promise<void>;
};

/** One company has one file decoded at a time, so a second child is free for the others. */
const atOnce = 2;
const mostWaiting = 32;
/** Milliseconds to wait for a slot: an agent's request waits, or one of the worker's ten jobs. */
const maxWait = { urgent: 3_000, background: 5_000 };

export function createDecoder(log: Pick<Logger, "warn">, timings: Timings = {}): Decoder {
  const queue = createFairQueue({ atOnce, mostWaiting });
  const idle = Array.from({ length: atOnce }, () => createDecoderProcess(timings));
  const all = [...idle];

  async function decode(companyId: string, urgent: boolean, work: Work): Promise<Outcome> {
    const options = { urgent, maxWait: urgent ? maxWait.urgent : maxWait.background };
    const outcome = await queue.run(companyId, options, () => runIdle(work));
    if (!outcome) return { outcome: "unavailable", reason: "No decoder was free in time" };
    if (outcome.outcome !== "done") log.warn({ companyId, reason: outcome.reason }, "A file was not decoded");
    return outcome;
  }

  async function runIdle(work: Work): Promise<Outcome> {
    // The child used last is warm.
    const process = idle.pop() as DecoderProcess;
    try {
      return await process.run(work);
    } finally {
      idle.push(process);
    }
  }

  return {
    async inspect(companyId, path, { urgent }) {
      const decoded = await decode(companyId, urgent, { task: "inspect", path });
      return decoded.outcome === "done" ? (decoded.result as Inspected) : unread(path, decoded);
    },
    async square(companyId, path) {
      const decoded = await decode(companyId, true, { task: "square", path });
      if (decoded.outcome === "unavailable") return "busy";
      return decoded.outcome === "done" ? (decoded.result as Buffer | null) : null;
    },
    async redraw(companyId, path, mostBytes) {
      const decoded = await decode(companyId, true, { task: "redraw", path, mostBytes });
      if (decoded.outcome === "unavailable") return "busy";
      return decoded.outcome === "done" ? (decoded.result as Redrawn | null) : null;
    },
    async wave(companyId, path) {
      const decoded = await decode(companyId, true, { task: "wave", path });
      if (decoded.outcome === "unavailable") return "busy";
      return decoded.outcome === "done" ? (decoded.result as Buffer | null) : null;
    },
    isBusy: (companyId) => queue.count(companyId) > 1,
    pids: () => all.flatMap(({ pid }) => pid ?? []),
    async stop() {
      queue.close();
      await Promise.all(all.map((process) => process.stop()));
    },
  };
}

/** A picture that crashes the decoder becomes a document; one that got no slot stays a picture. */
async function unread(path: string, { outcome }: Outcome): Promise<Inspected> {
  const found = await readFirstBytes(path);
  const kind = outcome === "failed" && found.kind === "image" ? "document" : found.kind;
  return { ...unreadFields, ...found, kind };
}
